import RepriseTesting
import Testing

@testable import Terminals

@Suite struct WrappingTests {
  @Test(
    "Text is wrapped at blanks if there are any",
    arguments: [
      ("", 10, [""]), ("one", 10, ["one"]), ("one two three", 7, ["one two", "three"]),
      ("one two three", 8, ["one two", "three"]), ("one two three", 5, ["one", "two", "three"]),
      ("abcdefghij", 4, ["abcd", "efgh", "ij"]), ("ab cdefghij", 4, ["ab", "cdef", "ghij"]),
      ("a\nb\r\nc\u{2028}d", 10, ["a", "b", "c", "d"]), ("a\n\nb", 10, ["a", "", "b"]),
      ("a\tb", 20, ["a       b"]), ("東\tb", 20, ["東      b"]), ("東京大学", 5, ["東京", "大学"]),
      ("ab東京", 3, ["ab", "東", "京"]), ("👩‍💻👩‍💻", 3, ["👩‍💻", "👩‍💻"]),
      ("abc", 1, ["ab", "c"]), ("abc", -3, ["ab", "c"]), ("abc", 3, ["abc"]),
      ("ab  cd", 3, ["ab ", "cd"]), ("   xyz", 4, ["   x", "yz"]), ("   xy z", 5, ["   xy", "z"]),
      ("aa bb cc dd", 5, ["aa bb", "cc dd"]), ("aa bb cc dd", 6, ["aa bb", "cc dd"]),
      ("aa bb cc dd", 8, ["aa bb cc", "dd"]), ("aaa bbbbb", 7, ["aaa", "bbbbb"]),
      ("12345678\tb", 20, ["12345678        b"]), ("1234567\tb", 20, ["1234567 b"]),
      ("\ta\tb", 20, ["        a       b"]), ("\n", 5, ["", ""]),
    ] as [(String, Int, [String])])
  func textIsBrokenAtBlanksWhereThereAreAny(text: String, width: Int, lines: [String]) {
    #expect(Wrapping.lines(of: text, width: width) == lines)
  }

  @Test(
    "Wrapping an indented line yields no empty first line",
    arguments: [
      ("   indented text", 12), ("  東京 and more of it", 7), ("   xyz", 4),
    ])
  func anIndentedLineDoesNotBeginWithAnEmptyOne(text: String, width: Int) {
    #expect(Wrapping.lines(of: text, width: width)[0].contains { $0 != " " })
  }

  /// Words of every kind, blanks in ones and twos, line breaks, tabs.
  private static func text(_ generator: inout SplitMix64) -> String {
    let words = [
      "a", "two", "three", "a-very-long-word-without-any-blank", "東京大学", "é", "e\u{301}", "👩‍💻",
      "\u{1B}[31m", "한국어", "🇮🇹", " ", "\t", "\n", "x東y京z",
    ]
    return (0..<Int.random(in: 0...40, using: &generator)).map { _ in
      (words.randomElement(using: &generator) ?? "") + (Bool.random(using: &generator) ? " " : "")
    }.joined()
  }

  /// What can be seen of a text, blanks apart.
  private func inked(_ text: String) -> String { SafeText.visible(text).filter { $0 != " " } }

  @Test("Wrapped random text fits its width and loses nothing", arguments: 2...80)
  func noLineIsTooWideAndNothingIsLost(width: Int) {
    var generator = SplitMix64(seed: UInt64(width))
    for _ in 0..<40 {
      let text = Self.text(&generator)
      let lines = Wrapping.lines(of: text, width: width)
      #expect(!lines.isEmpty)
      for line in lines { #expect(CellWidth.of(line) <= width, "“\(line)” of “\(text)”") }
      let unbroken = text.filter { !$0.isNewline && $0 != "\t" }
      #expect(inked(lines.joined()) == inked(unbroken), "“\(text)”")
    }
  }

  @Test(
    "Hard wrapping breaks a line exactly at its width",
    arguments: [
      ("abcdefgh", 3, ["abc", "def", "gh"]), ("abc", 3, ["abc"]), ("abcd", 3, ["abc", "d"]),
      ("abc", 1, ["ab", "c"]), ("a b c", 2, ["a ", "b ", "c"]), ("a東b", 2, ["a", "東", "b"]),
      ("a東b", 3, ["a東", "b"]), ("", 5, [""]), ("", 0, [""]),
    ] as [(String, Int, [String])])
  func aHardLineIsBrokenWhereItIsFull(line: String, width: Int, lines: [String]) {
    #expect(Wrapping.hardLines(of: line, width: width) == lines)
  }

  @Test("Hard wrapping random text yields full lines and loses nothing", arguments: 2...80)
  func hardLinesAreTheLineInParts(width: Int) {
    var generator = SplitMix64(seed: UInt64(width))
    for _ in 0..<40 {
      let text = Self.text(&generator).filter { !$0.isNewline && $0 != "\t" }
      let lines = Wrapping.hardLines(of: text, width: width)
      #expect(lines.joined() == text)
      for line in lines { #expect(CellWidth.of(line) <= width) }
      // Each is as full as can be.
      for (line, next) in zip(lines, lines.dropFirst()) {
        #expect(CellWidth.of(line) + CellWidth.of(String(next.prefix(1))) > width)
      }
    }
  }
}
