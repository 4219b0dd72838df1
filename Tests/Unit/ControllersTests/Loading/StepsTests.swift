import Controllers
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

/// A source may show its rows in steps: what a later one brings isn't gone.
@MainActor @Suite struct StepsTests {
  private let source = Source()
  private let directory: TemporaryDirectory
  private let exports: ListExports<Int>

  init() throws {
    directory = try TemporaryDirectory()
    exports = ListExports(
      directory: directory.path, fileName: "numbers",
      formats: [.init("TXT") { $0.map { "\($0)" }.joined(separator: " ") }])
  }

  private func application(
    _ request: ListRequest = ListRequest(), opening: [StepRoute] = []
  ) -> Application<StepRoute> {
    Application("steps", root: .list, deepLink: opening) { [source, exports] route in
      switch route {
      case .list:
        ListController<Int>(
          title: "Numbers",
          columns: [Column("name", heading: "NAME", width: .flexible(8...40)) { "#\($0)" }],
          id: { "\($0)" },
          options: {
            $0.exports = exports
            $0.request = request
          },
          source: { try await source.show($0) },
          open: { number, navigator in navigator.push(StepRoute.number(number)) })
      case .number(let number):
        TextController(title: "Number", bindings: KeyBinding.neighbours("number")) {
          $0.show("This is \(number).")
        }
      }
    }
  }

  @Test("A list's selection waits for the load step with its row", arguments: [true, false])
  func theSelectionWaitsForTheStepThatBringsIt(moreFollows: Bool) async throws {
    source.moreFollows = moreFollows
    let session = try await TestSession(application())
    await session.press(.end)
    #expect(session.selectedText == "#100")
    try await session.killAndRelaunch()
    #expect(session.selectedText == "#100")
    try session.expectNo("gone")
    await session.press("r")
    #expect(session.selectedText == "#100")
    try session.expectNo("gone")
  }

  @Test(
    "The restoration law holds for a list that loads in steps", arguments: [true, false],
    [1, 2] as [UInt64])
  func theLawHoldsForASourceInSteps(moreFollows: Bool, seed: UInt64) async throws {
    source.moreFollows = moreFollows
    try await assertRestorable(application(), script: .random(seed: seed, count: 120))
  }

  @Test("A list's selected row that no load step has is reported as lost")
  func aRowThatNoStepBringsIsGone() async throws {
    let session = try await TestSession(application())
    await session.press(.end)
    source.count = 99
    try await session.killAndRelaunch()
    #expect(session.selectedText == "#99")
    try session.expect("“#100”")
  }

  @Test("A list's load that fails halfway keeps the selection")
  func aLoadThatFailsHalfwayLosesNothing() async throws {
    let session = try await TestSession(application())
    await session.press(.end)
    source.fails = true
    await session.press("r")
    try session.expectNo("“#100”")
    source.fails = false
    await session.press("r")
    #expect(session.selectedText == "#100")
  }

  @Test("A command line's named row may come with a later load step")
  func aRowThatTheCommandLineNamesMayComeLater() async throws {
    source.moreFollows = true
    let session = try await TestSession(application(ListRequest(name: "#60")))
    try session.expect("This is 60.")
  }

  @Test("A command line's selected row may come with a later load step", arguments: [true, false])
  func aRowThatTheCommandLineSelectsMayComeLater(moreFollows: Bool) async throws {
    source.moreFollows = moreFollows
    let session = try await TestSession(application(ListRequest(selectedID: "60")))
    #expect(session.selectedText?.hasPrefix("#60") == true)
    await session.press("j", "r")
    #expect(session.selectedText?.hasPrefix("#61") == true)
  }

  @Test("A neighbour of a command line's row waits for its load step", arguments: [true, false])
  func itsNeighbourIsWaitedForAsWell(moreFollows: Bool) async throws {
    source.moreFollows = moreFollows
    let session = try await TestSession(
      application(ListRequest(selectedID: "60"), opening: [.number(60)]))
    try session.expect("This is 60.")
    await session.press("n")
    try session.expect("This is 61.")
  }

  @Test("A command line's missing row leaves a list's saved selection")
  func ofARowThatNeverComesTheSessionsStays() async throws {
    let session = try await TestSession(
      application(ListRequest(selectedID: "no such row"), opening: [.number(60)]))
    await session.press("n")
    try session.expect("This is 2.")
  }

  @Test("A list's load that ends with partial content keeps the selection")
  func aLoadThatEndsWithABeginningLosesNothing() async throws {
    let session = try await TestSession(application())
    await session.press(.end)
    source.moreFollows = true
    source.isOnlyABeginning = true
    try await session.killAndRelaunch()
    try session.expectNo("gone")
    source.isOnlyABeginning = false
    await session.press("r")
    #expect(session.selectedText == "#100")
  }

