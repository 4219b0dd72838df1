import Controllers
import RepriseTesting
import Screens
import Terminals
import Testing

@MainActor @Suite struct DetailControllerTests {
  @MainActor private final class Thing {
    var detail: Detail
    var failure: (any Error)?
    init(_ detail: Detail) { self.detail = detail }
  }

  private func session(
    _ thing: Thing, size: Size = Size(rows: 24, columns: 80)
  ) async throws -> TestSession<OnlyRoute> {
    try await TestSession(
      Application("thing", title: "Thing") {
        DetailController(title: "id 5", provenance: Provenance(.unplugged("HERE"))) { load in
          if let failure = thing.failure { throw failure }
          load.show(thing.detail)
        }
      }, size: size)
  }

  private func detail(_ rows: DetailRow...) -> Detail {
    Detail(title: "T", headline: "Head", sections: [DetailSection(rows: rows)])
  }

  private func lines(_ session: TestSession<OnlyRoute>) -> [String] {
    (1..<session.frame.size.rows - 1).map { row in
      String(session.frame.text(ofRow: row).reversed().drop { $0 == " " }.reversed())
    }
  }

  // MARK: Drawing

  @Test("A detail draws headline, aside, rows and tables at exact positions")
  func aHeadlineItsAsideAndItsRowsStandInTheirPlaces() async throws {
    let thing = Thing(
      Detail(
        title: "LucaV", mark: Mark("●", .good), headline: "LucaV", aside: "id 56",
        subtitle: "started",
        sections: [
          DetailSection(rows: [
            .labelled("Status", "Avviato", aside: "RM1"), .labelled("Message", "one\ntwo"),
          ]),
          DetailSection(
            "Machines",
            rows: [
              .table(id: "1", mark: Mark("■", .neutral), ["short", "x", "end"]),
              .table(id: "2", ["a longer name", "y"]),
            ]),
        ]))
    let session = try await session(thing)
    #expect(
      Array(lines(session).prefix(12)) == [
        "", "   ● LucaV                                                               id 56",
        "     started", "",
        "   Status   Avviato                                                        RM1",
        "   Message  one", "            two", "",
        "   Machines ──────────────────────────────────────────────────────────────────",
        "   ■ short           x   end", "     a longer name   y", "",
      ])
    #expect(session.frame.text(ofRow: 0).hasPrefix(" Thing › LucaV"))
  }

  @Test("A detail wraps its texts on a narrow screen and truncates none")
  func onANarrowScreenNothingIsHidden() async throws {
    let thing = Thing(
      Detail(
        title: "T", headline: "A headline of many words that needs lines", aside: "id 5",
        sections: [
          DetailSection(rows: [
            .labelled("A long label indeed", "a value of some words", aside: "/resources/users/4"),
            .table(id: "t", ["first cell of a row", "second cell", "third"]),
            .text(id: "x", "A sentence across the screen."),
          ])
        ]))
    for columns in 24...60 {
      let session = try await session(thing, size: Size(rows: 60, columns: columns))
      let inked = lines(session).joined().filter { $0 != " " }
      for words in [
        "Aheadlineofmanywordsthatneedslines", "label", "indeed", "words", "firstcell", "row",
        "second", "third", "sentence", "screen.",
      ] {
        #expect(inked.contains(words), "“\(words)” at \(columns):\n\(session.frame.text)")
      }
      for line in lines(session) { #expect(!line.contains("…"), "\(columns): \(line)") }
    }
  }

  @Test("A detail's wide table cell doesn't cover the next cell")
  func aWideCellDoesNotCoverTheNextOne() async throws {
    let name = "machine-" + String(repeating: "x", count: 48)
    let thing = Thing(
      detail(.table(id: "1", [name, "second", "third"]), .table(id: "2", ["a", "b"])))
    for columns in [60, 70, 80, 100, 160] {
      let session = try await session(thing, size: Size(rows: 24, columns: columns))
      let inked = lines(session).joined().filter { $0 != " " }
      #expect(inked.contains(name), "\(columns):\n\(session.frame.text)")
      try session.expect("second")
      try session.expect("third")
    }
  }

  @Test("A detail's empty table cell takes its column but no line")
  func anEmptyCellKeepsItsPlaceAndBeginsNoLine() async throws {
    let thing = Thing(
      detail(
        .table(id: "1", ["first", "", "third"]), .table(id: "2", ["first", "second", "third"])))
    let wide = try await session(thing)
    #expect(lines(wide).contains("     first            third"))
    let wrapping = Thing(
      detail(
        .table(id: "1", ["first", "", "a third one"]),
        .table(id: "2", ["first", "second of a certain length", "a third one"])))
    let narrow = try await session(wrapping, size: Size(rows: 24, columns: 40))
    let shown = lines(narrow)
    let place = try #require(shown.firstIndex { $0.contains("first") })
    #expect(shown[place + 1].contains("a third one"))
  }

  @Test("A detail shows control characters in a visible form") func foreignTextIsMadeVisible()
    async throws
  {
    let session = try await session(Thing(detail(.labelled("L", "a\u{1B}[31m\u{202E}b"))))
    try session.expect("a^[[31m<U+202E>b")
  }

  // MARK: Scrolling

  private static let tall = Detail(
    title: "Tall", headline: "Head",
    sections: [
      DetailSection(
        rows: (0..<10).map { .labelled("Row \($0)", "value \($0)\nsecond line\nthird line") }),
      DetailSection("Section", rows: (0..<10).map { .table(id: "t\($0)", ["cell \($0)"]) }),
      DetailSection(rows: (0..<5).map { .text(id: "x\($0)", "sentence \($0)") }),
    ])

  @Test("A detail scrolls line by line, down to its end and back")
  func everyLineCanBeScrolledToTheTopOneAfterTheOther() async throws {
    let session = try await session(Thing(Self.tall), size: Size(rows: 10, columns: 60))
    let all = try await self.session(Thing(Self.tall), size: Size(rows: 80, columns: 60))
    let whole = lines(all)
    let count = (whole.lastIndex { !$0.isEmpty } ?? 0) + 1
    for top in 0...(count - 8) {
      let shown = lines(session).map { $0.trimmingMarks }
      #expect(shown == Array(whole[top..<top + 8]), "top \(top)")
      await session.press("j")
    }
    // At the end it stays.
    #expect(lines(session).last?.contains("sentence 4") == true)
    for top in (0..<(count - 8)).reversed() {
      await session.press("k")
      #expect(lines(session).map { $0.trimmingMarks } == Array(whole[top..<top + 8]), "top \(top)")
    }
  }

  /// The screen's own headline has a name, too, and so has the second of a name.
  @Test(
    "A detail scrolls through rows of the same label", arguments: ["Same", "headline", "Same (2)"])
  func rowsOfTheSameNameAreNoObstacle(last: String) async throws {
    let rows = (0..<20).map { DetailRow.labelled($0 < 18 ? "Same" : last, "value \($0)") }
    let thing = Thing(Detail(title: "T", headline: "H", sections: [DetailSection(rows: rows)]))
    let session = try await session(thing, size: Size(rows: 10, columns: 40))
    for _ in 0..<30 { await session.press("j") }
    try session.expect("value 19")
    await session.press("k")
    try session.expectNo("value 19")
    try session.expect("value 18")
    try await session.killAndRelaunch()
    try session.expect("value 18")
    try session.expectNo("value 10 ")
  }

  @Test(
    "Keys scroll a detail, and a relaunch keeps the scroll position",
    arguments: [
      ([.end], "sentence 4"), ([.end, .home], "Head"), ([.pageDown], "Row 2"),
      (["G", "g"], "Head"), ([" ", .pageUp], "Head"), ([.end, .pageUp], "cell 8"),
    ] as [([Key], String)])
  func keysScroll(keys: [Key], expected: String) async throws {
    let session = try await session(Thing(Self.tall), size: Size(rows: 10, columns: 60))
    for key in keys { await session.press(key) }
    try session.expect(expected)
    let frame = session.frame
    try await session.killAndRelaunch()
    #expect(session.frame.withoutStatusLine == frame.withoutStatusLine)
  }

  @Test("A detail keeps its top row when the window is resized")
  func theRowThatIsReadStaysInAnyWindow() async throws {
    let session = try await session(Thing(Self.tall), size: Size(rows: 10, columns: 60))
    for _ in 0..<13 { await session.press("j") }
    let top = lines(session)[0]
    #expect(top.contains("Row 3") || top.contains("line"))
    for size in [
      Size(rows: 6, columns: 30), Size(rows: 12, columns: 160), Size(rows: 10, columns: 60),
    ] {
      await session.send(.resize(size))
      #expect(lines(session)[0].trimmingMarks == top.trimmingMarks, "\(size)")
    }
  }

  @Test("A detail that fits the window doesn't scroll") func whereAllIsInSightNothingScrolls()
    async throws
  {
    let session = try await session(Thing(detail(.labelled("A", "b"))))
    let frame = session.frame
    await session.press("j", .end, .pageDown)
    #expect(session.frame == frame)
    try session.expectNo("▼")
  }

  @Test("A detail scrolls to its top when the top row is gone") func aRowThatIsGoneLeavesTheTop()
    async throws
  {
    let thing = Thing(Self.tall)
    let session = try await session(thing, size: Size(rows: 10, columns: 60))
    for _ in 0..<13 { await session.press("j") }
    thing.detail = detail(.labelled("Other", "x"))
    await session.press("r")
    try session.expect("Head")
    try session.expect("Other")
  }

  // MARK: Loading

  @Test("The top line shows a detail's id until its title is loaded")
  func untilItIsThereItsIDStandsInTheTopLine() async throws {
    let thing = Thing(Self.tall)
    thing.failure = TestError()
    let session = try await session(thing)
    #expect(session.frame.text(ofRow: 0).contains("Thing › id 5"))
    for text in [" failed", "The well is dry.", "Dig deeper."] {
      try session.expect(text)
    }
    thing.failure = nil
    await session.press("r")
    #expect(session.frame.text(ofRow: 0).contains("Thing › Tall"))
    try session.expectNo("well")
  }

  @Test("A detail keeps its rows when a refresh fails") func aRefreshThatFailsKeepsWhatWasThere()
    async throws
  {
    let thing = Thing(Self.tall)
    let session = try await session(thing)
    thing.failure = TestError()
    await session.press("r")
    try session.expect("Showing the last good data. Dig deeper.")
    try session.expect("value 0")
    await session.press(.end)
    try session.expect("sentence 4")
    await session.press(.home)
    try session.expect("Head")
  }

  /// That a thing is gone stays said: what is shown of it isn't true any more.
  @Test("A detail's error can be dismissed, except when the entity is deleted")
  func aFailureCanBeHiddenButNotThatTheThingIsDeleted() async throws {
    let thing = Thing(Self.tall)
    let session = try await session(thing)
    try session.expectNo("dismiss")
    thing.failure = TestError()
    await session.press("r")
    try session.expect("dismiss")
    await session.press(.escape)
    try session.expectNo("dismiss")
    try session.expectNo("The well is dry.")
    thing.failure = DataStatusTestError(dataStatus: .deleted)
    await session.press("r")
    try session.expectNo("dismiss")
  }

  @Test("Copying a detail copies all rows as text") func copyingTakesAllOfItAsText() async throws {
    let session = try await session(
      Thing(detail(.labelled("Name", "one\ntwo", aside: "x"), .labelled("Longer", "\u{1B}"))))
    await session.press("c")
    #expect(
      session.terminal.copies == ["Head\nName    one  (x)\n        two\nLonger  ^[\n"])
  }
}

extension String {
  /// Without the signs at the right edge that say there is more, and blanks before them.
  fileprivate var trimmingMarks: String {
    String(reversed().drop { $0 == " " || $0 == "▲" || $0 == "▼" }.reversed())
  }
}
