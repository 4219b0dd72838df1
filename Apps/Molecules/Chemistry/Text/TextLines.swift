/// Reads the lines of a text one by one. A line ends with "\n", "\r\n" or "\r", or with "\r\r\n",
/// which results from writing "\r\n" in text mode.
struct TextLines {
  private let bytes: [UInt8]
  private var offset: Int
  private let end: Int
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

  func peek() -> TextLine? {
    guard offset < end else { return nil }
    return TextLine(bytes: bytes[offset..<lineEnd], number: number)
  }

  private var lineEnd: Int {
    bytes.withUnsafeBufferPointer { buffer in
      var index = offset
      while index < end, buffer[index] != 0x0A, buffer[index] != 0x0D { index += 1 }
      return index
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

  /// The next lines, at most `count`.
  func head(_ count: Int) -> [TextLine] {
    var (lines, head) = (self, [TextLine]())
    while head.count < count, let line = lines.take() { head.append(line) }
    return head
  }

  /// Takes the lines before the first one that matches `isEnd`, which becomes the next line.
  mutating func part(until isEnd: (TextLine) -> Bool) -> TextLines {
    let (start, first) = (offset, number)
    while let line = peek(), !isEnd(line) { _ = take() }
    return TextLines(self, offset: start, end: offset, number: first)
  }

  var rest: ArraySlice<UInt8> { bytes[min(offset, end)..<end] }
}

/// A line of a text file, without its line break.
struct TextLine {
  let bytes: ArraySlice<UInt8>
  /// From 1, in the file.
  let number: Int

  var text: String { Characters.decode(bytes) }
  var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 } }

  var trimmed: String { Characters.decode(Characters.trim(bytes)) }

  var withoutIndent: TextLine {
    TextLine(bytes: bytes.drop { $0 == 0x20 || $0 == 0x09 }, number: number)
  }

  func hasPrefix(_ prefix: StaticString) -> Bool {
    guard bytes.count >= prefix.utf8CodeUnitCount else { return false }
    return (0..<prefix.utf8CodeUnitCount).allSatisfy {
      bytes[bytes.startIndex + $0] == prefix.utf8Start[$0]
    }
  }

  func contains(_ literal: StaticString) -> Bool {
    let count = literal.utf8CodeUnitCount
    guard bytes.count >= count else { return false }
    return (bytes.startIndex...(bytes.endIndex - count)).contains { start in
      (0..<count).allSatisfy { bytes[start + $0] == literal.utf8Start[$0] }
    }
  }

  /// The columns `start..<end`, counted from 0; fewer if the line is shorter.
  func columns(_ start: Int, _ end: Int) -> ArraySlice<UInt8> {
    let from = min(bytes.startIndex + start, bytes.endIndex)
    return bytes[from..<max(from, min(bytes.startIndex + end, bytes.endIndex))]
  }

  /// Without surrounding spaces.
  func field(_ start: Int, _ end: Int) -> String {
    Characters.decode(Characters.trim(columns(start, end)))
  }

  /// The whole number in columns; 0 if they are blank, `nil` if they contain something else.
  func integer(_ start: Int, _ end: Int) -> Int? {
    let field = Characters.trim(columns(start, end))
    return field.isEmpty ? 0 : Characters.integer(field)
  }

  func words(from start: Int = 0) -> [String] {
    columns(start, Int.max / 2).split { $0 == 0x20 || $0 == 0x09 }.map { Characters.decode($0) }
  }

  /// The whole numbers in fixed columns of three. Blank-separated numbers instead, if the line has
  /// tabs or has lost its leading blanks, as in web pages and mail.
  func integers() -> [Int?] {
    let isShifted =
      bytes.contains(0x09)
      || bytes.first.map { $0 > 0x20 } == true && bytes.prefix(3).contains(0x20)
    return isShifted
      ? words().map { Characters.integer($0) }
      : stride(from: 0, to: bytes.count, by: 3).map { integer($0, $0 + 3) }
  }

  func rest(from start: Int) -> String { Characters.decode(columns(start, Int.max / 2)) }
}
