import Testing

@testable import Terminals

@Suite struct CanvasTests {
  /// The text of a canvas of one row, with its trailing blanks.
  private func row(of columns: Int, _ draw: (inout Canvas) -> Void) -> String {
    var canvas = Canvas(size: Size(rows: 1, columns: columns))
    canvas.write(String(repeating: ".", count: columns), row: 0)
    draw(&canvas)
    return canvas.picture.text(ofRow: 0)
  }

  // MARK: Writing

  @Test(
    "Canvas: text is clipped at both edges",
    arguments: [
      ("abc", 0, "abc.......", 3), ("abc", 7, ".......abc", 10), ("abc", 8, "........ab", 10),
      ("abc", 10, "..........", 10), ("abc", 11, "..........", 11), ("abc", -1, "bc........", 2),
      ("abc", -3, "..........", 0), ("abc", -9, "..........", -6), ("", 4, "..........", 4),
      ("漢字", 0, "漢字......", 4), ("漢字", 7, ".......漢.", 9), ("漢字", 9, "..........", 9),
      ("漢字", -1, " 字.......", 3), ("漢字", -2, "字........", 2),
      ("äe\u{301}x", -1, "e\u{301}x........", 2),
      ("äe\u{301}x", 8, "........äe\u{301}", 10), ("a\u{1B}b", 0, "a^[b......", 4),
    ])
  func textIsClippedAtBothEdges(text: String, column: Int, picture: String, end: Int) {
    var returned = 0
    let shown = row(of: 10) { returned = $0.write(text, row: 0, column: column) }
    #expect(shown == picture)
    #expect(returned == end)
  }

  @Test("Canvas: a row outside is not written", arguments: [-1, 1, Int.min, Int.max])
  func aRowThatIsNotThereIsNotWrittenTo(row number: Int) {
    let shown = row(of: 3) { canvas in
      #expect(canvas.write("abc", row: number, column: 1) == 1)
      canvas.fill(row: number, style: .bad)
      canvas.rule(row: number, from: 0, to: 3)
      canvas.showCursor(row: number, column: 0)
      #expect(canvas.picture.cursor == nil)
    }
    #expect(shown == "...")
  }

  @Test(
    "Canvas: text over its limit ends in an ellipsis",
    arguments: [
      (3, "abcdef", "ab…......."), (6, "abcdef", "abcdef...."), (5, "abcdef", "abcd…....."),
      (1, "abcdef", "…........."), (0, "abcdef", ".........."), (-1, "abcdef", ".........."),
      (Int.max, "abcdef", "abcdef...."), (Int.min, "abcdef", ".........."),
      (99, "abcdefghijkl", "abcdefghi…"), (1, "a", "a........."), (0, "", ".........."),
      (4, "漢字漢", "漢…......."), (5, "漢字漢", "漢字…....."), (2, "漢字", "…........."),
      (3, "äöüß", "äö…......."), (2, "e\u{301}e\u{301}e\u{301}", "e\u{301}…........"),
      (3, "\u{1B}[31m", "^[…......."),
    ])
  func textThatNeedsMoreThanItsLimitEndsInAnEllipsis(limit: Int, text: String, picture: String) {
    #expect(row(of: 10) { $0.write(text, row: 0, limit: limit) } == picture)
  }

  @Test("Canvas: a limit ends at the right edge") func aLimitEndsAtTheRightEdge() {
    #expect(row(of: 6) { $0.write("abcdef", row: 0, column: 3, limit: 5) } == "...ab…")
    #expect(row(of: 6) { $0.write("abc", row: 0, column: 3, limit: 5) } == "...abc")
  }

  @Test("Canvas: a limit counts from a column left of the edge")
  func aLimitCountsFromTheColumnEvenLeftOfTheEdge() {
    #expect(row(of: 6) { $0.write("abcdefghijkl", row: 0, column: -4, limit: 8) } == "efg…..")
    #expect(row(of: 6) { $0.write("abcdefghijkl", row: 0, column: -9, limit: 12) } == "jkl...")
  }

  @Test("Canvas: text without a limit is cut without an ellipsis")
  func withoutALimitTextIsCutWithoutAnEllipsis() {
    #expect(row(of: 4) { $0.write("abcdef", row: 0) } == "abcd")
  }

