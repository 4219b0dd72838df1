import Controllers
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

@MainActor @Suite struct TextControllerTests {
  private func session(
    _ text: String, size: Size = Size(rows: 12, columns: 40)
  ) async throws -> TestSession<OnlyRoute> {
    try await TestSession(
      Application("text", title: "Text") { TextController(title: "Raw") { $0.show(text) } },
      size: size)
  }

  private static let numbered = (1...50).map { "line \($0)." }.joined(separator: "\n")

  private func lines(_ session: TestSession<OnlyRoute>) -> [String] {
    (1..<session.frame.size.rows - 2).map { row in
      String(session.frame.text(ofRow: row).dropFirst().reversed().drop { $0 == " " }.reversed())
    }
  }

  // MARK: Paging

  @Test(
    arguments: [
      ([], 1), (["j"], 2), ([.enter], 2), ([.down, .down, .up], 2), ([.pageDown], 9),
      ([" ", " "], 17), ([.pageDown, .pageUp], 1), ([.end], 42), (["G", "k"], 41), (["G", "g"], 1),
      ([.end, .down], 42), ([.up], 1),
    ] as [([Key], Int)])
  func keysPage(keys: [Key], line: Int) async throws {
    let session = try await session(Self.numbered)
    for key in keys { await session.press(key) }
    #expect(lines(session).first == "line \(line).")
    try session.expect("line \(line) of 50")
    try await session.killAndRelaunch()
    #expect(lines(session).first == "line \(line).")
  }

  @Test func theWheelPages() async throws {
    let session = try await session(Self.numbered)
    await session.send(.mouse(Mouse(.scrollDown, at: Position(row: 3, column: 3))))
    #expect(lines(session).first == "line 4.")
    await session.send(.mouse(Mouse(.scrollUp, at: Position(row: 3, column: 3))))
    #expect(lines(session).first == "line 1.")
  }

  @Test(arguments: ["", "\n", "one", "one\n"])
  func aShortTextHasNowhereToGo(text: String) async throws {
    let session = try await session(text)
    for key in [.down, .end, .pageDown, "n", "N", .up, .home, "c"] as [Key] {
      await session.press(key)
    }
    try session.expect("line 1 of")
    #expect(session.terminal.copies == [text])
  }

  @Test func aLongLineIsBrokenAndNothingIsLost() async throws {
    let line = (0..<200).map { "\($0)-" }.joined() + "東京"
    let session = try await session("first\n\(line)\nlast", size: Size(rows: 60, columns: 33))
    #expect(lines(session).joined().contains("first" + line + "last"))
  }

  @Test func thePlaceThatIsReadStaysInAnyWindow() async throws {
    let text = (1...40).map { "\($0): " + String(repeating: "abcdefghi ", count: 12) }
      .joined(separator: "\n")
    let session = try await session(text)
    for _ in 0..<30 { await session.press("j") }
    let frame = session.frame
    for size in [
      Size(rows: 6, columns: 20), Size(rows: 30, columns: 160), Size(rows: 12, columns: 40),
    ] {
      await session.send(.resize(size))
    }
    #expect(session.frame == frame)
    // In another window the top line still begins at or before the place that was at the top.
    try await session.killAndRelaunch(size: Size(rows: 30, columns: 160))
    let top = frame.text(ofRow: 10).firstMatch(of: /line (\d+) of/).map { String($0.1) }
    #expect(session.frame.text(ofRow: 28).contains("line \(top ?? "?") of"))
  }

