import Controllers
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

@MainActor @Suite struct ListControllerFilterTests {
  private let barn = Barn([
    Animal("1", "Antelope", legs: 4, place: "Africa"), Animal("2", "Bee", legs: 6),
    Animal("3", "Cat", legs: 4), Animal("4", "Dog", legs: 4), Animal("5", "Elk", legs: 4),
    Animal("6", "Café owner", legs: 2, place: "Città"),
  ])

  private func names(_ session: TestSession<BarnRoute>) -> [String] {
    barn.rows.map(\.name).filter { session.frame.text.contains($0) }
  }

  @Test("A list's filter applies while typed and is restored after a kill")
  func whatIsTypedIsWhatIsShown() async throws {
    let session = try await barn.session()
    await session.press("/")
    await session.type("el")
    #expect(names(session) == ["Antelope", "Elk"])
    try session.expect("Animals › /el")
    #expect(session.line(22) == " /el" + String(repeating: " ", count: 40) + "2 of 6 match")
    await session.press(.backspace)
    await session.type("kk")
    #expect(names(session) == [])
    try session.expect("Nothing matches “ekk”. Esc clears the filter.")
    try await session.killAndRelaunch()
    try session.expect("Nothing matches “ekk”.")
    #expect(session.frame.cursor == Position(row: 22, column: 5))
  }

  @Test("A list's filter needs and highlights all of its terms")
  func severalWordsMustAllBeFoundAndAreAllMarked() async throws {
    let session = try await barn.session()
    await session.press("/")
    await session.type("afr pe")
    #expect(names(session) == ["Antelope"])
    let roles = Array(session.frame.cells(ofRow: 2)).map(\.style.role)
    #expect(roles[9..<11].allSatisfy { $0 == .accent }, "\(session.line(2))")
    #expect(roles.count { $0 == .accent } == 5)
    for _ in 0..<6 { await session.press(.backspace) }
    await session.type("!elk|antelope /^[b-d]|ow/")
    #expect(names(session) == ["Bee", "Cat", "Dog", "Café owner"])
    try await session.killAndRelaunch()
    #expect(names(session) == ["Bee", "Cat", "Dog", "Café owner"])
  }

  @Test("A list reports an invalid filter expression and shows no rows")
  func anExpressionThatCannotBeUsedIsSaidBesideTheFieldAndInThePlaceOfTheRows()
    async throws
  {
    let session = try await barn.session()
    await session.press("/")
    await session.type("/a(b/")
    #expect(names(session) == [])
    try session.expect("“/a(b/” can't be used: “(” isn't closed. Esc clears the filter.")
    #expect(session.line(22).hasSuffix("“(” isn't closed"))
    await session.press(.backspace)
    #expect(names(session) == [])
    try session.expect("Nothing matches “/a(b”.")
  }

  @Test("A list's filter matches any column, regardless of accents")
  func itIsFoundInAnyColumnWhateverItsAccents() async throws {
    let session = try await barn.session()
    await session.press("/")
    await session.type("citta")
    #expect(names(session) == ["Café owner"])
  }

  @Test("Enter applies a list's filter, and letters are key bindings again")
  func enterKeepsTheFilterAndLettersAreKeysAgain() async throws {
    let session = try await barn.session()
    await session.press("/")
    await session.type("l")
    await session.press(.enter)
    try session.expect("2 of 6 match")
    await session.press("j")
    #expect(session.selectedText?.contains("Elk") == true)
    await session.press(.enter)
    try session.expect("animal 5")
    await session.press(.escape)
    #expect(names(session) == ["Antelope", "Elk"])
  }

  @Test("Escape clears a list's filter before it leaves the list")
  func escapeShowsAllAndOnlyThenGoesBack() async throws {
    let session = try await barn.session()
    await session.press("/")
    await session.type("l")
    await session.press(.escape)
    #expect(names(session).count == 6)
    await session.press("/")
    await session.type("l")
    await session.press(.enter, .escape)
    #expect(names(session).count == 6)
    try session.expect("6 animals")
  }

  @Test("A list shows its selection after Escape clears the filter")
  func afterEscapeTheSelectionIsInSight() async throws {
    let barn = Barn((1...60).map { Animal("\($0)", "Animal \($0)", legs: 4) })
    let session = try await barn.session()
    await session.press("/")
    await session.type("animal")
    await session.press(.enter)
    for _ in 0..<20 {
      await session.send(.mouse(Mouse(.scrollDown, at: Position(row: 5, column: 5))))
    }
    #expect(session.selectedText == nil)
    await session.press(.escape)
    #expect(session.selectedText?.contains("Animal 1 ") == true)
  }

