/// Lines of ours in a file of the person's, between two comments that name their owner.
struct MarkedBlock: Hashable {
  /// The application that the lines belong to.
  let owner: String

  private var first: [UInt8] {
    Array("# \(owner): begin. “\(owner) unregister” removes this.".utf8)
  }
  private var last: [UInt8] { Array("# \(owner): end.".utf8) }

  /// The file's bytes with the lines at the end; an earlier block of the same owner is replaced.
  func added(_ lines: [String], to bytes: [UInt8]) -> [UInt8] {
    var all = removed(from: bytes)
    guard !lines.isEmpty else { return all }
    if let end = all.last, end != 0x0A { all.append(0x0A) }
    for line in [first] + lines.map({ Array($0.utf8) }) + [last] { all += line + [0x0A] }
    return all
  }

  /// The file's bytes without the block. A block whose end is gone stays, because nobody can tell what is the person's.
  func removed(from bytes: [UInt8]) -> [UInt8] {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { Array($0) == first }),
      let end = lines[start...].firstIndex(where: { Array($0) == last })
    else { return bytes }
    return Array((lines[..<start] + lines[(end + 1)...]).joined(separator: [0x0A]))
  }

  /// The lines of the block; nil if there is none.
  func lines(in bytes: [UInt8]) -> [String]? {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { Array($0) == first }),
      let end = lines[start...].firstIndex(where: { Array($0) == last })
    else { return nil }
    return lines[(start + 1)..<end].map { String(decoding: $0, as: UTF8.self) }
  }
}
