import Controllers
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

@MainActor @Suite struct ListControllerSortingTests {
  private let barn = Barn([
    Animal("1", "name of Bee", legs: 6), Animal("2", "name of ant", legs: nil),
    Animal("3", "name of Cow", legs: 4),
  ])

  @Test("A list's sort picker has every column and as received")
  func thePickerOffersEveryColumnAndTheOrderAsReceived() async throws {
    let session = try await barn.session()
    await session.press("s")
    for label in ["NAME", "LEGS", "PLACE", "As received"] { try session.expect(label) }
    try session.expectNo("▲")
    #expect(session.selectedText == "● As received")
  }

  @Test(
    "A list keeps its chosen sort after a kill and a refresh",
    arguments: [
      (1, ["ant", "Bee", "Cow"]), (2, ["Cow", "Bee", "ant"]), (3, ["ant", "Bee", "Cow"]),
      (4, ["Bee", "ant", "Cow"]),
    ])
  func whatIsChosenIsTheOrderFromThenOn(choice: Int, expected: [String]) async throws {
    let session = try await barn.session()
    await session.press("s", .home)
    for _ in 1..<choice { await session.press(.down) }
    await session.press(.enter)
    #expect(session.shownIDs == expected)
    try await session.killAndRelaunch()
    #expect(session.shownIDs == expected)
    await session.press("r")
    #expect(session.shownIDs == expected)
  }

  @Test("A list's sort picker selects the present sort") func thePickerBeginsAtTheOrderThatStands()
    async throws
  {
    barn.sort = ListSort("legs", isDescending: true)
    let session = try await barn.session()
    #expect(session.shownIDs == ["Bee", "Cow", "ant"])
    try session.expect("LEGS ▼")
    await session.press("s")
    #expect(session.selectedText == "● LEGS ▼ → ▲")
    await session.press(.escape)
    #expect(session.shownIDs == ["Bee", "Cow", "ant"])
  }

  @Test("A list's sort picker reverses the sort of the same column")
  func theSameColumnAgainTurnsTheOrder() async throws {
    let session = try await barn.session()
    await session.press("s", .home, .enter)
    #expect(session.shownIDs == ["ant", "Bee", "Cow"])
    await session.press("s")
    #expect(session.selectedText == "● NAME ▲ → ▼")
    try await session.killAndRelaunch()
    await session.press(.enter)
    #expect(session.shownIDs == ["Cow", "Bee", "ant"])
  }

  @Test("A capital letter sorts a list by its column, and again reverses")
  func aCapitalLetterSortsByItsColumnAndAgainTurnsTheOrder() async throws {
    let session = try await barn.session()
    await session.press("N")
    #expect(session.shownIDs == ["ant", "Bee", "Cow"])
    await session.press("N")
    #expect(session.shownIDs == ["Cow", "Bee", "ant"])
    // L locks, so LEGS has its next letter.
    await session.press("E")
    try session.expect("LEGS ▲")
    #expect(session.shownIDs == ["Cow", "Bee", "ant"])
    await session.press("?")
    for text in ["Sort by NAME", "Sort by LEGS", "Sort by PLACE"] { try session.expect(text) }
  }

  @Test("A narrow list names its sort when the column is hidden")
  func theOrderIsNamedWhereItsHeadingHasNoRoom() async throws {
    barn.sort = ListSort("place", isDescending: true)
    let session = try await barn.session(size: Size(rows: 10, columns: 24))
    try session.expect("sorted by PLACE ▼")
    try session.expectNo("PLACE  ")
    // Beside the selected row's place it has none.
    await session.send(.resize(Size(rows: 6, columns: 24)))
    try session.expect("sorted by PLACE ▼")
    await session.send(.resize(Size(rows: 10, columns: 24)))
    await session.press("N")
    try session.expectNo("sorted by")
    await session.send(.resize(Size(rows: 10, columns: 80)))
    await session.press("P")
    try session.expect("PLACE ▲")
    try session.expectNo("sorted by")
  }

  @Test("A list sorted by default says when its rows are as received")
  func thatTheRowsStandAsReceivedIsSaidWhereThatIsNotUsual() async throws {
    barn.sort = ListSort("name")
    let session = try await barn.session()
    try session.expectNo("as received")
    await session.press("s", .end, .enter)
    #expect(session.line(22).hasSuffix("as received"))
  }

  @Test("A click beside a list's headings doesn't sort")
  func aClickBesideTheHeadingsSortsByNothing() async throws {
    let session = try await barn.session(size: Size(rows: 10, columns: 24))
    let before = session.frame
    #expect(session.line(1).hasSuffix("…"))
    await session.mouse(.click, row: 1, column: 23)
    #expect(session.frame == before)
    await session.mouse(.click, row: 1, column: 0)
    #expect(session.frame == before)
  }

  @Test("A list's selection stays visible when the list is sorted")
  func theSelectedRowStaysSelectedAndInSight() async throws {
    let barn = Barn(count: 100)
    let session = try await barn.session()
    for _ in 0..<5 { await session.press("j") }
    await session.press("s", .home, .down, .enter)
    #expect(session.shownIDs.contains("05"))
    #expect(session.selectedID == "05")
  }

  @Test("A saved sort by an unknown list column is as received")
  func anOrderByAColumnThatIsNoMoreIsTheOrderAsReceived() async throws {
    let session = try await barn.session()
    await session.press("s", .home, .enter)
    let body = String(decoding: try #require(try session.store.load().body), as: UTF8.self)
    try session.store.save(
      Array(body.replacing(#""sort":"name""#, with: #""sort":"wings:desc""#).utf8))
    try await session.killAndRelaunch()
    #expect(session.shownIDs == ["Bee", "ant", "Cow"])
  }
}
