import Screens
import Terminals
import Testing

@testable import Controllers

@Suite struct CanvasFieldTests {
  private func drawn(
    _ text: String, caret: Int, width: Int, hasFocus: Bool = true, placeholder: String = ""
  ) -> (text: String, cursor: Int?) {
    var canvas = Canvas(size: Size(rows: 1, columns: 12))
    canvas.drawField(
      TextEntry(text, caret: caret), row: 0, column: 1, width: width, hasFocus: hasFocus,
      placeholder: placeholder)
    return (canvas.picture.text(ofRow: 0), canvas.picture.cursor?.column)
  }

  @Test(
    "A text field scrolls to keep its caret visible",
    arguments: [
      ("", 0, " ", 1), ("abc", 3, " abc", 4), ("abc", 0, " abc", 1), ("abcdefgh", 8, " efgh", 5),
      ("abcdefgh", 0, " abcde", 1), ("abcdefgh", 4, " abcde", 5), ("abcdefgh", 5, " bcdef", 5),
      ("東京大学", 4, " 大学", 5), ("東京大学", 2, " 東京", 5), ("👩‍💻👩‍💻👩‍💻", 3, " 👩‍💻👩‍💻", 5),
    ])
  func theCaretIsAlwaysInSight(text: String, caret: Int, line: String, cursor: Int) {
    let drawn = drawn(text, caret: caret, width: 5)
    #expect(drawn.text.trimmingTrailing == line.trimmingTrailing)
    #expect(drawn.cursor == cursor)
  }

  @Test("A text field without focus has no cursor") func withoutFocusThereIsNoCursor() {
    #expect(drawn("abc", caret: 1, width: 5, hasFocus: false).cursor == nil)
  }

  @Test("A text field shows its placeholder only while it is empty")
  func aPlaceholderStandsWhereNothingIsTyped() {
    #expect(drawn("", caret: 0, width: 8, placeholder: "example.com").text == " example…   ")
    #expect(drawn("x", caret: 0, width: 8, placeholder: "example.com").text == " x          ")
  }

  @Test("A text field of one cell has no cursor") func aFieldOfOneCellHasNoRoomForTheCaret() {
    #expect(drawn("abc", caret: 3, width: 1) == (String(repeating: " ", count: 12), nil))
    #expect(drawn("abc", caret: 3, width: 2) == (" c          ", 2))
  }

  /// A terminal that can't dim would show the placeholder as something typed.
  @Test("A text field's style covers its width but not the placeholder")
  func theFieldIsMarkedOverItsWidthAndThePlaceholderIsNot() {
    func cells(_ text: String) -> [Cell] {
      var canvas = Canvas(size: Size(rows: 1, columns: 8))
      canvas.drawField(
        TextEntry(text), row: 0, column: 1, width: 5, hasFocus: true, placeholder: "ab")
      return Array(canvas.picture.cells(ofRow: 0))
    }
    #expect(cells("x").map(\.style.isField) == (0..<8).map { (1..<6).contains($0) })
    #expect(cells("").map(\.style.isField) == (0..<8).map { (3..<6).contains($0) })
    #expect(cells("")[1].style == .secondary)
    #expect(cells("x")[1].style == Style(.text, isField: true))
  }
}

extension String {
  fileprivate var trimmingTrailing: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
