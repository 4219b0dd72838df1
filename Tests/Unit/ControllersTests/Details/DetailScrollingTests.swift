import Screens
import Terminals
import Testing

@testable import Controllers

/// Where a detail stands, and what is selected in it, key by key.
@MainActor @Suite struct DetailScrollingTests {
  /// A headline on the second line, and rows from the fourth on.
  private func detail(_ rows: [DetailRow], failing: Bool = false) async -> DetailController {
    let detail = DetailController(title: "id 5") { load in
      if failing, load.loadReason == .userRefresh { throw TestError() }
      load.show(Detail(title: "T", headline: "H", sections: [DetailSection(rows: rows)]))
    }
    await detail.load(.appear, Stage().navigator)
    return detail
  }

  private static let words = (0..<30).map { DetailRow.text(id: "\($0)", "line \($0)") }

  private func link(_ id: String) -> DetailRow {
    .labelled(id, "v", opens: BarnRoute.animal(id))
  }

  private func top(_ detail: DetailController, _ stage: Stage) throws -> Int {
    detail.shownLines(try #require(detail.layout(stage.size)), stage.size).lowerBound
  }

  private func selected(_ detail: DetailController, _ stage: Stage) throws -> String? {
    detail.selectedID(try #require(detail.layout(stage.size)), stage.size)
  }

  /// 33 lines.
  @Test(
    "Keys scroll a detail by lines, half pages and pages",
    arguments: [
      (
        6, [.pageDown, .control("d"), .control("u"), .pageUp, .end, .pageUp, .home, .up],
        [5, 8, 5, 0, 27, 22, 0, 0]
      ),
      (
        1, [.pageDown, .control("d"), .control("u"), .pageUp, .end, .down, "k", "g"],
        [1, 2, 1, 0, 32, 32, 31, 0]
      ), (33, [.down, .end, " "], [0, 0, 0]), (32, [.down, .down, .up], [1, 1, 0]),
    ] as [(Int, [Key], [Int])])
  func keysScroll(rows: Int, keys: [Key], tops: [Int]) async throws {
    let detail = await detail(Self.words)
    let stage = Stage(rows: rows)
    for (key, expected) in zip(keys, tops) {
      stage.press(key, in: detail)
      #expect(try top(detail, stage) == expected)
    }
  }

  @Test("The mouse wheel scrolls a detail by three lines and stops at the ends")
  func theWheelScrollsByThreeLinesAndStopsAtTheEnds() async throws {
    let detail = await detail(Self.words)
    let stage = Stage(rows: 29)
    for expected in [3, 4, 4] {
      stage.mouse(.scrollDown, row: 2, in: detail)
      #expect(try top(detail, stage) == expected)
    }
    for expected in [1, 0, 0] {
      stage.mouse(.scrollUp, row: 2, in: detail)
      #expect(try top(detail, stage) == expected)
    }
    #expect(detail.state.topRowID == nil && detail.state.topLine == 0)
  }

  @Test(
    "A detail shows ▼ while lines are below the window",
    arguments: [(32, true), (33, false), (2, true), (1, false)])
  func thatThereIsMoreBelowIsSaid(rows: Int, isSaid: Bool) async {
    let detail = await detail(Self.words)
    let lines = Stage(rows: rows).lines(of: detail)
    #expect(lines.last?.hasSuffix("▼") == isSaid)
    #expect(!lines.joined().contains("▲"))
  }

  @Test("A detail shows ▲ while lines are above the window") func thatThereIsMoreAboveIsSaidToo()
    async
  {
    let detail = await detail(Self.words)
    let stage = Stage(rows: 32)
    stage.press(.down, in: detail)
    let lines = stage.lines(of: detail)
    #expect(lines.first?.hasSuffix("▲") == true)
    #expect(!lines.joined().contains("▼"))
  }

  // MARK: Rows that open

  /// Fifteen lines on six: the last two are rows that open.
  @Test("Down in a detail scrolls to the end before it selects links")
  func linesComeFirstAndThenTheRowsThatOpen() async throws {
    let detail = await detail(Array(Self.words.prefix(10)) + [link("A"), link("B")])
    let stage = Stage(rows: 6)
    var seen: [String] = []
    for _ in 0..<12 {
      stage.press(.down, in: detail)
      seen.append("\(try top(detail, stage)) \(try selected(detail, stage) ?? "-")")
    }
    #expect(
      seen == (1...9).map { "\($0) -" } + ["9 A", "9 B", "9 B"])
    seen = []
    for _ in 0..<4 {
      stage.press(.up, in: detail)
      seen.append("\(try top(detail, stage)) \(try selected(detail, stage) ?? "-")")
    }
    #expect(seen == ["9 A", "8 A", "7 -", "6 -"])
    seen = []
    for _ in 0..<4 {
      stage.press(.down, in: detail)
      seen.append("\(try top(detail, stage)) \(try selected(detail, stage) ?? "-")")
    }
    #expect(seen == ["7 -", "8 A", "9 A", "9 B"])
  }

  /// Ten rows that open, on the lines 3 to 12; five lines are in sight.
  @Test("Tab selects a detail's first visible link, Shift-Tab the last")
  func tabBeginsWithTheFirstInSightAndShiftTabWithTheLast() async throws {
    let detail = await detail((0..<10).map { link("\($0)") })
    let stage = Stage(rows: 5)
    stage.press(.pageDown, .tab, in: detail)
    #expect(try top(detail, stage) == 4)
    #expect(detail.state.selectedID == "1")
    detail.state.selectedID = nil
    stage.press(.backTab, in: detail)
    #expect(detail.state.selectedID == "5")
    #expect(try top(detail, stage) == 4)
    stage.press(.tab, in: detail)
    #expect(detail.state.selectedID == "6")
    #expect(try top(detail, stage) == 8)
    detail.state.selectedID = "9"
    stage.press(.tab, in: detail)
    #expect(detail.state.selectedID == "0")
    #expect(try top(detail, stage) == 3)
    stage.press(.backTab, in: detail)
    #expect(detail.state.selectedID == "9")
    #expect(try selected(detail, stage) == "9")
  }

  @Test("A click in a detail selects the link at that row") func aClickHitsTheRowThatIsSeen()
    async throws
  {
    let detail = await detail([.text(id: "w", "words"), link("A"), link("B")])
    let stage = Stage(rows: 10)
    for row in [0, 1, 2, 3, 6, 9] {
      stage.mouse(.click, row: row, in: detail)
      #expect(detail.state.selectedID == nil)
    }
    stage.mouse(.click, row: 5, in: detail)
    #expect(detail.state.selectedID == "B")
    #expect(stage.opened == [])
    stage.mouse(.doubleClick, row: 5, in: detail)
    #expect(stage.opened == [#"animal("B")"#])
  }

  @Test("A click in a detail below an error selects the link at that row")
  func belowAFailureAClickHitsTheRowThatIsSeenToo() async throws {
    let detail = await detail([link("A"), link("B")], failing: true)
    let stage = Stage(rows: 12)
    await detail.load(.userRefresh, stage.navigator)
    #expect(
      stage.lines(of: detail).prefix(7).map { $0 } == [
        "  ✕ Refresh failed", "    The well is dry.", "    Showing the last good data. Dig deeper.",
        "", "   H", "", "   A  v",
      ])
    stage.mouse(.click, row: 7, in: detail)
    #expect(detail.state.selectedID == "B")
    // Where the failure stands there is nothing to hit.
    stage.mouse(.click, row: 2, in: detail)
    #expect(detail.state.selectedID == "B")
    #expect(stage.opened == [])
  }

