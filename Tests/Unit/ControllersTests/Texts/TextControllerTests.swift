import Controllers
import Foundation
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
    "Keys scroll a text, and a relaunch keeps the line",
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

  @Test("A short text doesn't scroll", arguments: ["", "\n", "one", "one\n"])
  func aShortTextHasNowhereToGo(text: String) async throws {
    let session = try await session(text)
    for key in [.down, .end, .pageDown, "n", "N", .up, .home, "c"] as [Key] {
      await session.press(key)
    }
    try session.expect("line 1 of")
    #expect(session.terminal.copies == [text])
  }

  @Test("A text wraps a long line and loses nothing") func aLongLineIsBrokenAndNothingIsLost()
    async throws
  {
    let line = (0..<200).map { "\($0)-" }.joined() + "東京"
    let session = try await session("first\n\(line)\nlast", size: Size(rows: 60, columns: 33))
    #expect(lines(session).joined().contains("first" + line + "last"))
  }

  @Test("A text keeps its scroll position across window sizes")
  func thePlaceThatIsReadStaysInAnyWindow() async throws {
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

  @Test(
    "A text clamps a wild scroll position of a snapshot",
    arguments: [
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
      Application("text") { TextController(title: "Raw") { $0.show(text) } },
      script: .random(seed: 21, count: 250))
  }

  // MARK: Searching

  @Test("A text search goes to its match, also after a kill") func whatIsFoundIsGoneTo()
    async throws
  {
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

  @Test("Keys n and N cycle through a text's matches")
  func theNextAndTheOneBeforeAreFoundRoundTheEnd() async throws {
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

  @Test("A text search gets past several matches on the last page")
  func severalOnTheLastPageDoNotKeepFromTheFirst() async throws {
    let text = (1...50).map { [3, 44, 46, 48].contains($0) ? "match \($0)" : "line \($0)" }
      .joined(separator: "\n")
    let session = try await session(text)
    await session.press("/")
    await session.type("match")
    await session.press(.enter)
    #expect(lines(session).first == "match 3")
    for number in 2...4 {
      await session.press("n")
      #expect(lines(session).first == "line 42")
      try session.expect("match \(number) of 4")
    }
    await session.press("n")
    #expect(lines(session).first == "match 3")
  }

  @Test("A text search finds each match in one very long line")
  func eachMatchInOneEnormousLineIsFound() async throws {
    let part = String(repeating: "x", count: 400)
    let session = try await session(part + "FIRST" + part + part + "FIRST" + part)
    await session.press("/")
    await session.type("first")
    await session.press(.enter)
    try session.expect("FIRST")
    // The bottom line says that the search went on at the beginning.
    func text() -> [Substring] { session.frame.text.split(separator: "\n").dropLast() }
    let first = text()
    await session.press("n")
    try session.expect("FIRST")
    #expect(text() != first)
    await session.press("n")
    #expect(text() == first)
  }

  @Test("A text's very long line is wrapped only once") func anEnormousLineIsBrokenOnce()
    async throws
  {
    let navigator = Navigator(size: Size(rows: 22, columns: 80)) { _ in }
    let controller = TextController(title: "Raw") {
      $0.show(String(repeating: "word ", count: 40_000))
    }
    await controller.load(.appear, navigator)
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

  @Test("A text search reports that nothing is found and doesn't scroll")
  func whatIsNotThereIsSaid() async throws {
    let session = try await session(Self.numbered)
    await session.press("j", "/")
    await session.type("nowhere")
    await session.press(.enter)
    try session.expect("“nowhere” not found.")
    try session.expect("0 matches")
    #expect(lines(session).first == "line 2.")
  }

  @Test("A text search with all matches visible doesn't scroll")
  func whereAllMatchesAreInSightNothingMovesAndNothingIsDenied() async throws {
    let session = try await session("one\ntwo\nthree")
    await session.press("/", "t", .enter, "n", "n", "N")
    try session.expectNo("not found")
    #expect(lines(session).prefix(3) == ["one", "two", "three"])
  }

  @Test("A text search highlights and numbers the current match")
  func theCurrentMatchIsToldFromTheOthers() async throws {
    let session = try await session("one\ntwo two\nthree")
    func current() -> [Position] {
      (1..<11).flatMap { row in
        session.frame.cells(ofRow: row).enumerated()
          .filter { $0.element.style == .accent.selected }
          .map { Position(row: row, column: $0.offset) }
      }
    }
    await session.press("/", "t")
    #expect(current().isEmpty)
    await session.press(.enter)
    #expect(current() == [Position(row: 2, column: 1)])
    try session.expect("match 1 of 3 · line 1 of 3")
    try session.expectNo("Continued")
    await session.press("n")
    #expect(current() == [Position(row: 2, column: 5)])
    try session.expect("match 2 of 3")
    try await session.killAndRelaunch()
    #expect(current() == [Position(row: 2, column: 5)])
    await session.press("n", "n")
    try session.expect("Continued at the top.")
    try session.expect("match 1 of 3")
    await session.press("N")
    try session.expect("Continued at the end.")
    #expect(current() == [Position(row: 3, column: 1)])
    await session.press(.escape)
    #expect(current().isEmpty)
    try session.expectNo("match")
  }

  @Test("A text search repeated goes on, a different one starts at the top row")
  func anotherSearchBeginsAtTheTopOfTheScreenAndTheSameGoesOn() async throws {
    let session = try await session("one\ntwo two\nthree")
    await session.press("/", "t", .enter, "n")
    try session.expect("match 2 of 3")
    // The same text is searched for further on.
    await session.press("/", .enter)
    try session.expect("match 3 of 3")
    await session.press("N", "/", "w", .enter)
    // Where the match before stood another one stands: it isn't gone on from there.
    try session.expect("match 1 of 2")
    try session.expectNo("Continued")
  }

  @Test(
    "Escape while typing a text search returns to the previous search", arguments: [true, false])
  func escapeWhileTypingGoesBackToTheSearchBefore(isKilled: Bool) async throws {
    let session = try await session("one\ntwo two\nthree")
    await session.press("/", "t", .enter, "n", "/", "x")
    await session.mouse(.scrollDown, row: 2)
    if isKilled { try await session.killAndRelaunch() }
    try session.expect("/tx")
    await session.press(.escape)
    try session.expect("match 2 of 3")
    await session.press(.escape)
    try session.expectNo("match")
  }

  @Test("A text search continues from the visible lines")
  func theNextMatchIsLookedForFromWhereThePersonReads() async throws {
    let session = try await session(Self.numbered)
    await session.press("/", "7", .enter, .pageDown, .pageDown, .pageDown)
    #expect(lines(session).first == "line 31.")
    await session.press("n")
    #expect(lines(session).first == "line 37.")
    try session.expect("match 4 of 5")
  }

  // MARK: Styles, keys, and the end

  @Test("A text's lines are styled in their roles") func aLineIsShownInItsRoles() async throws {
    let session = try await TestSession(
      Application("text") {
        TextController(
          title: "Changes",
          style: { line in
            switch line.first {
            case "+": [.line(.good)]
            case "-": [TextSpan(0..<1, .bad), TextSpan(3..<999, .secondary)]
            case "~": [TextSpan(-3..<1, .bad), TextSpan(40..<50, .bad)]
            default: []
            }
          }, source: { $0.show("same\n+new\n-old line\n~\n+" + String(repeating: "東x", count: 40)) }
        )
      }, size: Size(rows: 12, columns: 40))
    func roles(_ row: Int) -> [Role] {
      session.frame.cells(ofRow: row).dropFirst().map(\.style.role)
    }
    #expect(Set(roles(1)) == [.text])
    #expect(roles(2).prefix(5) == [.good, .good, .good, .good, .text])
    #expect(
      roles(3).prefix(11)
        == [.bad, .text, .text] + Array(repeating: .secondary, count: 6) + [.text, .text])
    #expect(roles(4).prefix(2) == [.bad, .text])
    // A line that is broken keeps its roles on each row.
    #expect(Set(roles(5).prefix(30)) == [.good])
    #expect(Set(roles(6).prefix(30)) == [.good])
  }

  @Test("A text screen has the application's own keys") func anApplicationAddsKeysOfItsOwn()
    async throws
  {
    let session = try await TestSession(
      Application("text") {
        TextController(
          title: "Text",
          bindings: [
            KeyBinding("w", label: "words", help: "Count the words") { $0.notify("7 words") }
          ],
          source: { $0.show("seven") })
      })
    try session.expect("w words")
    await session.press("w")
    try session.expect("7 words")
  }

  @Test("A text that follows its end stops when the user scrolls up")
  func theEndStaysInSightUntilThePersonGoesUp() async throws {
    let log = Log()
    let session = try await TestSession(
      Application("text") {
        TextController(title: "Log", followsEnd: true, source: { try await log.show($0) })
      }, size: Size(rows: 12, columns: 40), isEndless: true)
    try session.expect("line 50.")
    try session.expect("following")
    log.add("line 51.")
    try await session.wait(for: "line 51.")
    await session.press("k")
    try session.expectNo("following")
    let first = lines(session).first
    log.add("line 52.")
    try await session.wait(for: "of 52")
    #expect(lines(session).first == first)
    try await session.killAndRelaunch()
    #expect(lines(session).first == first)
    await session.press(.end)
    try session.expect("line 52.")
    log.add("line 53.")
    try await session.wait(for: "line 53.")
    try await session.killAndRelaunch()
    try session.expect("line 53.")
    try session.expect("following")
  }

  @Test("The restoration law holds for a styled text that follows its end")
  func theLawHoldsForAStyledTextThatIsFollowed() async throws {
    let text = (0..<60).map { "+\($0) was" }.joined(separator: "\n")
    try await assertRestorable(
      Application("text") {
        TextController(
          title: "Log", followsEnd: true, style: { _ in [TextSpan(0..<1, .good)] },
          source: { $0.show(text) })
      }, script: .random(seed: 22, count: 200))
  }

  @Test("Escape ends a text search while typing and after applying")
  func escapeEndsASearchWhileTypingAndAfter() async throws {
    let session = try await session(Self.numbered)
    await session.press("/", "7", .escape)
    try session.expectNo("/7")
    await session.press("/", "7", .enter, .escape)
    try session.expectNo("/7")
    #expect(lines(session).first == "line 7.")
  }

  // MARK: Loading

  @Test("A text that fails to load shows the error") func aTextThatCannotBeReadSaysWhy()
    async throws
  {
    let session = try await TestSession(
      Application("text") { TextController(title: "Raw") { _ in throw TestError() } })
    try session.expect(" failed")
    try session.expect("Dig deeper.")
    for key in ["j", "/", "x", .enter, "n", .escape, "c", .end] as [Key] {
      await session.press(key)
    }
    #expect(session.terminal.copies == [])
  }

  /// As a list says it, and a detail.
  @Test("A text's failed timed refresh is reported and keeps the text")
  func aRefreshByItselfThatFailsIsSaidAndTheTextStays() async throws {
    let controller = TextController(title: "Raw") { load in
      if load.loadReason == .timer { throw NoSource() }
      load.show("one")
    }
    var said: [String] = []
    let navigator = Navigator(size: Size(rows: 10, columns: 40)) { request in
      if case .notify(let sentence) = request { said.append(sentence) }
    }
    await controller.load(.appear, navigator)
    await controller.load(.timer, navigator)
    #expect(said == ["No source."])
    #expect(controller.state.problem == nil)
  }

  private struct NoSource: LocalizedError {
    var errorDescription: String? { "No source." }
  }
}

/// A text that grows, and whose load never ends.
@MainActor private final class Log {
  private var text = (1...50).map { "line \($0)." }.joined(separator: "\n")
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func add(_ line: String) {
    text += "\n" + line
    let all = waiting
    waiting = []
    for continuation in all { continuation.resume() }
  }

  func show(_ load: Load<String>) async throws {
    while true {
      load.show(text)
      await withCheckedContinuation { waiting.append($0) }
      try Task.checkCancellation()
    }
  }
}
