/// Reads the lines of a text one by one. A line ends with "\n", "\r\n" or "\r", or with "\r\r\n",
/// which results from writing "\r\n" in text mode.
struct TextLines {
  private let bytes: [UInt8]
  private var offset: Int
  private let end: Int
  /// The number of the next line.
  private(set) var number: Int

  init(_ bytes: [UInt8], firstNumber: Int = 1) {
    self.bytes = bytes
    number = firstNumber
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    end = bytes.count
  }

  /// The maximum number of "\r" that belong to a following "\n". Any more are lines of their own.
  static let mostReturns = 3

  private init(_ lines: TextLines, offset: Int, end: Int, number: Int) {
    bytes = lines.bytes
    self.offset = offset
    self.end = end
    self.number = number
  }

  var isAtEnd: Bool { offset >= end }

  /// The next line, without consuming it.
  func peek() -> TextLine? {
    guard offset < end else { return nil }
    return TextLine(bytes: bytes[offset..<lineEnd], number: number)
  }

  private var lineEnd: Int {
    bytes.withUnsafeBufferPointer { buffer in
      var place = offset
      while place < end, buffer[place] != 0x0A, buffer[place] != 0x0D { place += 1 }
      return place
    }
  }

  mutating func take() -> TextLine? {
    guard let line = peek() else { return nil }
    offset = line.bytes.endIndex
    var next = offset
    while next < end, next < offset + TextLines.mostReturns, bytes[next] == 0x0D { next += 1 }
    if next < end, bytes[next] == 0x0A {
      offset = next + 1
    } else if next > offset {
      offset += 1
    }
    number += 1
    return line
  }

  /// Takes the lines before the first one that matches `isEnd`, which becomes the next line.
  mutating func part(until isEnd: (TextLine) -> Bool) -> TextLines {
    let (start, first) = (offset, number)
    while let line = peek(), !isEnd(line) { _ = take() }
    return TextLines(self, offset: start, end: offset, number: first)
  }

  /// The bytes that haven't been read yet.
  var rest: ArraySlice<UInt8> { bytes[min(offset, end)..<end] }
}
