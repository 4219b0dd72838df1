import Foundation

/// Looks for a text in all the memory that this process can write to, without having the text in
/// it.
struct MemorySearch {
  /// Each byte is one more than that of the text: "tftbnf" for "sesame".
  private let shifted: [UInt8]
  private let pipe: (reading: Int32, writing: Int32)
  private static let page = 4096

  init(shifted: String) {
    self.shifted = Array(shifted.utf8)
    var ends: [Int32] = [-1, -1]
    guard Foundation.pipe(&ends) == 0 else { fatalError("no pipe") }
    pipe = (ends[0], ends[1])
  }

  /// How often it is there.
  func count() throws -> Int {
    let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
    return maps.split(separator: "\n").reduce(0) { count, line in
      let words = line.split(whereSeparator: { $0 == " " || $0 == "-" })
      guard line.contains(" rw"), words.count > 1, let start = UInt(words[0], radix: 16),
        let end = UInt(words[1], radix: 16)
      else { return count }
      return count + self.count(from: start, to: end)
    }
  }

  private func count(from start: UInt, to end: UInt) -> Int {
    // What lies across two pages is found, too: the end of the last page stands in front.
    let overlap = shifted.count - 1
    var window = [UInt8](repeating: 0, count: overlap + Self.page)
    defer { for index in window.indices { window[index] = 0 } }
    var count = 0
    for address in stride(from: start, to: end, by: Self.page) {
      window.withUnsafeMutableBytes { window in
        for index in 0..<overlap { window[index] = window[Self.page + index] }
        // The kernel looks whether the page is still there: another thread may have given it back.
        guard
          write(pipe.writing, UnsafeRawPointer(bitPattern: address), Self.page) == Self.page,
          read(pipe.reading, window.baseAddress.map { $0 + overlap }, Self.page) == Self.page
        else { return }
        count += matches(in: UnsafeRawBufferPointer(window))
      }
    }
    return count
  }

  private func matches(in window: UnsafeRawBufferPointer) -> Int {
    var count = 0
    var rest = window[...]
    while rest.count >= shifted.count,
      let base = UnsafeRawBufferPointer(rebasing: rest).baseAddress,
      let hit = memchr(base, Int32(shifted[0]) - 1, rest.count - shifted.count + 1)
    {
      rest = rest.dropFirst(hit - UnsafeMutableRawPointer(mutating: base))
      if zip(rest, shifted).allSatisfy({ $0 &+ 1 == $1 }) { count += 1 }
      rest = rest.dropFirst()
    }
    return count
  }
}
