import Controllers
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

/// What a command line asks of a list wins over the session, once, and doesn't become its habit.
@MainActor @Suite struct ListRequestTests {
  private let barn = Barn([
    Animal("01", "name of hen", legs: 2), Animal("02", "name of cow"),
    Animal("03", "name of hedgehog"), Animal("04", "name of duck", legs: 2),
    Animal("05", "twin", place: "left"), Animal("06", "twin", place: "right"),
  ])
  private let store = InMemorySnapshotStore()

  private func session(
    _ request: ListRequest = ListRequest(), size: Size = Size(rows: 24, columns: 80)
  ) async throws -> TestSession<BarnRoute> {
    barn.request = request
    return try await TestSession(barn.application, size: size, store: store)
  }

  /// A person who filters by "duck" and sorts by name.
  private func leaveHabits() async throws {
    let session = try await session()
    await session.mouse(.click, row: 1, column: 4)
    await session.press("/", "d", "u", .enter)
    #expect(session.shownIDs == ["duck"])
  }

  @Test("A command line's filter and sort win over a list's saved state")
  func filterAndOrderWinOverTheSession() async throws {
    try await leaveHabits()
    let session = try await session(
      ListRequest(filter: "he", sort: ListSort("name", isDescending: true)))
    #expect(session.shownIDs == ["hen", "hedgehog"])
    try session.expect("NAME ▼")
    try session.expect("Animals › /he")
    try session.expect("2 of 6 match")
  }

  @Test("A command line's row name matches regardless of case")
  func aNameIsFoundInSmallLettersIfNothingIsExactlyThat() async throws {
    let session = try await session(ListRequest(name: "NAME of Hen"))
    try session.expect("Barn › Animals › 01")
    try session.expectNo("No animal has")
  }

  @Test("A narrow list with a command line's filter offers Esc clear")
  func theWayOutOfAFilterIsNamedInNarrowWindows() async throws {
    let session = try await session(
      ListRequest(filter: "he"), size: Size(rows: 10, columns: 40))
    #expect(session.frame.text(ofRow: 9).contains("Esc clear"))
  }

  @Test("A command line's filter and sort aren't saved in a list's state")
  func theyAreNotSavedAsItsHabit() async throws {
    try await leaveHabits()
    let asked = try await session(
      ListRequest(filter: "he", sort: ListSort("name", isDescending: true)))
    await asked.press("j", "k", "j")
    #expect(asked.selectedID == "hedgehog")
    let later = try await session()
    #expect(later.shownIDs == ["duck"])
    try later.expect("NAME ▲")
    await later.press(.escape)
    // Where the person went is theirs, whatever was filtered by then.
    #expect(later.selectedID == "hedgehog")
  }

  @Test("The same command line restores the same list after a kill")
  func theSameCommandLineBringsTheSameScreenAfterAKill() async throws {
    let session = try await session(ListRequest(filter: "he", sort: ListSort("name")))
    await session.press("j")
    let before = session.frame
    try await session.killAndRelaunch()
    #expect(session.frame.withoutStatusLine == before.withoutStatusLine)
    await session.press(.enter, .escape)
    #expect(session.frame.withoutStatusLine == before.withoutStatusLine)
  }

  @Test("Editing a command line's filter saves the list's filter and sort")
  func whoEditsTheFilterMakesBothTheirOwn() async throws {
    let session = try await session(ListRequest(filter: "he", sort: ListSort("name")))
    await session.press("/", "n", .enter)
    #expect(session.shownIDs == ["hen"])
    let later = try await self.session()
    #expect(later.shownIDs == ["hen"])
    try later.expect("NAME ▲")
  }

  @Test("Sorting a list saves the command line's filter too")
  func whoSortsMakesTheFilterTheirOwnToo() async throws {
    let session = try await session(ListRequest(filter: "he"))
    await session.mouse(.click, row: 1, column: 4)
    #expect(session.shownIDs == ["hedgehog", "hen"])
    let later = try await self.session()
    #expect(later.shownIDs == ["hedgehog", "hen"])
  }

  @Test("A list's sort picker reverses the command line's sort")
  func whoSortsWithThePickerTurnsTheOrderThatWasAskedFor() async throws {
    let session = try await session(ListRequest(sort: ListSort("name")))
    await session.press("s")
    // The order that was asked for is the one that is marked.
    #expect(session.selectedText?.contains("NAME ▲ → ▼") == true)
    await session.press(.enter)
    try session.expect("NAME ▼")
    try await session.killAndRelaunch()
    // The command line is the same, and wins once more.
    try session.expect("NAME ▲")
  }

