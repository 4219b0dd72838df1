import Restoration
import Screens
import Terminals
import Testing

@testable import Controllers

/// Where the parts of a list stand in windows of any height, line by line.
@MainActor @Suite struct ListPlacesTests {
  /// Animals whose numbers are their names.
  private func list(
    _ count: Int, note: String? = nil, footer: (@Sendable (Animal) -> String)? = nil,
    summary: String? = nil, showsHeadings: Bool = true, sort: ListSort = .asReceived,
    selectedID: String? = nil, request: ListRequest = ListRequest(),
    columns: [Column<Animal>] = Animal.columns, failing: Bool = false
  ) async -> ListController<Animal> {
    let list = ListController(
      title: "Animals", columns: columns, id: { $0.id },
      options: {
        $0.sort = sort
        $0.selectedID = selectedID
        $0.showsHeadings = showsHeadings
        $0.emptyText = "The barn is empty."
        $0.footer = footer
        $0.request = request
      },
      source: { load in
        if failing, load.loadReason == .userRefresh { throw TestError() }
        let rows = (0..<count).map { Animal("\($0)", "hen \($0)") }
        let words = summary ?? (count == 0 ? "" : "\(count) animals")
        load.show(ListContent(rows: rows, summary: words, note: note))
      }, open: { animal, navigator in navigator.push(BarnRoute.animal(animal.id)) })
    await list.load(.appear, Stage().navigator)
    return list
  }

  // MARK: Regions

