import Core
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

@testable import Controllers

/// Rows that a refresh found different are marked until another one finds others, or the person
/// asks and there are none.
@MainActor @Suite struct ListChangesTests {
  private let barn = Barn(count: 6)

  /// What the source says next is of another moment.
  private func letTimePass() {
    barn.provenance = Provenance(.live("farm"), timestamp: (barn.provenance?.timestamp ?? 0) + 1)
  }

  private func session(
    size: Size = Size(rows: 24, columns: 80)
  ) async throws -> TestSession<BarnRoute> {
    letTimePass()
    return try await barn.session(size: size)
  }

  /// The ids of the rows with a mark for a change.
  private func marked(_ session: TestSession<BarnRoute>) -> [String] {
    (0..<session.frame.size.rows).compactMap { row in
      let text = session.frame.text(ofRow: row)
      guard text.hasPrefix("•") || text.hasPrefix("+") else { return nil }
      return text.firstMatch(of: /name of ([^ ]+)/).map { String($0.1) }
    }
  }

  // MARK: Counting

  private func changes(
    from old: [String], to new: [String], id: @escaping @Sendable (String) -> String,
    areContentsEqual: (String, String) -> Bool = { $0 == $1 },
    name: (String) -> String? = { _ in nil }
  ) -> ListChanges {
    func content(_ rows: [String]) -> ListContent<String> {
      ListContent(rows: rows, noun: ("row", "rows")).identified(by: id)
    }
    return ListChanges(
      from: content(old), to: content(new), areContentsEqual: areContentsEqual, name: name)
  }

  @Test(
    "A list's changed, new and deleted rows are counted",
    arguments: [
      (["a1", "b1"], ["a1", "b1"], [], ""), (["a1", "b1"], ["b1", "a1"], [], ""),
      (["a1", "b1"], ["a1", "b2"], ["b"], "1 changed"),
      (["a1"], ["a1", "c1", "d1"], ["c", "d"], "2 new"),
      (["a1", "b1"], [], [], "2 deleted: a1, b1"),
      (
        ["a1", "b1", "c1"], ["a2", "d1", "c1"], ["a", "d"], "1 changed, 1 new, 1 deleted: b1"
      ),
    ])
  func whatIsDifferentIsCounted(old: [String], new: [String], ids: [String], clause: String) {
    let changes = changes(from: old, to: new) {
      String($0.prefix(1))
    } name: {
      $0
    }
    #expect(changes.ids == ids)
    #expect(changes.summary(.deleted) == clause)
  }

  @Test("List rows with equal contents aren't counted as changed")
  func whatTheListSaysIsTheSameIsNoChange() {
    let changes = changes(
      from: ["a1", "b1"], to: ["a1 taught", "b2"], id: { String($0.prefix(1)) },
      areContentsEqual: { $0.prefix(2) == $1.prefix(2) })
    #expect(changes.ids == ["b"])
    #expect(changes.newIDs == [])
  }

  /// Of one that came whole nothing is unknown before its first row and behind its last.
  @Test("Changes at the ends of a complete list are counted") func ofAWholeListTheEndsCountToo() {
    let grown = changes(from: ["b"], to: ["a", "b", "c"], id: { $0 })
    #expect(grown.newIDs == ["a", "c"] && !grown.isEmpty)
    let shrunk = changes(from: ["a", "b", "c"], to: ["b"], id: { $0 })
    #expect(shrunk.summary(.deleted) == "2 deleted: a, c" && !shrunk.isEmpty)
    #expect(changes(from: ["a"], to: ["a"], id: { $0 }).isEmpty)
  }

  // MARK: Messages

  /// The lines of the messages that are open, without their times.
  private func messages(_ session: TestSession<BarnRoute>) -> String {
    session.frame.text.split(whereSeparator: \.isWhitespace).filter {
      $0.wholeMatch(of: /\d\d:\d\d:\d\d/) == nil
    }.joined(separator: " ")
  }