  // MARK: A beginning

  /// Starts the application, and holds it after its source's first step.
  private func held(
    resuming store: (any SnapshotStore)? = nil
  ) async throws -> (loop: ScreenLoop<StepRoute>, terminal: InMemoryTerminal) {
    source.moreFollows = true
    source.asks = true
    source.secondStep.close()
    let terminal = InMemoryTerminal(size: Size(rows: 24, columns: 80))
    let loop = try ScreenLoop(
      application(), framework: .standard, terminal: terminal, store: store, time: .stopped)
    loop.start(resuming: try store?.load().body.map { try Snapshot(body: $0) })
    let source = source
    try await waitUntil("the source waits for its second step") { source.isWaiting }
    return (loop, terminal)
  }

  @Test("A list shows partial rows and says how many of all they are")
  func aListThatOpensShowsTheFirstRowsAndSaysThatTheyAreTheFirst() async throws {
    let (loop, terminal) = try await held()
    #expect(terminal.frame.text.contains("#1\n"))
    #expect(terminal.frame.text.contains("the first 20 of 100 numbers"))
    #expect(terminal.frame.text.contains("1 of 100"))
    source.secondStep.open()
    await loop.settle()
    #expect(!terminal.frame.text.contains("the first 20"))
  }

  @Test("A key keeps a list's saved position that partial rows lack")
  func aPlaceThatABeginningLacksIsNotLeftByAKey() async throws {
    let session = try await TestSession(application())
    await session.press(.end, .up)
    let (loop, terminal) = try await held(resuming: session.store)
    #expect(!terminal.frame.text.contains("#1 "))
    terminal.send(.key(.down))
    loop.turn()
    source.secondStep.open()
    await loop.settle()
    // The key waited for the rows.
    #expect(terminal.frame.text.contains("100 of 100"))
  }

  @Test("A list's refresh doesn't replace all rows by partial ones") func aRefreshTakesNoRowsAway()
    async throws
  {
    source.asks = true
    let (loop, terminal) = try await held()
    source.secondStep.open()
    await loop.settle()
    source.secondStep.close()
    terminal.send(.key(.character("r")))
    loop.turn()
    let source = source
    try await waitUntil("the source waits for its second step") { source.isWaiting }
    #expect(terminal.frame.text.contains("100 numbers"))
    #expect(!terminal.frame.text.contains("the first 20"))
    source.secondStep.open()
    await loop.settle()
  }

  @Test("A list's export of partial rows waits for all rows")
  func anExportOfABeginningWaitsForTheRest() async throws {
    let (loop, terminal) = try await held()
    for key in ["e", .enter] as [Key] {
      terminal.send(.key(key))
      loop.turn()
    }
    for _ in 0..<20 { await Task.yield() }
    #expect(try directory.files() == [])
    source.secondStep.open()
    await loop.settle()
    #expect(terminal.frame.text.contains("100 rows written to"))
    #expect(try directory.bytes("numbers.txt").suffix(6).elementsEqual("99 100".utf8))
  }

  @Test("A neighbour of a list's last partial row waits for all rows")
  func theNeighbourOfABeginningsLastRowIsWaitedFor() async throws {
    let (loop, terminal) = try await held()
    for key in [.end, .enter, "n"] as [Key] {
      terminal.send(.key(key))
      loop.turn()
    }
    source.secondStep.open()
    await loop.settle()
    #expect(terminal.frame.text.contains("This is 21."))
  }

  @Test("A list's first row, selected again by a key, is restored")
  func whoeverMovesMeanwhileIsNotMovedBack() async throws {
    source.moreFollows = true
    let session = try await TestSession(application())
    await session.press(.end, .home)
    try await session.killAndRelaunch()
    #expect(session.selectedText == "#1")
  }
}

private enum StepRoute: AppRoute {
  case list
  case number(Int)
}

/// It shows twenty numbers, and a little later all.
@MainActor private final class Source {
  var count = 100
  var moreFollows = false
  var fails = false
  var isOnlyABeginning = false
  /// True if it shows a beginning only where the list takes one.
  var asks = false
  let secondStep = Turnstile()
  private(set) var isWaiting = false

  func show(_ load: Load<ListContent<Int>>) async throws {
    if asks {
      if load.acceptsPartialContent {
        load.show(
          ListContent(beginning: Array(1...20), of: count, noun: ("number", "numbers")),
          moreFollows: true)
      }
    } else {
      load.show(
        ListContent(rows: Array(1...20), summary: "20 numbers"), moreFollows: moreFollows)
    }
    isWaiting = true
    await secondStep.wait()
    isWaiting = false
    if isOnlyABeginning { return }
    for _ in 0..<20 { await Task.yield() }
    if fails { throw TestError() }
    load.show(ListContent(rows: Array(1...count), summary: "\(count) numbers"))
  }
}
