import Controllers
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

@MainActor @Suite struct ListControllerTests {
  // MARK: Moving

  @Test("A list selects its first row until the user moves")
  func theFirstRowIsSelectedUntilThePersonMoves() async throws {
    let barn = Barn(count: 5)
    let session = try await barn.session()
    #expect(session.selectedID == "00")
    // Another row comes first after a refresh: nobody has chosen yet.
    barn.rows.insert(Animal("new"), at: 0)
    await session.press("r")
    #expect(session.selectedID == "new")
  }

  @Test(
    "Keys move a list's selection, and a relaunch keeps the row",
    arguments: [
      ([.down], "01"), (["j", "j"], "02"), ([.up], "00"), ([.end], "99"), (["G", "k"], "98"),
      ([.pageDown], "19"), ([.pageDown, .pageDown, .pageUp], "19"), ([" "], "19"),
      ([.end, .pageUp], "80"), ([.end, .home], "00"), (["G", "g"], "00"),
      ([.control("f"), .control("b")], "00"), ([.end, .down], "99"),
      ([.control("d")], "10"), ([.control("d"), .control("d"), .control("u")], "10"),
      ([.control("n"), .control("n"), .control("p")], "01"),
    ] as [([Key], String)])
  func keysMove(keys: [Key], expected: String) async throws {
    let session = try await Barn(count: 100).session()
    for key in keys { await session.press(key) }
    #expect(session.selectedID == expected)
    try await session.killAndRelaunch()
    #expect(session.selectedID == expected)
  }

  @Test("Enter opens a list's selected row, and Escape returns to the row")
  func enterOpensTheSelectedRow() async throws {
    let session = try await Barn(count: 5).session()
    await session.press("j", .enter)
    try session.expect("Barn › Animals › 01")
    await session.press(.escape)
    #expect(session.selectedID == "01")
  }

  @Test("Row action keys and copying apply to a list's selected row")
  func aRowsOwnKeysActOnTheSelectedRow() async throws {
    let session = try await Barn(count: 5).session()
    await session.press("j", "j", "y")
    try session.expect("It is name of 02.")
    await session.press("c")
    #expect(session.terminal.copies == ["name of 02\t4\t"])
  }

  // MARK: Refreshing

  @Test("A list's selection follows its row when others move or vanish")
  func theSelectionStaysWithItsRowWhateverBecomesOfTheOthers() async throws {
    let barn = Barn(count: 9)
    let session = try await barn.session()
    await session.press("j", "j", "j")
    barn.rows.reverse()
    await session.press("r")
    #expect(session.selectedID == "03")
    barn.rows.removeAll { Int($0.id) ?? 0 > 5 }
    barn.rows.insert(Animal("aa"), at: 0)
    await session.press("r")
    #expect(session.selectedID == "03")
    try session.expectNo("gone")
  }

  @Test("A list selects the opened row again though rows were inserted")
  func theRowThatWasOpenedIsSelectedWhateverComesAboveIt() async throws {
    let barn = Barn(count: 9)
    let session = try await barn.session()
    await session.press(.enter)
    barn.rows.insert(Animal("aa"), at: 0)
    try await session.killAndRelaunch()
    await session.press(.escape)
    #expect(session.selectedID == "00")
  }

  @Test("A row opened in a filtered list stays selected without the filter")
  func aRowThatWasOpenedFromAFilterIsSelectedWithoutIt() async throws {
    let session = try await Barn(count: 20).session()
    await session.press("j", "j", "/", "1", "5", .enter, .enter, .escape, .escape)
    try session.expect("20 animals")
    #expect(session.selectedID == "15")
  }

  @Test("A click doesn't sort a list that shows no headings")
  func aHeadingThatIsNotDrawnIsNotClicked() async throws {
    let barn = Barn(count: 6)
    barn.failure = TestError()
    let session = try await barn.session()
    for row in 1..<20 { await session.mouse(.click, row: row) }
    barn.failure = nil
    await session.press("r")
    try session.expect("NAME")
    try session.expectNo("NAME ▲")
    try session.expectNo("NAME ▼")
  }

  @Test("A list's selected row stays selected when renamed") func aRenamedRowStaysSelected()
    async throws
  {
    let barn = Barn(count: 9)
    let session = try await barn.session()
    await session.press("j")
    barn.rows[1].name = "name of someone"
    await session.press("r")
    #expect(session.selectedID == "someone")
    try session.expectNo("gone")
  }