  @Test("Messages name each changed list row, even if filtered out")
  func messagesNameEachChangeAlsoOfRowsThatAreFilteredOut() async throws {
    let session = try await session(size: Size(rows: 24, columns: 100))
    await session.press("/", "0", "4", .enter)
    barn.rows[2].legs = 3
    letTimePass()
    await session.press("r")
    barn.rows[4] = Animal("04", legs: 3, place: "Field")
    letTimePass()
    await session.press("r")
    barn.rows[0] = Animal("00", "\u{1B}[31m" + String(repeating: "x", count: 400))
    barn.rows[5] = Animal("06")
    letTimePass()
    await session.press("r", "!")
    let messages = messages(session)
    for line in [
      "Refreshed; 1 changed: name of 02: 4 → 3.",
      "1 changed: name of 04: 4 → 3 · PLACE nothing → Field.",
      "Refreshed; 1 changed, 1 new, 1 gone: name of 05 gone (4), name of 00: name of 00 → ",
      "xxx, name of 06 new (4).",
    ] { #expect(messages.contains(line), "\(line): \(messages)") }
    #expect(!messages.contains("times"))
    let before = session.frame
    try await session.killAndRelaunch()
    #expect(session.frame.withoutStatusLine == before.withoutStatusLine)
  }

  @Test("A message about 100 changed list rows is shortened to fit")
  func aSentenceOfManyChangesFitsAMessage() async throws {
    let barn = Barn((0..<100).map { Animal("\($0)", String(repeating: "n", count: 60), legs: 4) })
    barn.provenance = Provenance(.live("farm"), timestamp: 1)
    let session = try await barn.session()
    for index in barn.rows.indices { barn.rows[index].legs = index }
    barn.provenance = Provenance(.live("farm"), timestamp: 2)
    await session.press("r", "!")
    let text = messages(session)
    #expect(text.contains(/Refreshed; 99 changed: n+…n+: 4 → 0, .* and 9\d more\./), "\(text)")
  }

  // MARK: Entries that can't be read

  @Test(
    "List rows missing beside unreadable entries aren't reported as gone",
    arguments: [RowRemoval.deleted, .gone])
  func whatMayBeAmongEntriesThatCannotBeReadIsNotSaidToBeGone(loss: RowRemoval) async throws {
    barn.loss = loss
    let session = try await session(size: Size(rows: 24, columns: 160))
    await session.press("j")
    let animals = barn.rows
    barn.rows.removeAll { ["01", "05"].contains($0.id) }
    (barn.unreadableCount, barn.note) = (1, "1 of 5 entries unreadable.")
    letTimePass()
    await session.press("r")
    try session.expect("“name of 01” isn't in this answer; its neighbour is selected.")
    try session.expect("4 animals · 2 not in this answer")
    try session.expectNo("deleted")
    try session.expectNo("gone")
    await session.press("!")
    try session.expect("2 not in this answer: name of 01 not in this answer (4)")
    try session.expect("1 of 5 entries unreadable.")
    await session.press(.escape)
    (barn.rows, barn.unreadableCount, barn.note) = (animals, 0, nil)
    letTimePass()
    await session.press("r", "!")
    try session.expect("Animals: all entries can be read again.")
  }

  // MARK: Marks

  @Test("A list's refresh marks and counts changed and new rows")
  func aRefreshMarksWhatItFoundAndSaysHowMuch() async throws {
    let session = try await session()
    #expect(marked(session) == [])
    barn.rows[2].legs = 3
    barn.rows[5] = Animal("06")
    letTimePass()
    await session.press("r")
    #expect(marked(session) == ["02", "06"])
    try session.expect("Refreshed; 1 changed, 1 new, 1 gone: name of 05 gone (4), name of")
    try session.expect("6 animals · 1 changed, 1 new, 1 gone")
    #expect(session.line(4).hasPrefix("•"))
    #expect(session.line(7).hasPrefix("+"))
  }

  /// A list whose rows are no more once they don't come.
  private func deleting() async throws -> TestSession<BarnRoute> {
    barn.loss = .deleted
    return try await session(size: Size(rows: 24, columns: 160))
  }

  @Test("A list's refresh names deleted rows, and a relaunch keeps the count")
  func deletedRowsAreNamed() async throws {
    let session = try await deleting()
    barn.rows.removeAll { ["03", "05"].contains($0.id) }
    letTimePass()
    await session.press("r")
    try session.expect("Refreshed; 2 deleted: name of 03 deleted (4), name of 05 deleted (4).")
    try session.expect("4 animals · 2 deleted")
    try await session.killAndRelaunch()
    try session.expect("4 animals · 2 deleted")
  }

  @Test("A list names its deleted selection and selects the neighbour")
  func aDeletedSelectionIsNamedAndItsNeighbourSelected() async throws {
    let session = try await deleting()
    await session.press("j")
    barn.rows.removeAll { ["01", "05"].contains($0.id) }
    letTimePass()
    await session.press("r")
    try session.expect("“name of 01” was deleted; its neighbour is selected.")
    try session.expect("selected. 1 more deleted: name of 05.")
    #expect(session.selectedID == "02")
  }

  @Test("A message names five lost list rows and counts the rest") func moreThanAFewAreCounted() {
    let old = (0..<9).map { "\($0)" }
    let changes = changes(from: old, to: ["7", "8"]) {
      $0
    } name: {
      "n" + $0
    }
    #expect(changes.lossSentence(.deleted) == "7 deleted: n0, n1, n2, n3, n4 and 2 more.")
    #expect(changes.lossSentence(.gone) == "7 gone: n0, n1, n2, n3, n4 and 2 more.")
    let one = self.changes(from: ["1"], to: []) {
      $0
    } name: {
      "n" + $0
    }
    #expect(one.lossSentence(.deleted) == "“n1” was deleted.")
    #expect(one.lossSentence(.deleted, besides: "n1") == nil)
    #expect(
      changes.lossSentence(.deleted, besides: "n3")
        == "6 more deleted: n0, n1, n2, n4, n5 and 1 more.")
  }

  @Test("A list's change marks are restored after a kill") func theMarksComeBackAfterAKill()
    async throws
  {
    let session = try await session()
    barn.rows[2].legs = 3
    letTimePass()
    await session.press("r", "j")
    let before = session.frame
    try await session.killAndRelaunch()
    #expect(session.frame.withoutStatusLine == before.withoutStatusLine)
    #expect(marked(session) == ["02"])
  }

