/// The lines of a text, read one after the other. Lines end with "\n", "\r\n" or "\r"; and with
/// "\r\r\n", as of a text with "\r\n" that was written once more in text mode.
struct TextLines {
  private let bytes: [UInt8]
  private var offset: Int
  private let end: Int
  /// The number of the line that comes next.
  private(set) var number: Int

  init(_ bytes: [UInt8], firstNumber: Int = 1) {
    self.bytes = bytes
    number = firstNumber
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    end = bytes.count
  }

  /// The most "\r" that belong to the "\n" behind them; more of them are lines of their own.
  static let mostReturns = 3

  private init(_ lines: TextLines, offset: Int, end: Int, number: Int) {
    bytes = lines.bytes
    self.offset = offset
    self.end = end
    self.number = number
  }

  var isAtEnd: Bool { offset >= end }

  /// The next line, which stays the next one.
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

  /// The lines up to the first that ends the part, as lines of their own; that line comes next.
  mutating func part(until isEnd: (TextLine) -> Bool) -> TextLines {
    let (start, first) = (offset, number)
    while let line = peek(), !isEnd(line) { _ = take() }
    return TextLines(self, offset: start, end: offset, number: first)
  }

  /// The text that hasn't been read.
  var rest: ArraySlice<UInt8> { bytes[min(offset, end)..<end] }
}