  @Test("A list selects the neighbour of a lost row and reports the loss")
  func ifTheSelectedRowIsGoneItsNeighbourIsSelectedAndThePersonIsTold() async throws {
    let barn = Barn(count: 9)
    let session = try await barn.session()
    await session.press("j", "j", "j")
    barn.rows.remove(at: 3)
    await session.press("r")
    #expect(session.selectedID == "04")
    try session.expect("“name of 03” is no longer listed; its neighbour is selected.")
    try await session.killAndRelaunch()
    #expect(session.selectedID == "04")
  }

  @Test("A list selects a farther row when the neighbours are lost too")
  func ifItsNeighboursAreGoneTooTheNextOnesAreTried() async throws {
    let barn = Barn(count: 20)
    let session = try await barn.session()
    for _ in 0..<10 { await session.press("j") }
    barn.rows.removeAll { ["09", "10", "11", "12"].contains($0.id) }
    try await session.killAndRelaunch()
    #expect(session.selectedID == "08")
    try session.expect("“name of 10” is no longer listed; its neighbour is selected.")
  }

  @Test("A list selects its first row when all rows nearby are lost")
  func ifNothingNearIsLeftTheFirstRowIsSelected() async throws {
    let barn = Barn(count: 20)
    let session = try await barn.session()
    for _ in 0..<10 { await session.press("j") }
    barn.rows = [Animal("zz"), Animal("yy")]
    await session.press("r")
    #expect(session.selectedID == "zz")
    try session.expect("“name of 10” is no longer listed.")
  }

  @Test("An emptied list shows its empty text and fills again")
  func anEmptiedListSaysSoAndGoesOnWhenItFillsAgain() async throws {
    let barn = Barn(count: 5)
    let session = try await barn.session()
    await session.press("j")
    barn.rows = []
    await session.press("r")
    try session.expect("The barn is empty.")
    #expect(session.selectedText == nil)
    // Nothing to move over, open or copy.
    for key in [.down, .up, .end, .home, .pageDown, .enter, "y", "c"] as [Key] {
      await session.press(key)
    }
    try session.expect("The barn is empty.")
    barn.rows = [Animal("zz")]
    await session.press("r")
    #expect(session.selectedID == "zz")
  }

  @Test("Refreshing a list loads its rows and reports the refresh")
  func aRefreshAsksForNewDataAndSaysThatItCame() async throws {
    let barn = Barn(count: 5)
    let session = try await barn.session()
    await session.press("r")
    #expect(barn.loads == [.appear, .userRefresh])
    try session.expect("Refreshed.")
  }

  // MARK: Scrolling

  @Test("A list's top row stays when rows are inserted above")
  func theFirstRowShownStaysTheFirstWhateverComesAboveIt() async throws {
    let barn = Barn(count: 100)
    let session = try await barn.session()
    for _ in 0..<3 { await session.press(.pageDown) }
    let top = session.shownIDs.first
    #expect(top != "00")
    barn.rows.insert(contentsOf: (0..<7).map { Animal("new\($0)") }, at: 0)
    await session.press("r")
    #expect(session.shownIDs.first == top)
    try await session.killAndRelaunch()
    #expect(session.shownIDs.first == top)
  }

  @Test("A list scrolls to a row nearby when its top row is lost")
  func ifTheFirstRowShownIsGoneTheViewStaysNearby() async throws {
    let barn = Barn(count: 100)
    let session = try await barn.session()
    for _ in 0..<50 { await session.press("j") }
    for _ in 0..<10 { await session.press("k") }
    // The selection is ten rows above the lowest that was shown.
    #expect(session.selectedID == "40")
    #expect(session.shownIDs.first == "31")
    barn.rows.removeAll { $0.id == "31" }
    await session.press("r")
    #expect(session.selectedID == "40")
    #expect(["30", "32"].contains(session.shownIDs.first))
  }

  @Test("A list's selection stays on its line when the top row moves away")
  func ifTheFirstRowShownIsElsewhereTheSelectionStaysOnItsLine() async throws {
    let barn = Barn(count: 100)
    let session = try await barn.session()
    await session.press("j", "j")
    let first = barn.rows.removeFirst()
    barn.rows.append(first)
    await session.press("r")
    #expect(session.selectedID == "02")
    #expect(session.shownIDs.first == "01")
    barn.rows.insert(contentsOf: (0..<50).map { Animal("new\($0)") }, at: 0)
    await session.press("r")
    #expect(session.selectedID == "02")
    #expect(Array(session.shownIDs.prefix(3)) == ["new49", "01", "02"])
    try await session.killAndRelaunch()
    #expect(Array(session.shownIDs.prefix(3)) == ["new49", "01", "02"])
  }