  @Test(arguments: [
    (#""topLine":-5"#, "line 1 of 50"), (#""topLine":9223372036854775807"#, "line 42 of 50"),
    (#""topCharacter":9223372036854775807,"topLine":3"#, "line 4 of 50"),
    (#""topCharacter":-9223372036854775808,"topLine":3"#, "line 4 of 50"),
  ])
  func aWildPlaceInASnapshotIsPutIntoTheText(state: String, expected: String) async throws {
    let entry = #"{"route":{"only":{}},"state":{\#(state)},"title":"","version":1}"#
    let store = InMemorySnapshotStore(
      body: Array(
        #"{"application":"text","version":"","saved":"","screens":[\#(entry)]}"#.utf8))
    let session = try await TestSession(
      Application("text") { TextController(title: "Raw") { $0.show(Self.numbered) } },
      size: Size(rows: 12, columns: 40), store: store)
    try session.expect(expected)
    await session.press("j", "k", .pageDown, .pageUp)
  }

  @Test func theLawHoldsForAText() async throws {
    let text = (0..<80).map { "\($0) was " + String(repeating: "long ", count: $0 % 30) }
      .joined(separator: "\n")
    try await assertRestorable(
      Application("text") { TextController(title: "Raw") { $0.show(text) } }, after: .everyEvent,
      script: .random(seed: 21, count: 250))
  }

  // MARK: Searching

  @Test func whatIsFoundIsGoneTo() async throws {
    let session = try await session(Self.numbered)
    await session.press("/")
    await session.type("LINE 33.")
    await session.press(.enter)
    #expect(lines(session).first == "line 33.")
    try session.expect("Raw › /LINE 33.")
    try await session.killAndRelaunch()
    #expect(lines(session).first == "line 33.")
    #expect(Array(session.frame.cells(ofRow: 1))[1].style.role == .accent)
  }

  @Test func theNextAndTheOneBeforeAreFoundRoundTheEnd() async throws {
    let session = try await session(Self.numbered)
    await session.press("/", "7", .enter)
    var seen = [lines(session).first]
    for _ in 0..<4 {
      await session.press("n")
      seen.append(lines(session).first)
    }
    // Line 47 is on the last page, which begins with line 42.
    #expect(seen == ["line 7.", "line 17.", "line 27.", "line 37.", "line 42."])
    await session.press("n")
    #expect(lines(session).first == "line 7.")
    await session.press("N")
    #expect(lines(session).first == "line 42.")
    await session.press("N")
    #expect(lines(session).first == "line 37.")
  }

  @Test func severalOnTheLastPageDoNotKeepFromTheFirst() async throws {
    let text = (1...50).map { [3, 44, 46, 48].contains($0) ? "match \($0)" : "line \($0)" }
      .joined(separator: "\n")
    let session = try await session(text)
    await session.press("/")
    await session.type("match")
    await session.press(.enter)
    #expect(lines(session).first == "match 3")
    await session.press("n")
    #expect(lines(session).first == "line 42")
    await session.press("n")
    #expect(lines(session).first == "match 3")
  }

  @Test func eachMatchInOneEnormousLineIsFound() async throws {
    let part = String(repeating: "x", count: 400)
    let session = try await session(part + "FIRST" + part + part + "FIRST" + part)
    await session.press("/")
    await session.type("first")
    await session.press(.enter)
    try session.expect("FIRST")
    let first = session.frame
    await session.press("n")
    try session.expect("FIRST")
    #expect(session.frame != first)
    await session.press("n")
    #expect(session.frame == first)
  }

  @Test func anEnormousLineIsBrokenOnce() async throws {
    let navigator = Navigator(size: Size(rows: 22, columns: 80)) { _ in }
    let controller = TextController(title: "Raw") {
      $0.show(String(repeating: "word ", count: 40_000))
    }
    await controller.load(.cached, navigator)
    func timeOfMoving() -> Duration {
      ContinuousClock().measure {
        _ = controller.handle(.key("j"), navigator)
        var canvas = Canvas(size: navigator.size)
        controller.draw(in: &canvas)
      }
    }
    let first = timeOfMoving()
    let quickest = (0..<5).map { _ in timeOfMoving() }.min() ?? first
    #expect(quickest * 3 < first)
  }

  @Test func whatIsNotThereIsSaid() async throws {
    let session = try await session(Self.numbered)
    await session.press("j", "/")
    await session.type("nowhere")
    await session.press(.enter)
    try session.expect("“nowhere” isn't in this text.")
    #expect(lines(session).first == "line 2.")
  }

  @Test func whereAllMatchesAreInSightNothingMovesAndNothingIsDenied() async throws {
    let session = try await session("one\ntwo\nthree")
    await session.press("/", "t", .enter, "n", "n", "N")
    try session.expectNo("isn't")
    #expect(lines(session).prefix(3) == ["one", "two", "three"])
  }

  @Test func escapeEndsASearchWhileTypingAndAfter() async throws {
    let session = try await session(Self.numbered)
    await session.press("/", "7", .escape)
    try session.expectNo("/7")
    await session.press("/", "7", .enter, .escape)
    try session.expectNo("/7")
    #expect(lines(session).first == "line 7.")
  }

  // MARK: Loading

  @Test func aTextThatCannotBeReadSaysWhy() async throws {
    let session = try await TestSession(
      Application("text") { TextController(title: "Raw") { _ in throw TestProblem() } })
    try session.expect(" failed")
    try session.expect("Dig deeper.")
    for key in ["j", "/", "x", .enter, "n", .escape, "c", .end] as [Key] {
      await session.press(key)
    }
    #expect(session.terminal.copies == [])
  }
}