  @Test("Canvas: text has its style in each cell") func textCarriesItsStyleToEachOfItsCells() {
    var canvas = Canvas(size: Size(rows: 1, columns: 6))
    canvas.write("a漢e\u{301}", row: 0, column: 1, style: .good.selected)
    #expect(
      canvas.picture.cells.map(\.style)
        == [.text, .good.selected, .good.selected, .good.selected, .good.selected, .text])
  }

  // MARK: Filling and ruling

  @Test(
    "Canvas: fill blanks a range of columns",
    arguments: [
      (0, nil, 0..<5), (2, nil, 2..<5), (-3, 2, 0..<2), (1, 3, 1..<3), (3, 1, 0..<0),
      (4, 99, 4..<5),
      (Int.min, Int.max, 0..<5), (Int.max, Int.min, 0..<0), (0, Int.min, 0..<0), (5, nil, 0..<0),
    ] as [(Int, Int?, Range<Int>)])
  func fillingMakesBlanksFromOneColumnToAnother(start: Int, end: Int?, filled: Range<Int>) {
    var canvas = Canvas(size: Size(rows: 1, columns: 5))
    canvas.write("abcde", row: 0)
    canvas.fill(row: 0, from: start, to: end, style: .bad)
    for (column, cell) in canvas.picture.cells.enumerated() {
      #expect((cell.style == .bad) == filled.contains(column), "\(column)")
      #expect((cell.character == " ") == filled.contains(column), "\(column)")
    }
  }

  @Test(
    "Canvas: rule is drawn over a range of columns",
    arguments: [
      (0, 5, "─────"), (1, 3, ".──.."), (-4, 2, "──..."), (4, 99, "....─"), (3, 3, "....."),
      (Int.min, Int.max, "─────"), (Int.max, Int.max, "....."),
    ])
  func aRuleGoesFromOneColumnToAnother(start: Int, end: Int, picture: String) {
    #expect(row(of: 5) { $0.rule(row: 0, from: start, to: end) } == picture)
  }

  // MARK: The cursor

  @Test(
    "Canvas: cursor is shown only inside",
    arguments: [
      (0, 0, true), (1, 4, true), (2, 0, false), (0, 5, false), (-1, 0, false), (0, -1, false),
      (Int.max, Int.max, false), (Int.min, Int.min, false),
    ])
  func theCursorIsShownOnTheCanvasOnly(row: Int, column: Int, isShown: Bool) {
    var canvas = Canvas(size: Size(rows: 2, columns: 5))
    canvas.showCursor(row: row, column: column)
    #expect(canvas.picture.cursor == (isShown ? Position(row: row, column: column) : nil))
  }

  // MARK: Parts

  @Test("Canvas part has its own coordinates and edges") func aPartHasItsOwnCoordinatesAndEdges() {
    var canvas = Canvas(size: Size(rows: 4, columns: 6))
    for row in 0..<4 { canvas.write("......", row: row) }
    canvas.within(Area(row: 1, column: 2, rows: 2, columns: 3)) { part in
      #expect(part.size == Size(rows: 2, columns: 3))
      part.write("abcd", row: 0)
      part.fill(row: 1, style: .text)
      part.write("no", row: 2)
      part.write("no", row: -1)
      part.showCursor(row: 1, column: 2)
    }
    #expect(canvas.picture.text == "......\n..abc.\n..   .\n......")
    #expect(canvas.picture.cursor == Position(row: 2, column: 4))
    #expect(canvas.size == Size(rows: 4, columns: 6))
  }

  @Test("Canvas part of a part lies in both") func aPartOfAPartLiesInBoth() {
    var canvas = Canvas(size: Size(rows: 3, columns: 7))
    canvas.within(Area(row: 1, column: 1, rows: 2, columns: 4)) { part in
      part.within(Area(row: 1, column: 1, rows: 9, columns: 9)) { inner in
        #expect(inner.size == Size(rows: 1, columns: 3))
        inner.write("abcdef", row: 0)
      }
      part.write("p", row: 0)
    }
    canvas.write("c", row: 0)
    #expect(canvas.picture.text == "c\n p\n  abc")
  }

  @Test("Canvas part that begins outside keeps its coordinates")
  func aPartThatBeginsOutsideKeepsItsCoordinates() {
    var canvas = Canvas(size: Size(rows: 3, columns: 5))
    canvas.within(Area(row: -1, column: -2, rows: 3, columns: 5)) { part in
      #expect(part.size == Size(rows: 3, columns: 5))
      part.write("hidden", row: 0)
      part.write("abcdef", row: 1)
      part.rule(row: 2, from: 0, to: 4)
      part.showCursor(row: 1, column: 1)
    }
    #expect(canvas.picture.text == "cde\n──\n")
    #expect(canvas.picture.cursor == nil)
  }

  @Test("Canvas part of a part that begins outside stays in both")
  func aPartOfAPartThatBeginsOutsideStaysInsideBoth() {
    var canvas = Canvas(size: Size(rows: 1, columns: 8))
    canvas.within(Area(row: 0, column: 2, rows: 1, columns: 4)) { part in
      part.within(Area(row: 0, column: -1, rows: 1, columns: 9)) { inner in
        #expect(inner.columns == 5)
        inner.write("abcdefgh", row: 0)
        inner.within(Area(row: 0, column: 0, rows: 1, columns: 9)) { $0.write("X", row: 0) }
        inner.within(Area(row: 0, column: 2, rows: 1, columns: 9)) { $0.write("Y", row: 0) }
      }
    }
    #expect(canvas.picture.text(ofRow: 0) == "  bYde  ")
  }

  @Test("Canvas part: a wide cluster at a hidden edge leaves a blank")
  func aWideClusterAtTheHiddenEdgeOfAPartLeavesABlank() {
    var canvas = Canvas(size: Size(rows: 1, columns: 5))
    canvas.write("12345", row: 0)
    canvas.within(Area(row: 0, column: 1, rows: 1, columns: 4)) { part in
      part.within(Area(row: 0, column: -1, rows: 1, columns: 5)) { $0.write("漢字", row: 0) }
    }
    #expect(canvas.picture.text(ofRow: 0) == "1 字5")
  }

  @Test(
    "Canvas part outside of the canvas shows nothing",
    arguments: [
      Area(row: .max, column: .max, rows: .max, columns: .max),
      Area(row: .min, column: .min, rows: .max, columns: .max),
      Area(row: 3, column: 0, rows: 1, columns: 5), Area(row: 0, column: 5, rows: 1, columns: 1),
      Area(row: 0, column: 0, rows: 0, columns: 5), Area(row: 0, column: -5, rows: 3, columns: 5),
    ])
  func aPartThatIsNowhereOnTheCanvasShowsNothing(area: Area) {
    var canvas = Canvas(size: Size(rows: 3, columns: 5))
    canvas.within(Area(row: 1, column: 1, rows: 2, columns: 4)) { whole in
      whole.within(area) { part in
        for row in 0..<3 { part.write("漢abc", row: row, style: .bad) }
        part.fill(row: 0, style: .bad)
        part.showCursor(row: 0, column: 0)
      }
    }
    #expect(canvas.picture == Frame(size: canvas.size))
  }

  @Test("Canvas part of a negative area is empty") func anAreaMadeNegativeLaterIsAnEmptyPart() {
    var area = Area(row: 0, column: 0, rows: 1, columns: 1)
    area.rows = .min
    area.columns = -3
    var canvas = Canvas(size: Size(rows: 1, columns: 1))
    canvas.within(area) { #expect($0.size == Size(rows: 0, columns: 0)) }
  }

  // MARK: Small canvases

  @Test("Canvas without cells shows nothing", arguments: [(0, 0), (0, 5), (5, 0)])
  func onACanvasWithoutCellsDrawingShowsNothing(rows: Int, columns: Int) {
    var canvas = Canvas(size: Size(rows: rows, columns: columns))
    canvas.write("漢a", row: 0, limit: 1)
    canvas.fill(row: 0, style: .bad)
    canvas.rule(row: 0, from: 0, to: 9)
    canvas.showCursor(row: 0, column: 0)
    canvas.within(Area(row: 0, column: 0, rows: 9, columns: 9)) { $0.write("x", row: 0) }
    #expect(canvas.picture == Frame(size: Size(rows: rows, columns: columns)))
  }

  @Test(
    "Canvas of one cell holds one narrow cluster",
    arguments: [("a", "a"), ("ab", "a"), ("漢", " "), ("e\u{301}", "e\u{301}")])
  func onACanvasOfOneCellOneClusterFits(text: String, picture: String) {
    var canvas = Canvas(size: Size(rows: 1, columns: 1))
    #expect(canvas.write(text, row: 0) == (picture == " " ? 0 : 1))
    #expect(canvas.picture.text(ofRow: 0) == picture)
  }

  @Test("Canvas of one cell shows an ellipsis for a wide cluster")
  func onACanvasOfOneCellMoreIsAnEllipsis() {
    var canvas = Canvas(size: Size(rows: 1, columns: 1))
    canvas.write("漢", row: 0, limit: 1)
    #expect(canvas.picture.text(ofRow: 0) == "…")
  }
}
