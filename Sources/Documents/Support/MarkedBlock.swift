/// A block of the application's lines in a user's file, between two comments that name the owner.
struct MarkedBlock: Hashable {
  let owner: String

  private var first: [UInt8] {
    Array("# \(owner): begin. “\(owner) unregister” removes this.".utf8)
  }
  private var last: [UInt8] { Array("# \(owner): end.".utf8) }

  /// Returns the file's bytes with the block at the end, replacing an earlier block of the same
  /// owner.
  func added(_ lines: [String], to bytes: [UInt8]) -> [UInt8] {
    var all = removed(from: bytes)
    guard !lines.isEmpty else { return all }
    if let end = all.last, end != 0x0A { all.append(0x0A) }
    for line in [first] + lines.map({ Array($0.utf8) }) + [last] { all += line + [0x0A] }
    return all
  }

  /// Returns the file's bytes without the block. A block without its end comment is left, because
  /// it may contain the user's lines.
  func removed(from bytes: [UInt8]) -> [UInt8] {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { Array($0) == first }),
      let end = lines[start...].firstIndex(where: { Array($0) == last })
    else { return bytes }
    return Array((lines[..<start] + lines[(end + 1)...]).joined(separator: [0x0A]))
  }

  /// The lines of the block; `nil` if there is none.
  func lines(in bytes: [UInt8]) -> [String]? {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { Array($0) == first }),
      let end = lines[start...].firstIndex(where: { Array($0) == last })
    else { return nil }
    return lines[(start + 1)..<end].map { String(decoding: $0, as: UTF8.self) }
  }
}