  @Test("A list's selection is visible in windows of any size")
  func theSelectionIsInSightInWindowsOfAnySize() async throws {
    let session = try await Barn(count: 100).session()
    for _ in 0..<60 { await session.press("j") }
    for size in [
      Size(rows: 5, columns: 24), Size(rows: 50, columns: 160), Size(rows: 24, columns: 80),
    ] {
      await session.send(.resize(size))
      #expect(session.selectedID == "60", "\(size)")
      try await session.killAndRelaunch(size: size)
      #expect(session.selectedID == "60", "\(size)")
    }
  }

  @Test("The wheel scrolls a list and leaves the selection")
  func theWheelScrollsAndLeavesTheSelectionWhereItIs() async throws {
    let session = try await Barn(count: 100).session()
    await session.press("j")
    await session.mouse(.scrollDown, row: 5)
    #expect(session.shownIDs.first == "03")
    #expect(session.selectedID == nil)
    try await session.killAndRelaunch()
    #expect(session.shownIDs.first == "03")
    await session.mouse(.scrollUp, row: 5)
    #expect(session.shownIDs.first == "00")
    #expect(session.selectedID == "01")
    for _ in 0..<60 { await session.mouse(.scrollDown, row: 5) }
    #expect(session.shownIDs.last == "99")
  }

  @Test("A key first scrolls a list to its hidden selection")
  func aRowOutOfSightIsShownAgainBeforeAKeyDoesAnythingWithIt() async throws {
    let session = try await Barn(count: 100).session()
    for key in [.enter, "y", "c"] as [Key] {
      for _ in 0..<20 { await session.mouse(.scrollDown, row: 5) }
      #expect(session.selectedID == nil)
      await session.press(key)
      try session.expect("Barn › Animals")
      try session.expectNo("animal 00")
      try session.expectNo("It is")
      #expect(session.selectedID == "00")
    }
    #expect(session.terminal.copies == [])
    for _ in 0..<20 { await session.mouse(.scrollDown, row: 5) }
    await session.press("j")
    #expect(session.selectedID == "01")
  }

  /// The screen has room for twenty rows.
  @Test(
    "A list's row one line out of the window counts as hidden",
    arguments: [(20, Mouse.Action.scrollUp, "20", "00"), (2, .scrollDown, "02", "03")])
  func aRowThatIsJustOutOfSightIsOutOfSight(
    steps: Int, action: Mouse.Action, selected: String, top: String
  ) async throws {
    let session = try await Barn(count: 100).session()
    for _ in 0..<steps { await session.press("j") }
    await session.mouse(action, row: 5)
    #expect(session.shownIDs.first == top)
    #expect(session.shownIDs.count == 20)
    #expect(session.selectedID == nil)
    await session.press(.enter)
    try session.expectNo("animal \(selected)")
    #expect(session.selectedID == selected)
    await session.press(.enter)
    try session.expect("animal \(selected)")
  }

  @Test("A list's row on the last visible line opens with Enter") func theLastRowInSightIsInSight()
    async throws
  {
    let session = try await Barn(count: 100).session()
    for _ in 0..<19 { await session.press("j") }
    #expect(session.shownIDs.first == "00")
    await session.press(.enter)
    try session.expect("animal 19")
  }

  @Test("A refresh leaves a list scrolled away from its selection")
  func whatARefreshBringsDoesNotPullAScrolledViewBack() async throws {
    let barn = Barn(count: 100)
    let session = try await barn.session()
    for _ in 0..<10 { await session.mouse(.scrollDown, row: 5) }
    let top = session.shownIDs.first
    barn.rows.insert(Animal("new"), at: 1)
    await session.press("r")
    #expect(session.shownIDs.first == top)
    // Sorting and filtering begin at the selected row again.
    await session.press("N")
    #expect(session.selectedID == "00")
  }

  /// The rows below may have gone; the window may have no room for a single row.
  @Test(
    "The wheel in a tiny window stops at a list's ends",
    arguments: [(4, 30), (3, 30), (1, 1), (5, 20)])
  func theWheelInAWindowTooSmallEndsAtTheEnd(rows: Int, columns: Int) async throws {
    let session = try await Barn(count: 10).session(size: Size(rows: rows, columns: columns))
    for _ in 0..<8 { await session.mouse(.scrollDown, row: 1) }
    for _ in 0..<3 { await session.mouse(.scrollUp, row: 1) }
    for _ in 0..<8 { await session.mouse(.scrollDown, row: 1) }
    await session.send(.resize(Size(rows: 24, columns: 80)))
    #expect(session.selectedID == "00")
  }

