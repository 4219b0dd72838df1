import Testing

@testable import Terminals

@Suite struct FrameTests {
  @Test func aNewFrameIsBlank() {
    let frame = Frame(size: Size(rows: 2, columns: 3))
    #expect(frame.cells == Array(repeating: .blank, count: 6))
    #expect(frame.cursor == nil)
    #expect(frame.text(ofRow: 1) == "   ")
    #expect(frame.text == "\n")
  }

  @Test(arguments: [Size(rows: 0, columns: 0), Size(rows: 0, columns: 9)])
  func aFrameWithoutRowsHasNeitherCellsNorText(size: Size) {
    #expect(Frame(size: size).cells.isEmpty)
    #expect(Frame(size: size).text == "")
  }

  @Test func aFrameWithoutColumnsHasEmptyRows() {
    let frame = Frame(size: Size(rows: 2, columns: 0))
    #expect(frame.cells(ofRow: 1).isEmpty)
    #expect(frame.text == "\n")
  }

  @Test("Frame of an impossible size is clamped")
  func aFrameOfAnImpossibleSizeIsOfTheLargestThatIsPossible() {
    #expect(Frame(size: Size(rows: .max, columns: 1)).size.rows == 4096)
  }

  @Test("Frame text omits trailing blanks, row text keeps them")
  func textLeavesOutTrailingBlanksAndRowsKeepThem() {
    var canvas = Canvas(size: Size(rows: 3, columns: 6))
    canvas.write(" a b", row: 0)
    canvas.write("漢e\u{301}", row: 2)
    #expect(canvas.picture.text(ofRow: 0) == " a b  ")
    #expect(canvas.picture.text(ofRow: 2) == "漢e\u{301}   ")
    #expect(canvas.picture.text == " a b\n\n漢e\u{301}")
  }

  @Test("Frame row cells are a slice of all cells") func theCellsOfARowAreThatPartOfAllCells() {
    var canvas = Canvas(size: Size(rows: 3, columns: 5))
    canvas.write("a漢e\u{301}", row: 1, style: .accent)
    let frame = canvas.picture
    #expect(Array(frame.cells(ofRow: 1)) == Array(frame.cells[5..<10]))
    var some: [Cell] = []
    frame.forEachCell(ofRow: 1, columns: 1..<4) { some.append($0) }
    frame.forEachCell(ofRow: 1, columns: 5..<5) { some.append($0) }
    #expect(some == Array(frame.cells[6..<9]))
    #expect(frame.cells(ofRow: 1).map(\.width) == [1, 2, 0, 1, 1])
    #expect(frame.cells(ofRow: 1).map(\.character) == ["a", "漢", " ", "e\u{301}", " "])
    #expect(frame.cells(ofRow: 1).map(\.scalar) == ["a", "漢", " ", nil, " "])
    #expect(frame.cells(ofRow: 1).map(\.style.role) == [.accent, .accent, .accent, .accent, .text])
    #expect(frame.cells(ofRow: 1).map(\.isContinuation) == [false, false, true, false, false])
  }
}