  @Test("Escape clears a command line's filter, and the list stays unfiltered")
  func escapeShowsAllAndThatIsKept() async throws {
    try await leaveHabits()
    let session = try await session(ListRequest(filter: "he"))
    await session.press(.escape)
    try session.expectNo("match")
    let later = try await self.session()
    try later.expectNo("match")
    try later.expect("6 animals")
  }

  /// The process was killed while a filter was typed; the next start has another one.
  @Test("A command line's filter replaces a list's filter being typed")
  func aFilterThatWasBeingTypedGivesWayAndWhatIsTypedNowCounts() async throws {
    let session = try await session()
    await session.press("/", "d")
    let asked = try await self.session(ListRequest(filter: "he"))
    #expect(asked.shownIDs == ["hen", "hedgehog"])
    #expect(asked.line(22).hasPrefix(" /he "))
    await asked.press("n")
    #expect(asked.shownIDs == ["hen"])
    #expect(asked.line(22).hasPrefix(" /hen "))
    let later = try await self.session()
    #expect(later.shownIDs == ["hen"])
  }

  @Test(
    "The restoration law holds for a list with a command line's request",
    arguments: [Size(rows: 24, columns: 80), Size(rows: 10, columns: 40)])
  func theLawHoldsForAListThatSomethingWasAskedOf(size: Size) async throws {
    // The relaunched one gets the same command line, so what the person didn't choose is the same too.
    barn.request = ListRequest(filter: "e", sort: ListSort("name", isDescending: true))
    try await assertRestorable(
      barn.application, size: size,
      script: .events(
        (["j", "j", .enter, .escape, "r", "k", .end, "y", "?", .escape] as [Key]).map { .key($0) }))
  }

  // MARK: A row by name

  @Test("A command line opens a list's row by id or name", arguments: ["03", "name of hedgehog"])
  func anIDOrANameOpensItsRow(wanted: String) async throws {
    let session = try await session(ListRequest(name: wanted))
    try session.expect("Barn › Animals › 03")
    await session.press(.escape)
    #expect(session.selectedID == "hedgehog")
    try session.expectNo("match")
  }

  @Test("A command line's row opens before the list's load has ended")
  func itIsOpenedAsSoonAsItIsKnownThoughMoreIsToCome() async throws {
    barn.request = ListRequest(name: "03")
    barn.secondStep = Turnstile(isOpen: false)
    let terminal = InMemoryTerminal(size: Size(rows: 24, columns: 80))
    let loop = try ScreenLoop(
      barn.application, framework: .standard, terminal: terminal, store: store, time: .stopped)
    loop.start(resuming: nil)
    for _ in 0..<50 { await Task.yield() }
    #expect(terminal.frame.text.contains("Barn › Animals › 03"))
    barn.secondStep?.open()
  }

  @Test("A command line's row isn't opened again by a refresh")
  func whatWasOpenedOnceIsNotOpenedAgainByARefresh() async throws {
    let session = try await session(ListRequest(name: "03"))
    await session.press(.escape, "r")
    try session.expectNo("› 03")
    try session.expect("Refreshed.")
  }

  @Test("A command line's selected row wins over a list's saved one")
  func whatIsOnlySelectedIsNotOpenedAndWinsOverTheSession() async throws {
    let earlier = try await session()
    await earlier.press("j")
    let session = try await session(ListRequest(selectedID: "03"))
    #expect(session.selectedID == "hedgehog")
    try session.expectNo("› 03")
    await session.press("j", "r")
    #expect(session.selectedID == "duck")
  }

  @Test("A list names the command line's selected row once it is lost")
  func ofWhatIsOnlySelectedTheNameIsSaidOnceItIsGone() async throws {
    let session = try await session(ListRequest(selectedID: "03"))
    barn.rows.removeAll { $0.id == "03" }
    await session.press("r")
    try session.expect("“name of hedgehog”")
  }

  @Test("A command line's ambiguous row name filters the list")
  func severalOfOneNameAreShownToChooseFrom() async throws {
    let session = try await session(ListRequest(name: "twin"))
    try session.expect("2 rows are named “twin”.")
    try session.expect("2 of 6 match")
    try session.expect("left")
    try session.expect("right")
  }

  @Test("A command line's unknown row name filters the list")
  func whatIsNobodysNameIsWhatIsSearchedFor() async throws {
    let session = try await session(ListRequest(name: "duc"))
    try session.expect("No row has the name or id “duc”; 1 match.")
    #expect(session.shownIDs == ["duck"])
    let later = try await self.session()
    try later.expect("6 animals")
  }
}
