/// A line of a text file, without its end.
struct TextLine {
  let bytes: ArraySlice<UInt8>
  /// Counted from 1 in the file.
  let number: Int

  /// UTF-8, or Windows' Latin code page where it isn't valid UTF-8.
  var text: String { Characters.decode(bytes) }
  var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 } }

  /// The line with spaces cut from both ends.
  var trimmed: String { Characters.decode(Characters.trim(bytes)) }

  /// The line without the blanks that it begins with.
  var withoutIndent: TextLine {
    TextLine(bytes: bytes.drop { $0 == 0x20 || $0 == 0x09 }, number: number)
  }

  func hasPrefix(_ prefix: StaticString) -> Bool {
    guard bytes.count >= prefix.utf8CodeUnitCount else { return false }
    return (0..<prefix.utf8CodeUnitCount).allSatisfy {
      bytes[bytes.startIndex + $0] == prefix.utf8Start[$0]
    }
  }

  func contains(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard bytes.count >= count else { return false }
    return (bytes.startIndex...(bytes.endIndex - count)).contains { start in
      (0..<count).allSatisfy { bytes[start + $0] == word.utf8Start[$0] }
    }
  }

  /// The columns from `start` to before `end`, counted from 0; shorter or empty where the line ends.
  func columns(_ start: Int, _ end: Int) -> ArraySlice<UInt8> {
    let from = min(bytes.startIndex + start, bytes.endIndex)
    return bytes[from..<max(from, min(bytes.startIndex + end, bytes.endIndex))]
  }

  /// The text in columns, without spaces around it.
  func field(_ start: Int, _ end: Int) -> String {
    Characters.decode(Characters.trim(columns(start, end)))
  }

  /// The whole number in columns; 0 where they are blank, nil where something else stands there.
  func integer(_ start: Int, _ end: Int) -> Int? {
    let field = Characters.trim(columns(start, end))
    return field.isEmpty ? 0 : Characters.integer(field)
  }

  /// Words between spaces, from a column on.
  func words(from start: Int = 0) -> [String] {
    columns(start, Int.max / 2).split { $0 == 0x20 || $0 == 0x09 }.map { Characters.decode($0) }
  }

  /// The whole numbers in columns of three; those between blanks where the line has tabs, or has
  /// lost the blanks before its first number, as in web pages and mail.
  func integers() -> [Int?] {
    let isShifted =
      bytes.contains(0x09)
      || bytes.first.map { $0 > 0x20 } == true && bytes.prefix(3).contains(0x20)
    return isShifted
      ? words().map { Characters.integer($0) }
      : stride(from: 0, to: bytes.count, by: 3).map { integer($0, $0 + 3) }
  }

  /// The text from a column on.
  func rest(from start: Int) -> String { Characters.decode(columns(start, Int.max / 2)) }
}