  @Test("A list's change marks vanish at a refresh without changes", arguments: [true, false])
  func theNextRefreshThatFindsNothingTakesThemAway(isAfterAKill: Bool) async throws {
    let session = try await session()
    barn.rows[2].legs = 3
    letTimePass()
    await session.press("r")
    if isAfterAKill { try await session.killAndRelaunch() }
    letTimePass()
    await session.press("r")
    #expect(marked(session) == [])
    try session.expectNo("changed")
    try await session.killAndRelaunch()
    #expect(marked(session) == [])
  }

  @Test("A list's refresh replaces the earlier change marks") func theNextRefreshMarksItsOwnAlone()
    async throws
  {
    let session = try await session()
    barn.rows[2].legs = 3
    letTimePass()
    await session.press("r")
    barn.rows[4].legs = 3
    letTimePass()
    await session.press("r")
    #expect(marked(session) == ["04"])
  }

  @Test("A failed refresh leaves a list's change marks") func aRefreshThatFailsLeavesThem()
    async throws
  {
    let session = try await session()
    barn.rows[2].legs = 3
    letTimePass()
    await session.press("r")
    barn.failure = TestError()
    await session.press("r")
    #expect(marked(session) == ["02"])
  }

  @Test("A list's first load marks no changes") func theFirstLoadMarksNothing() async throws {
    let session = try await session()
    #expect(marked(session) == [])
    await session.press("j", .enter, .escape)
    #expect(marked(session) == [])
  }

  @Test("A list's filtered rows keep their change marks")
  func markedRowsThatAreFilteredOutStayMarked() async throws {
    let session = try await session()
    barn.rows[2].legs = 3
    letTimePass()
    await session.press("r", "/", "0", "4", .enter)
    #expect(marked(session) == [])
    await session.press(.escape)
    #expect(marked(session) == ["02"])
  }

  @Test("A list saves a limited number of changed ids") func noMoreThanTellsAnythingIsSaved()
    async throws
  {
    let barn = Barn(count: 500)
    barn.provenance = Provenance(.live("farm"), timestamp: 1)
    let session = try await barn.session()
    for index in barn.rows.indices { barn.rows[index].legs = 3 }
    barn.provenance = Provenance(.live("farm"), timestamp: 2)
    await session.press("r")
    try session.expect("Refreshed; 500 changed: name of 00: 4 → 3, name of 01: 4 → 3")
    try session.expect("500 animals · 500 changed")
    let body = try #require(try session.store.load().body)
    let state = try #require(try Snapshot(body: body).entries.last?.contents?.state)
    #expect(state["changedIDs"]?.array?.count == ListState.maximumChanges)
  }

  @Test("A list counts more changes than it marks, also after a kill")
  func moreThanIsMarkedIsCountedAllTheSame() async throws {
    let barn = Barn(count: 300)
    barn.provenance = Provenance(.live("farm"), timestamp: 1)
    let session = try await barn.session()
    for index in barn.rows.indices { barn.rows[index].legs = 3 }
    barn.rows += (0..<250).map { Animal("new-\($0)") }
    barn.provenance = Provenance(.live("farm"), timestamp: 2)
    await session.press("r")
    try session.expect("550 animals · 300 changed, 250 new")
    try await session.killAndRelaunch()
    try session.expect("550 animals · 300 changed, 250 new")
    let body = try #require(try session.store.load().body)
    let state = try #require(try Snapshot(body: body).entries.last?.contents?.state)
    #expect(state["newIDs"]?.array?.count == 0)
  }

  @Test("Migrating a list's version 3 state counts its change marks")
  func anEarlierSessionCountsItsMarks() {
    let earlier = JSON.object([
      .init("changedIDs", .array([.string("a"), .string("b"), .string("c")])),
      .init("newIDs", .array([.string("b")])),
    ])
    let state = ListController<Animal>.migrations.bringUpToDate(earlier, from: 3)
    #expect(state["changedCount"] == .number("2"))
    #expect(state["newCount"] == .number("1"))
  }

  @Test(arguments: [Size(rows: 24, columns: 80), Size(rows: 10, columns: 40)])
  func theLawHoldsForAListWhoseRowsChange(size: Size) async throws {
    let session = try await session(size: size)
    for (number, key)
      in (["j", "r", "j", "s", "j", .enter, "r", .enter, .escape, "/", "0", .enter]
      as [Key]).enumerated()
    {
      barn.rows[number % 6].legs = number
      if key == "r" { letTimePass() }
      await session.press(key)
      // Whatever the server has by now, what was last asked is what it said.
      let rows = barn.rows
      let before = session.frame
      let relaunched = try await TestSession(barn.application, size: size, store: session.store)
      #expect(marked(relaunched) == marked(session), "\(number)")
      #expect(relaunched.selectedID == session.selectedID, "\(number)")
      #expect(session.frame == before)
      #expect(barn.rows == rows)
    }
  }
}