  /// The rows of headings, first row, note and summary, and the number of lines between.
  @Test(
    "A list has headings if a row fits below them",
    arguments: [
      (1, nil, [nil, 0, nil, 0], 0), (2, nil, [nil, 0, nil, 1], 1), (3, nil, [0, 1, nil, 2], 1),
      (4, nil, [0, 1, nil, 3], 2), (24, nil, [0, 1, nil, 23], 22), (3, "Odd.", [nil, 0, 1, 2], 1),
      (4, "Odd.", [0, 1, 2, 3], 1), (5, "Odd.", [0, 1, 3, 4], 2),
    ] as [(Int, String?, [Int?], Int)])
  func headingsAreThereIfARowHasRoomToo(
    rows: Int, note: String?, places: [Int?], lines: Int
  ) async {
    let size = Size(rows: rows, columns: 40)
    let list = await list(10, note: note)
    let regions = list.regions(in: size)
    #expect(
      [regions.headingRow, regions.firstRow, regions.noteRow, regions.summaryRow] == places)
    #expect(regions.lines == lines)
    #expect(list.problemLines(size) == 0 && regions.footer.isEmpty)
  }

  /// The remark on the selected row has three lines here.
  @Test(
    "A list's footer leaves two lines for rows",
    arguments: [
      (24, 0, 3, 20, 19), (9, 0, 3, 5, 4), (8, 0, 3, 4, 3), (7, 0, 3, 3, 2), (6, 0, 2, 3, 2),
      (5, 0, 1, 3, 2), (4, nil, 1, 2, 2), (3, nil, 1, 1, 1), (2, nil, 0, 1, 1), (1, nil, 0, 0, 0),
    ] as [(Int, Int?, Int, Int, Int)])
  func aRemarkLeavesRoomForTwoRows(
    rows: Int, heading: Int?, count: Int, row: Int, lines: Int
  ) async {
    let list = await list(10, footer: { _ in "one\ntwo\nthree" })
    let regions = list.regions(in: Size(rows: rows, columns: 40))
    #expect(regions.headingRow == heading)
    #expect(regions.footer.count == count)
    #expect(regions.footerRow == row)
    #expect(regions.lines == lines)
    if count > 0, count < 3 { #expect(regions.footer.last?.hasSuffix("three") == true) }
  }

  @Test(
    "An empty list shows its text below a blank line if that fits",
    arguments: [
      (1, ["  The barn is empty."]), (2, ["", "  The barn is empty."]),
      (5, ["", "  The barn is empty.", "", "", ""]),
      (6, ["   NAME      LEGS  PLACE", "", "  The barn is empty.", "", "", ""]),
    ])
  func anEmptyListSaysSoBelowABlankLineIfThereIsRoom(rows: Int, expected: [String]) async {
    let lines = Stage(rows: rows, columns: 40).lines(of: await list(0))
    #expect(lines.count == rows)
    #expect(lines.filter { !$0.contains("NAME") } == expected.filter { !$0.contains("NAME") })
    #expect(lines.contains { $0.contains("NAME") } == expected.contains { $0.contains("NAME") })
  }

  @Test("An empty list wraps its text in a narrow window")
  func whereItHasNoRoomTheSentenceIsBroken() async {
    let list = await list(0)
    #expect(Stage(rows: 3, columns: 14).lines(of: list) == ["", "  The barn", "  is empty."])
    #expect(Stage(rows: 2, columns: 14).lines(of: list) == ["  The barn", "  is empty."])
    #expect(Stage(rows: 1, columns: 14).lines(of: list) == ["  The barn"])
  }

  // MARK: More above and below

  @Test(
    "A list shows ▼ while rows are below the window",
    arguments: [
      (3, 5, [false, false]), (4, 5, [false, true]), (3, 4, [false, false]),
      (10, 24, [false, false]),
    ])
  func thatThereIsMoreBelowIsSaid(count: Int, rows: Int, signs: [Bool]) async {
    let list = await list(count)
    let lines = Stage(rows: rows).lines(of: list)
    #expect([lines[1].hasSuffix("▲"), lines[rows - 2].hasSuffix("▼")] == signs)
    #expect(lines.joined().contains("▼") == signs[1])
  }

  @Test("A list shows ▲ and ▼ for rows above and below the window")
  func theSignsAreThoseOfWhatIsOutOfSight() async {
    let list = await list(5)
    let stage = Stage(rows: 5)
    var seen: [String] = []
    for _ in 0..<5 {
      let lines = stage.lines(of: list)
      let signs = (lines[1].hasSuffix("▲") ? "▲" : "") + (lines[3].hasSuffix("▼") ? "▼" : "")
      seen.append("\(list.topIndex(lines: 3)) \(signs)")
      stage.press(.down, in: list)
    }
    #expect(seen == ["0 ▼", "0 ▼", "0 ▼", "1 ▲▼", "2 ▲"])
    // On the selected row the sign is part of it.
    let cells = Array(stage.picture(of: list).cells(ofRow: 3))
    #expect(cells[5].style.isSelected)
    stage.press(.up, .up, in: list)
    let first = Array(stage.picture(of: list).cells(ofRow: 1))
    #expect(first[79].character == "▲" && first[79].style.isSelected)
  }

  /// With two lines there is no room for them beside the rows.
  @Test("A list of two visible lines shows no ▼") func onTwoLinesThereAreNoSigns() async {
    let lines = Stage(rows: 4).lines(of: await list(5))
    #expect(!lines.joined().contains("▼"))
  }

  @Test(
    "A list shows the position only if not all rows are visible",
    arguments: [(3, 5, nil), (4, 5, "1 of 4"), (3, 4, "1 of 3")] as [(Int, Int, String?)])
  func thePositionIsSaidWhereNotAllRowsAreInSight(count: Int, rows: Int, words: String?) async {
    let last = Stage(rows: rows).lines(of: await list(count)).last
    #expect(last?.hasSuffix(words ?? "\(count) animals") == true)
    #expect(last?.contains(" of ") == (words != nil))
  }

  @Test(
    "A narrow list keeps the position rather than the count",
    arguments: [
      (21, " 10 animals  1 of 10"), (20, " 10 anima…  1 of 10"), (10, "  1 of 10"), (9, " 10 ani…"),
    ])
  func thePositionGoesBeforeTheNumberOfRows(columns: Int, text: String) async {
    #expect(Stage(rows: 5, columns: columns).lines(of: await list(10)).last == text)
  }

  @Test(
    "A list's filter field takes the width beside the count",
    arguments: [(80, 44), (60, 44), (57, 41), (30, 14), (20, 12)])
  func theFieldOfAFilterHasTheRoomBesideTheCount(columns: Int, column: Int) async {
    let list = await list(10)
    let stage = Stage(rows: 5, columns: columns)
    stage.press("/", "h", in: list)
    let line = stage.lines(of: list).last ?? ""
    #expect(line.hasPrefix(" /h" + String(repeating: " ", count: column - 3) + "10 of "))
    #expect(stage.picture(of: list).cursor == Position(row: 4, column: 3))
  }

  // MARK: Without the keys

  @Test("A list without focus marks its selection with a bar")
  func withoutTheKeysTheSelectionIsABar() async {
    let list = await list(3)
    list.hasFocus = false
    let picture = Stage(rows: 5).picture(of: list)
    #expect(picture.text(ofRow: 1).hasPrefix("▌"))
    #expect(!picture.cells.contains { $0.style.isSelected })
    list.hasFocus = true
    let focused = Stage(rows: 5).picture(of: list)
    #expect(!focused.text.contains("▌"))
    #expect(focused.cells(ofRow: 1).allSatisfy { $0.style.isSelected })
    #expect(!focused.cells(ofRow: 2).contains { $0.style.isSelected })
  }

  // MARK: Failures

  @Test("A list shows Loading and then the error of a failed load")
  func untilItIsThereItLoadsAndThenSaysWhyNot() async {
    let list = ListController(
      title: "Animals", columns: Animal.columns, id: { $0.id }, source: { _ in throw TestError() }
    )
    let stage = Stage(rows: 4)
    #expect(stage.lines(of: list) == ["", "  Loading…", "", ""])
    await list.load(.appear, stage.navigator)
    let words = ["  ✕ Loading failed", "    The well is dry.", "    Dig deeper."]
    #expect(stage.lines(of: list) == [""] + words)
    stage.size = Size(rows: 3, columns: 80)
    #expect(stage.lines(of: list) == words)
  }

  @Test("A click in a list below an error hits the row at that line")
  func aFailureStandsAboveTheRowsAndAClickHitsWhatIsSeen() async {
    let list = await list(10, failing: true)
    let stage = Stage(rows: 13)
    await list.load(.userRefresh, stage.navigator)
    #expect(list.problemLines(stage.size) == 4)
    #expect(list.problemLines(Size(rows: 12, columns: 80)) == 3)
    #expect(list.regions(in: stage.size).headingRow == 4)
    #expect(stage.lines(of: list)[5].hasPrefix(" hen 0"))
    stage.mouse(.click, row: 7, in: list)
    #expect(list.state.selectedID == "2")
    stage.mouse(.click, row: 4, column: 2, in: list)
    #expect(list.state.sort == ListSort("name"))
    #expect(list.bindings.first?.label == "dismiss")
    stage.press(.escape, in: list)
    #expect(list.state.problem == nil && list.bindings.first?.label != "dismiss")
  }

  // MARK: Offers

  @Test(
    "A list without headings has a filter from ten rows on", arguments: [(9, false), (10, true)])
  func aMenuIsFilteredFromTenRowsOn(count: Int, isSo: Bool) async {
    let list = await list(count, showsHeadings: false)
    #expect(list.bindings.contains { $0.keys == ["/"] } == isSo)
  }

  @Test func aListOfOneColumnIsNotSorted() async {
    let one = await list(3, columns: [Animal.columns[0]])
    #expect(!one.bindings.contains { $0.keys == ["s"] || $0.keys == ["N"] })
    let two = await list(3, columns: Array(Animal.columns.prefix(2)))
    #expect(
      two.bindings.contains { $0.keys == ["s"] } && two.bindings.contains { $0.keys == ["N"] })
  }

  @Test("A list's sort letters avoid keys of the application")
  func noColumnIsSortedByAKeyOfTheApplication() async {
    let list = ListController(
      title: "", columns: Animal.columns, id: { $0.id },
      options: { $0.bindings = [KeyBinding("N", help: "New") { _ in }] },
      source: { $0.show(ListContent(rows: [Animal("1"), Animal("2")], summary: "")) })
    await list.load(.appear, Stage(rows: 4).navigator)
    #expect(list.bindings.filter { $0.keys == ["N"] }.map(\.help) == ["New"])
    #expect(list.bindings.first { $0.keys == ["A"] }?.help == "Sort by NAME")
  }

  /// A beginning is shown where the person has no place that it may lack.
  @Test("A list takes partial content only without sort, filter or selection")
  func aBeginningIsTakenByThoseWhoHaveChosenNothing() {
    func takes(
      sort: ListSort = .asReceived, selectedID: String? = nil,
      request: ListRequest = ListRequest(), _ change: (inout ListState) -> Void = { _ in }
    ) -> Bool {
      let list = ListController(
        title: "", columns: Animal.columns, id: { $0.id },
        options: {
          $0.sort = sort
          $0.selectedID = selectedID
          $0.request = request
        },
        source: { _ in })
      change(&list.state)
      return list.acceptsPartialContent
    }
    #expect(takes())
    #expect(!takes(sort: ListSort("name")))
    #expect(!takes(selectedID: "1"))
    #expect(!takes(request: ListRequest(name: "hen")))
    #expect(!takes(request: ListRequest(selectedID: "1")))
    #expect(!takes(request: ListRequest(filter: "h")))
    #expect(!takes { $0.selectedID = "1" })
    #expect(!takes { $0.topID = "1" })
    #expect(!takes { $0.filter = TextEntry("h") })
    #expect(!takes { $0.sort = ListSort("name") })
  }

  @Test("A list with rows takes no partial content") func norIsOneTakenInPlaceOfWhatIsThere() async
  {
    #expect(await !list(3).acceptsPartialContent)
  }

  // MARK: Neighbours

  @Test("A list opens neighbours up to its last and first rows")
  func theNeighbourIsSelectedAndOpenedUpToTheLast() async {
    let list = await list(3)
    let stage = Stage()
    for answer in [ScreenResult.nextNeighbour, .nextNeighbour, .nextNeighbour, .previousNeighbour] {
      list.receive(answer, stage.navigator)
    }
    list.receive(.previousNeighbour, stage.navigator)
    list.receive(.previousNeighbour, stage.navigator)
    #expect(stage.opened == ["1", "2", "2", "1", "0", "0"].map { "animal(\"\($0)\")" })
    #expect(stage.notices == ["This is the last of 3 rows.", "This is the first of 3 rows."])
    let only = await self.list(1)
    only.receive(.nextNeighbour, stage.navigator)
    #expect(stage.notices.last == "There is only this row.")
  }

  // MARK: The wheel and the state

  /// Three rows are in sight.
  @Test("The wheel scrolls a list by three rows and stops at the ends")
  func theWheelMovesByThreeRowsAndStopsAtTheEnds() async {
    let list = await list(8)
    let stage = Stage(rows: 5)
    var seen: [String] = []
    for action in [
      Mouse.Action.scrollDown, .scrollDown, .scrollDown, .scrollUp, .scrollUp, .scrollUp,
    ] {
      stage.mouse(action, row: 2, in: list)
      seen.append("\(list.topIndex(lines: 3)) \(list.state.selectedID ?? "-")")
    }
    #expect(seen == ["3 0", "5 0", "5 0", "2 0", "0 0", "0 0"])
    #expect(list.state.isScrolled == false)
  }

  @Test("A list saves its selection, neighbours and top row")
  func whatIsSavedOfAPlaceIsAllThatFindsItAgain() async {
    let list = await list(20)
    let stage = Stage(rows: 7)
    for _ in 0..<8 { stage.press(.down, in: list) }
    stage.press(.up, .up, in: list)
    #expect(list.state.selectedID == "6" && list.state.selectedName == "hen 6")
    #expect(list.state.topID == "4" && list.state.rowsAbove == 2)
    #expect(list.state.neighbourIDs == ["7", "5", "8", "4", "9", "3", "10", "2"])
    #expect(!list.state.isScrolled)
    stage.mouse(.scrollDown, row: 2, in: list)
    #expect(list.state.selectedID == "6" && list.state.topID == "7")
    #expect(list.state.rowsAbove == -1 && list.state.isScrolled)
    stage.press("/", .escape, in: list)
    #expect(!list.state.isScrolled && !list.state.isFiltering)
  }

  @Test(
    "A list restores a lost top row by its distance to the selection",
    arguments: [(Int.max, "0"), (Int.min, "6"), (2, "4"), (0, "6"), (6, "0"), (7, "0")])
  func aTopThatIsGoneIsFoundByTheRowsBetween(rowsAbove: Int, top: String) async {
    let list = await list(20)
    list.state.selectedID = "6"
    list.state.topID = "gone"
    list.state.rowsAbove = rowsAbove
    // Ten rows are in sight.
    #expect(list.arrangement.id(at: list.topIndex(lines: 10)) == top)
  }

  /// Rows are looked up where they were found last: else a table of all is made, and that takes
  /// long.
  @Test("Clearing a list's filter reads few of 2,000 rows")
  func whoClearsAFilterWaitsForNoTableOfAllRows() async {
    let asked = AskedOfRows()
    let list = ListController(
      title: "Animals", columns: Animal.columns, id: { asked.note($0.id) },
      source: { $0.show(ListContent(rows: (0..<2_000).map { Animal("\($0)") }, summary: "all")) })
    let stage = Stage()
    await list.load(.appear, stage.navigator)
    stage.press("/", "n", "a", .enter, .end, .pageUp, in: list)
    let before = asked.total
    stage.press(.escape, in: list)
    _ = stage.picture(of: list)
    #expect(asked.total - before < 500)
    #expect(list.state.filter.isEmpty)
  }
}