  @Test("Enter opens a detail's first visible link if the selection is hidden")
  func enterOpensTheFirstInSightIfTheSelectedOneIsNot() async {
    let detail = await detail((0..<10).map { link("\($0)") })
    let stage = Stage(rows: 5)
    detail.state.selectedID = "9"
    stage.press(.pageDown, .enter, in: detail)
    #expect(stage.opened == [#"animal("1")"#])
    #expect(detail.state.selectedID == "1")
  }

  // MARK: Neighbours

  /// Rows of a table are neighbours of each other alone.
  @Test("A detail's neighbours are links of the same kind")
  func theNeighbourIsTheNextOfTheSameKind() async {
    let detail = await detail([
      link("A"), .table(id: "t", ["x"], opens: BarnRoute.animal("t")), link("B"),
    ])
    let stage = Stage()
    stage.press(.tab, .enter, in: detail)
    for answer in [
      ScreenResult.nextNeighbour, .nextNeighbour, .previousNeighbour, .previousNeighbour,
    ] {
      detail.receive(answer, stage.navigator)
    }
    #expect(stage.opened == ["A", "B", "B", "A", "A"].map { "animal(\"\($0)\")" })
    #expect(stage.notices == ["This is the last of 2.", "This is the first of 2."])
    #expect(detail.state.selectedID == "A")
  }

  @Test("A detail scrolls to the neighbour that it opens") func aNeighbourIsBroughtIntoSight()
    async throws
  {
    let detail = await detail((0..<10).map { link("\($0)") })
    let stage = Stage(rows: 5)
    stage.press(.tab, .enter, in: detail)
    for number in 1...9 {
      detail.receive(.nextNeighbour, stage.navigator)
      #expect(try selected(detail, stage) == "\(number)")
    }
    for number in (0...8).reversed() {
      detail.receive(.previousNeighbour, stage.navigator)
      #expect(try selected(detail, stage) == "\(number)")
    }
    #expect(stage.notices == [])
  }

