import Controllers
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

/// Lists whose rows stand in groups, each under its heading.
@MainActor @Suite struct ListGroupsTests {
  /// Animals by place: the ids are numbers, the headings the places.
  private func application(_ places: [String]) -> Application<OnlyRoute> {
    let rows = places.enumerated().map { index, place in
      Animal(index < 10 ? "0\(index)" : "\(index)", legs: 4, place: place)
    }
    return Application("barn", title: "Barn") {
      ListController(
        title: "Animals", columns: Animal.columns + [Self.place], id: { $0.id },
        options: { $0.groupColumnID = "in the place" },
        source: { $0.show(ListContent(rows: rows, summary: "\(rows.count) animals")) },
        open: { animal, navigator in navigator.notify("Opened \(animal.id).") })
    }
  }

  private static let place = Column<Animal>(
    "in the place", heading: "IN", width: .flexible(4...20),
    text: { $0.place.isEmpty ? "" : "In the \($0.place)" })

  private func session(
    _ places: [String], size: Size = Size(rows: 24, columns: 60)
  ) async throws -> TestSession<OnlyRoute> {
    try await TestSession(application(places), size: size)
  }

  /// Groups of three, as many as there are letters.
  private static let threes = "abcdefgh".flatMap { Array(repeating: "\($0)", count: 3) }

  /// The lines below the columns' headings, by their first word's end: a heading's place, or an
  /// animal's id.
  private func lines(_ session: TestSession<OnlyRoute>) -> [String] {
    (2..<session.frame.size.rows).compactMap { row in
      let text = session.frame.text(ofRow: row)
      if let match = text.firstMatch(of: /name of ([^ ]+)/) { return String(match.1) }
      return text.firstMatch(of: /^ In the (\w+)/).map { String($0.1) }
    }
  }

  @Test("A grouped list has a heading above each group's first row")
  func eachGroupHasItsHeadingAboveItsFirstRow() async throws {
    let session = try await session(["barn", "barn", "", "", "sky", "barn"])
    #expect(lines(session) == ["barn", "00", "01", "02", "03", "sky", "04", "barn", "05"])
    let heading = try #require(session.frame.cells(ofRow: 2).dropFirst().first)
    #expect(heading.style == .secondary && heading.character == "I")
    // What the headings say isn't said once more in each row.
    #expect(session.frame.text.matches(of: /In the barn/).count == 2)
    await session.press("N")
    #expect(session.frame.text.matches(of: /In the barn/).count == 3)
  }

  @Test("A grouped list never selects a heading") func aHeadingIsNeverSelected() async throws {
    let session = try await session(["barn", "sky", "sea"])
    for id in ["00", "01", "02", "02"] {
      #expect(session.selectedID == id)
      await session.press(.down)
    }
    await session.press("k", "k", "k")
    #expect(session.selectedID == "00")
  }

  @Test("A grouped list has no headings when sorted or filtered")
  func sortedOrFilteredThereAreNone() async throws {
    let session = try await session(["barn", "sky", "sea"])
    await session.press("/", "0", "1", .enter)
    #expect(lines(session) == ["01"])
    await session.press(.escape)
    #expect(lines(session) == ["barn", "00", "sky", "01", "sea", "02"])
    await session.press("N")
    #expect(lines(session) == ["00", "01", "02"])
  }

  @Test("A click in a grouped list selects the row at that line") func aClickHitsTheRowThatIsSeen()
    async throws
  {
    let session = try await session(["barn", "sky", "sky"])
    // barn, 00, sky, 01, 02
    await session.send(.mouse(Mouse(.click, at: Position(row: 6, column: 4))))
    #expect(session.selectedID == "02")
    await session.send(.mouse(Mouse(.click, at: Position(row: 4, column: 4))))
    #expect(session.selectedID == "02")
    try session.expectNo("Opened")
    await session.send(.mouse(Mouse(.click, at: Position(row: 5, column: 4))))
    #expect(session.selectedID == "01")
    await session.send(.mouse(Mouse(.click, at: Position(row: 9, column: 4))))
    #expect(session.selectedID == "01")
  }

  @Test("A grouped list keeps the selection and its heading visible")
  func theSelectionAndItsHeadingAreInSightAllTheWay() async throws {
    let session = try await session(Self.threes, size: Size(rows: 10, columns: 60))
    for step in 0..<24 {
      let id = step < 10 ? "0\(step)" : "\(step)"
      #expect(session.selectedID == id)
      #expect(lines(session).contains(id), "\(session.frame.text)")
      await session.press(.down)
    }
    for step in (0..<24).reversed() {
      let id = step < 10 ? "0\(step)" : "\(step)"
      let lines = lines(session)
      #expect(lines.contains(id), "\(session.frame.text)")
      // Going up, the first row of a group brings its heading along.
      if step % 3 == 0 { #expect(lines.contains(Self.threes[step])) }
      await session.press(.up)
    }
    #expect(lines(session).first == "a")
  }

  @Test("A grouped list scrolls until its last row is on the last line")
  func theLastRowEndsTheScreen() async throws {
    let session = try await session(Self.threes, size: Size(rows: 10, columns: 60))
    await session.press(.end)
    #expect(lines(session).last == "23")
    try session.expect("24 of 24")
    for _ in 0..<9 {
      await session.send(.mouse(Mouse(.scrollDown, at: Position(row: 4, column: 4))))
    }
    #expect(lines(session).last == "23")
    for _ in 0..<9 {
      await session.send(.mouse(Mouse(.scrollUp, at: Position(row: 4, column: 4))))
    }
    #expect(lines(session).first == "a")
  }

  @Test("Paging through a grouped list shows every row") func aPageLeavesNoRowOut() async throws {
    let session = try await session(Self.threes, size: Size(rows: 10, columns: 60))
    var seen: Set<String> = []
    for _ in 0..<12 {
      seen.formUnion(lines(session))
      await session.press(.pageDown)
    }
    #expect(session.selectedID == "23")
    #expect(seen.isSuperset(of: (0..<24).map { $0 < 10 ? "0\($0)" : "\($0)" }))
    seen = []
    for _ in 0..<12 {
      seen.formUnion(lines(session))
      await session.press(.pageUp)
    }
    #expect(session.selectedID == "00")
    #expect(seen.isSuperset(of: (0..<24).map { $0 < 10 ? "0\($0)" : "\($0)" }))
  }

  @Test("A grouped list in a low window shows the selected row", arguments: 3...9)
  func inASmallWindowARowIsInSight(rows: Int) async throws {
    let session = try await session(Self.threes, size: Size(rows: rows, columns: 60))
    await session.press(.down, .down, .down, .down)
    if rows >= 5 {
      #expect(session.selectedText?.contains("name of 04") == true, "\(session.frame.text)")
    }
    await session.press(.end, .pageUp, .home)
    if rows >= 5 {
      #expect(session.selectedText?.contains("name of 00") == true, "\(session.frame.text)")
    }
  }

  @Test(
    "The restoration law holds for a grouped list",
    arguments: [Size(rows: 24, columns: 60), Size(rows: 9, columns: 40)])
  func everyEventIsRestored(size: Size) async throws {
    try await assertRestorable(
      application(Self.threes), size: size, script: .random(seed: 17, count: 300))
  }

  @Test("A grouped list survives hostile states") func hostileStatesAreSurvived() async throws {
    let store = InMemorySnapshotStore()
    let session = try await TestSession(application(Self.threes), store: store)
    await session.press(.end)
    let body = try #require(store.body)
    #expect(try await assertSurvivesHostileStates(application(Self.threes), body: body) > 0)
  }
}
