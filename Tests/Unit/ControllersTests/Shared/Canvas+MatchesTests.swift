import Terminals
import Testing

@testable import Controllers

@Suite struct CanvasMatchesTests {
  private func drawn(
    _ text: String, _ query: String, limit: Int
  ) -> (text: String, accents: String) {
    var canvas = Canvas(size: Size(rows: 1, columns: 20))
    canvas.write(text, row: 0, column: 2, style: .text, limit: limit, matching: FilterQuery(query))
    let frame = canvas.picture
    let accents = frame.cells(ofRow: 0).map { $0.style.role == .accent ? "^" : " " }.joined()
    return (frame.text(ofRow: 0), accents)
  }

  @Test(
    "Canvas text accents its matches, also when truncated",
    arguments: [
      ("abcdef", "cd", 10, "  abcdef            ", "    ^^              "),
      ("abcabc", "BC", 10, "  abcabc            ", "   ^^ ^^            "),
      ("abcdefgh", "bc", 5, "  abcd…             ", "   ^^               "),
      ("abcdefgh", "cdef", 5, "  abcd…             ", "    ^^              "),
      ("abcdefgh", "efgh", 5, "  abcd…             ", "                    "),
      ("abcdefgh", "abcdefgh", 5, "  abcd…             ", "  ^^^^              "),
      ("東京大学", "京", 10, "  東京大学          ", "    ^^              "),
      ("東京大学", "京大", 6, "  東京…             ", "    ^^              "),
      ("a\u{1B}b", "b", 9, "  a^[b              ", "     ^              "),
      ("abc", "x", 9, "  abc               ", "                    "),
      ("abc", "abc", 0, "                    ", "                    "),
      ("abc", "abc", -5, "                    ", "                    "),
      ("abcde", "cde", 5, "  abcde             ", "    ^^^             "),
      ("abc", "", 9, "  abc               ", "                    "),
    ])
  func whatMatchesIsAccentedAndTheTextStaysAsItIs(
    text: String, query: String, limit: Int, line: String, accents: String
  ) {
    let drawn = drawn(text, query, limit: limit)
    // A wide character's second cell has no text of its own.
    #expect(drawn.text == line)
    #expect(drawn.accents == accents)
  }

  @Test("Canvas matches on a selected row are selected too")
  func onASelectedRowTheMatchesAreSelectedToo() {
    func cells(_ query: FilterQuery?, isSelected: Bool) -> [Style] {
      var canvas = Canvas(size: Size(rows: 1, columns: 3))
      canvas.write(
        "abc", row: 0, column: 0, style: Style(.text, isSelected: isSelected), limit: 3,
        matching: query)
      return canvas.picture.cells(ofRow: 0).map(\.style)
    }
    let text = Style(.text, isSelected: true)
    let match = Style(.accent, isSelected: true)
    #expect(cells(FilterQuery("b"), isSelected: true) == [text, match, text])
    #expect(cells(FilterQuery("b"), isSelected: false) == [.text, .accent, .text])
    #expect(cells(nil, isSelected: true) == [text, text, text])
  }
}
