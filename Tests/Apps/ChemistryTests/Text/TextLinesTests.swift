import Testing

@testable import Chemistry

@Suite struct TextLinesTests {
  @Test(
    "Text lines end in three ways",
    arguments: [
      "a\nb\n\nc", "a\r\nb\r\n\r\nc", "a\rb\r\rc", "a\nb\r\n\rc\n", "a\r\r\nb\r\r\n\r\r\nc",
    ])
  func linesEndInThreeWays(text: String) {
    var lines = TextLines(Array(text.utf8))
    var found: [String] = []
    while let line = lines.take() {
      found.append(line.text)
      #expect(line.number == found.count)
    }
    #expect(found == ["a", "b", "", "c"])
  }

  @Test("Text line columns end with the line") func columnsEndWithTheLine() {
    let line = TextLine(bytes: Array(" 12abc".utf8)[...], number: 1)
    #expect(line.integer(0, 3) == 12)
    #expect(line.integer(3, 6) == nil)
    #expect(line.integer(6, 9) == 0)
    #expect(line.field(100, 200) == "")
    #expect(line.contains("abc"))
    #expect(!line.contains("abcd"))
    #expect(!line.contains("a much longer word than the line"))
  }
}