  @Test("A detail opens a requested neighbour once, after its rows are loaded")
  func aNeighbourThatIsAskedForBeforeTheRowsAreThereIsOpenedOnce() async {
    let stage = Stage()
    let detail = DetailController(title: "T") { load in
      load.show(
        Detail(
          title: "T", headline: "H",
          sections: [
            DetailSection(rows: ["A", "B"].map { .labelled($0, "v", opens: BarnRoute.animal($0)) })
          ]))
    }
    detail.state.selectedID = "A"
    detail.receive(.nextNeighbour, stage.navigator)
    #expect(stage.opened == [])
    await detail.load(.appear, stage.navigator)
    await detail.load(.appear, stage.navigator)
    #expect(stage.opened == [#"animal("B")"#])
  }

  @Test("A detail drops a requested neighbour when its load fails")
  func afterALoadThatFailedNoNeighbourIsOpened() async {
    let stage = Stage()
    var isFirst = true
    let rows = ["A", "B"].map { link($0) }
    let detail = DetailController(title: "T") { load in
      defer { isFirst = false }
      if isFirst { throw TestError() }
      load.show(Detail(title: "T", headline: "H", sections: [DetailSection(rows: rows)]))
    }
    detail.state.selectedID = "A"
    detail.receive(.nextNeighbour, stage.navigator)
    await detail.load(.appear, stage.navigator)
    await detail.load(.appear, stage.navigator)
    #expect(stage.opened == [])
    #expect(detail.detail != nil)
  }

  // MARK: Copying a value

  @Test("A detail's picker copies the value of the chosen label")
  func aValueIsChosenByItsLabelAndCopied() async {
    let detail = await detail([
      .labelled("Name", "hen"), .table(id: "t", ["x"]), .labelled("Name", "cock"),
      .text(id: "w", "words"),
    ])
    let stage = Stage()
    stage.press("C", in: detail)
    #expect(stage.picked.map(\.title) == ["Copy"])
    #expect(stage.picked.first?.choices.map(\.id) == ["Name", "Name (2)"])
    #expect(stage.picked.first?.choices.map(\.label) == ["Name", "Name"])
    for id in ["Name (2)", "Name", "Other", "t"] {
      detail.receive(
        ScreenResult(question: DetailController.valueQuestion, choiceID: id), stage.navigator)
    }
    #expect(stage.copies == ["cock", "hen"])
    #expect(stage.notices == ["That value is gone.", "That value is gone."])
  }

  @Test("A detail without labels reports that no value can be copied")
  func withoutALabelThereIsNoValueToCopy() async {
    let detail = await detail([.text(id: "w", "words")])
    let stage = Stage()
    stage.press("C", in: detail)
    #expect(stage.picked.isEmpty)
    #expect(stage.notices == ["There is no value with a label."])
  }

  // MARK: Failures and changes

  @Test("A detail shows Loading and then the error of a failed load")
  func untilItIsThereItLoadsAndThenSaysWhyNot() async {
    let stage = Stage(rows: 4)
    let detail = DetailController(title: "id 5") { _ in throw TestError() }
    #expect(stage.lines(of: detail) == ["", "  Loading…", "", ""])
    await detail.load(.appear, stage.navigator)
    let words = ["  ✕ Loading failed", "    The well is dry.", "    Dig deeper."]
    #expect(stage.lines(of: detail) == [""] + words)
    stage.size = Size(rows: 3, columns: 80)
    #expect(stage.lines(of: detail) == words)
    // There is nothing behind the failure.
    #expect(!detail.bindings.contains { $0.label == "dismiss" })
  }

  @Test("A detail's change marks stay until another change or a user's refresh")
  func whatChangedStaysMarkedUntilSomethingElseDoesOrThePersonAsks() async {
    let known = Known()
    let stage = Stage()
    let detail = DetailController(title: "T") { load in
      load.show(
        Detail(
          title: "T", headline: "H",
          sections: [
            DetailSection(rows: [.labelled("Status", known.status), .labelled("Zone", "z")])
          ]),
        from: Provenance(.live("farm"), timestamp: known.timestamp))
    }
    await detail.load(.appear, stage.navigator)
    #expect(detail.state.changedIDs == [])
    (known.status, known.timestamp) = ("b", 2)
    await detail.load(.timer, stage.navigator)
    #expect(detail.state.changedIDs == ["Status"])
    #expect(stage.lines(of: detail)[3] == " • Status  b")
    #expect(stage.lines(of: detail)[4] == "   Zone    z")
    known.timestamp = 3
    await detail.load(.timer, stage.navigator)
    #expect(detail.state.changedIDs == ["Status"])
    known.timestamp = 4
    await detail.load(.userRefresh, stage.navigator)
    #expect(detail.state.changedIDs == [])
  }
}

/// The knowledge of a source, which changes.
@MainActor private final class Known {
  var status = "a"
  var timestamp = 1
}