  // MARK: Clicking

  @Test("A click selects a list's row and a second click opens the row")
  func aClickSelectsAndASecondOneOpens() async throws {
    let session = try await Barn(count: 10).session()
    await session.mouse(.click, row: 5)
    #expect(session.selectedID == "03")
    await session.mouse(.click, row: 5)
    try session.expect("animal 03")
  }

  @Test("A double click opens a list's row") func aDoubleClickOpensWhatItsFirstClickSelected()
    async throws
  {
    let session = try await Barn(count: 10).session()
    await session.mouse(.click, row: 4)
    await session.mouse(.doubleClick, row: 4)
    try session.expect("animal 02")
  }

  @Test("A click beside a list's rows leaves the selection", arguments: [0, 1, 12, 13, 22, 23, 40])
  func aClickBesideTheRowsDoesNothing(row: Int) async throws {
    let session = try await Barn(count: 10).session()
    await session.press("j")
    await session.mouse(.click, row: row, column: 0)
    #expect(session.selectedID == "01")
  }

  @Test("A click on a list's heading sorts, and a second one reverses")
  func aClickOnAHeadingSortsAndASecondOneTurnsItRound() async throws {
    let barn = Barn(["b", "c", "a"].map { Animal($0) })
    let session = try await barn.session()
    await session.mouse(.click, row: 1, column: 4)
    #expect(session.shownIDs == ["a", "b", "c"])
    try session.expect("NAME ▲")
    await session.mouse(.click, row: 1, column: 4)
    #expect(session.shownIDs == ["c", "b", "a"])
    try session.expect("NAME ▼")
    try await session.killAndRelaunch()
    #expect(session.shownIDs == ["c", "b", "a"])
  }

  // MARK: States

  @Test("A list without rows shows Loading and accepts keys")
  func whileNothingIsThereItSaysThatItLoads() async throws {
    let barn = Barn(count: 5)
    barn.gate.close()
    let terminal = InMemoryTerminal(size: Size(rows: 24, columns: 80))
    let loop = try ScreenLoop(
      barn.application, framework: .standard, terminal: terminal, store: nil, time: .stopped)
    loop.start(resuming: nil)
    for _ in 0..<20 { await Task.yield() }
    #expect(terminal.frame.text.contains("Loading…"))
    for key in [.down, .enter, "/", "x", .enter, .escape, "s", .escape] as [Key] {
      terminal.send(.key(key))
      loop.turn()
    }
    barn.gate.open()
    await loop.settle()
    #expect(terminal.frame.text.contains("name of 00"))
  }

  @Test("A list restores its selection once its rows arrive late")
  func aSelectionWaitsForDataThatComesLate() async throws {
    let barn = Barn(count: 50)
    let session = try await barn.session()
    for _ in 0..<30 { await session.press("j") }
    barn.gate.close()
    let terminal = InMemoryTerminal(size: Size(rows: 24, columns: 80))
    let loop = try ScreenLoop(
      barn.application, framework: .standard, terminal: terminal, store: session.store,
      time: .stopped)
    let stored = try #require(try session.store.load().body)
    loop.start(resuming: try Snapshot(body: stored))
    for _ in 0..<20 { await Task.yield() }
    #expect(!loop.frame.text.contains("name of"))
    #expect(terminal.frame.text.contains("As left at"))
    barn.gate.open()
    await loop.settle()
    #expect(terminal.frame == session.frame)
  }

  @Test("A list that fails to load shows the reason and the advice")
  func aListThatCannotBeReadSaysWhyAndWhatToDo() async throws {
    let barn = Barn(count: 5)
    barn.failure = TestError()
    let session = try await barn.session()
    for text in [" failed", "The well is dry.", "Dig deeper."] {
      try session.expect(text)
    }
    try session.expectNo("kept")
    barn.failure = nil
    await session.press("r")
    try session.expectNo("well")
    #expect(session.selectedID == "00")
  }

  @Test("A failed refresh leaves a list's rows and selection")
  func aRefreshThatFailsKeepsTheRowsAndTheSelection() async throws {
    let barn = Barn(count: 50)
    let session = try await barn.session()
    for _ in 0..<30 { await session.press("j") }
    barn.failure = TestError()
    await session.press("r")
    for text in [" failed", "Showing the last good data. Dig deeper."] {
      try session.expect(text)
    }
    #expect(session.selectedID == "30")
    await session.press("j", .enter, .escape)
    #expect(session.selectedID == "31")
  }