  @Test("Escape while editing a list's filter goes back to the applied filter")
  func escapeWhileRefiningGoesBackToWhatWasApplied() async throws {
    let session = try await barn.session()
    await session.press("/")
    await session.type("el")
    await session.press(.enter, "j", "/")
    await session.type("zzz")
    try session.expect("Nothing matches “elzzz”. Esc goes back to “el”.")
    let store = session.store
    let stored = try #require(try store.load().body)
    await session.press(.escape)
    let before = session.frame
    #expect(names(session) == ["Antelope", "Elk"])
    try session.expect("Animals › /el")
    #expect(session.selectedText?.contains("Elk") == true)
    // The same after a kill while it was typed.
    try store.save(stored)
    try await session.killAndRelaunch()
    try session.expect("/elzzz")
    await session.press(.escape)
    #expect(session.frame.withoutStatusLine == before.withoutStatusLine)
    // Once it is applied it is a filter as any other.
    await session.press(.escape)
    try session.expect("6 animals")
    await session.press("/")
    await session.type("bee")
    await session.press(.escape)
    try session.expect("6 animals")
  }

  @Test("Escape clears the filter of a state without an applied filter")
  func aSessionThatDoesNotKnowWhatWasAppliedIsCleared() async throws {
    let session = try await barn.session()
    await session.press("/")
    await session.type("el")
    await session.press(.enter, "/")
    await session.type("k")
    let body = String(decoding: try #require(try session.store.load().body), as: UTF8.self)
    let earlier = body.replacing(#""appliedFilter":"el","#, with: "")
    #expect(earlier != body)
    try session.store.save(Array(earlier.utf8))
    try await session.killAndRelaunch()
    try session.expect("/elk")
    await session.press(.escape)
    try session.expect("6 animals")
  }

  @Test("A list highlights the filter's match in its rows") func theMatchIsMarkedInTheRows()
    async throws
  {
    let session = try await barn.session()
    await session.press("/")
    await session.type("ee")
    let cells = Array(session.frame.cells(ofRow: 2))
    #expect(cells[3..<6].map(\.style.role) == [.text, .accent, .accent])
    #expect(cells[3..<6].allSatisfy { $0.style.isSelected })
  }

  @Test("A list's filtered selection returns when the filter is cleared")
  func aSelectionThatIsFilteredOutIsBackWithAllTheRows() async throws {
    let session = try await barn.session()
    await session.press("j", "j", "j", "/")
    await session.type("bee")
    #expect(session.selectedText?.contains("Bee") == true)
    try await session.killAndRelaunch()
    await session.press(.escape)
    #expect(session.selectedText?.contains("Dog") == true)
  }

  @Test("A selection moved in a filtered list stays after clearing the filter")
  func whoeverMovesAmongWhatIsFilteredStaysThere() async throws {
    let session = try await barn.session()
    await session.press("j", "j", "j", "/")
    await session.type("l")
    await session.press(.down)
    #expect(session.selectedText?.contains("Elk") == true)
    await session.press(.escape)
    #expect(session.selectedText?.contains("Elk") == true)
  }

  @Test("Letters of key bindings are typed into a list's filter")
  func lettersThatAreKeysElsewhereAreTyped() async throws {
    let session = try await barn.session()
    await session.press("/")
    await session.type("q?jsr/")
    try session.expect("/q?jsr/")
    #expect(!session.hasQuit)
    #expect(barn.loads.count == 1)
  }

  @Test("Pasted text goes into a list's open filter only")
  func whatIsPastedIsTypedTooButOnlyIntoAFilter() async throws {
    let session = try await barn.session()
    await session.send(.paste("jq"))
    #expect(session.selectedText?.contains("Antelope") == true)
    await session.press("/")
    await session.send(.paste("do\ng"))
    try session.expect("/do g")
  }

  @Test func aRefreshKeepsTheFilter() async throws {
    let session = try await barn.session()
    await session.press("/")
    await session.type("e")
    await session.press(.enter)
    barn.rows.append(Animal("7", "Eel"))
    await session.press("r")
    #expect(names(session) == ["Antelope", "Bee", "Elk", "Café owner", "Eel"])
    try session.expect("5 of 7")
  }

  @Test("A list survives a filter caret out of range in a snapshot")
  func aWildCaretInASnapshotIsHarmless() async throws {
    let session = try await barn.session()
    await session.press("/")
    await session.type("abc")
    await session.press(.left)
    let body = String(decoding: try #require(try session.store.load().body), as: UTF8.self)
    for caret in ["-1", "99", "9223372036854775807"] {
      try session.store.save(Array(body.replacing(#""caret":2"#, with: #""caret":\#(caret)"#).utf8))
      try await session.killAndRelaunch()
      await session.press("x", .backspace, .delete)
    }
  }
}