  @Test("An error above a list in a low window leaves rows visible")
  func inALowWindowAProblemLeavesRoomForTheRows() async throws {
    let barn = Barn(count: 50)
    let session = try await barn.session(size: Size(rows: 10, columns: 40))
    barn.failure = TestError()
    await session.press("j", "r")
    try session.expect(" failed")
    #expect(session.selectedID == "01")
  }

  @Test("A list's note is above its summary") func aNoteStandsAboveTheSummary() async throws {
    let barn = Barn(count: 2)
    barn.note = "1 of 3 entries unreadable, skipped."
    let session = try await barn.session()
    #expect(session.line(21) == " 1 of 3 entries unreadable, skipped.")
    #expect(session.line(22) == " 2 animals")
  }

  // MARK: Columns

  @Test("List columns line up with wide and combining characters")
  func columnsLineUpWhateverScriptTheyAreIn() async throws {
    let barn = Barn([
      Animal("1", "plain", legs: 4, place: "here"), Animal("2", "東京タワー", legs: 12, place: "there"),
      Animal("3", "👩‍💻 e\u{301}é", legs: 100, place: "x"),
      Animal("4", "a very long name that has to be cut somewhere", legs: 7, place: "there"),
      Animal("5", "漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字", legs: 8, place: "there"),
      Animal("6", "\u{1B}[2J\u{202E}", legs: nil, place: "there"),
    ])
    for columns in [40, 41, 42, 60, 80, 120] {
      let session = try await barn.session(size: Size(rows: 12, columns: columns))
      let heading = session.line(1)
      let legsEnd = heading.distance(
        from: heading.startIndex,
        to: heading.firstRange(of: "LEGS")?.upperBound ?? heading.startIndex)
      for row in 2...6 {
        // Cells, not characters: a wide character takes two.
        let cells = Array(session.frame.cells(ofRow: row))
        #expect(cells[legsEnd].character == " ", "row \(row) of \(columns)")
        #expect(cells[legsEnd + 1].character == " ", "row \(row) of \(columns)")
        #expect(cells[legsEnd - 1].character.isNumber, "row \(row) of \(columns)")
      }
    }
  }

  @Test("The restoration law holds for a list under 250 random events")
  func theLawHoldsForAListWhateverHappens() async throws {
    let rows = (0..<60).map { Animal("\($0)", legs: $0 % 7, place: $0 % 3 == 0 ? "東京" : "") }
    try await assertRestorable(
      Barn(rows).application, script: .random(seed: 11, count: 250))
  }

  // MARK: Large lists

  @Test("Moving in a list of 100,000 rows reads as many as in one of 100")
  func movingAsksAsMuchOfAHundredThousandRowsAsOfAHundred() async throws {
    let small = try await FilledList(count: 100)
    let large = try await FilledList(count: 100_000)
    #expect(large.rowsAskedWhileMoving() == small.rowsAskedWhileMoving())
  }
}

/// A list with its data there, without a loop round it, that counts how often it asks something of
/// a row.
@MainActor private struct FilledList {
  private let list: ListController<Animal>
  private let navigator = Navigator(size: Size(rows: 22, columns: 80)) { _ in }
  private let asked = AskedOfRows()

  init(count: Int) async throws {
    let asked = asked
    list = ListController(
      title: "Animals",
      columns: [
        Column("name", heading: "NAME", width: .flexible(8...30), text: { asked.note($0.name) }),
        Column("place", heading: "PLACE", width: .fixed(6), text: { asked.note($0.place) }),
      ],
      id: { asked.note($0.id) }, options: { $0.emptyText = "" },
      source: { $0.show(ListContent(rows: (0..<count).map { Animal("\($0)") }, summary: "")) },
      open: { _, _ in })
    await list.load(.appear, navigator)
    // Ids are looked up in a table that is made when it is first needed.
    move([.end, .home])
  }

  private func move(_ keys: [Key]) {
    for key in keys {
      _ = list.handle(.key(key), navigator)
      var canvas = Canvas(size: navigator.size)
      list.draw(in: &canvas)
    }
  }

  func rowsAskedWhileMoving() -> Int {
    let before = asked.total
    move([.down, .down, .pageDown, .down, .up, .pageDown, .pageUp, .end, .up, .home])
    return asked.total - before
  }
}
