import Controllers
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

/// The badge is true at every moment, though nobody presses a key.
@MainActor @Suite struct BadgeAlarmTests {
  private let time = TestClock(at: 36_000)

  private func session() async throws -> TestSession<OnlyRoute> {
    try await TestSession(Application("aged") { AgedScreen(time) }, time: time)
  }

  @Test("The badge changes from LIVE to AS OF without a refresh")
  func dataThatNobodyRefreshesAreLiveNoMore() async throws {
    let session = try await session()
    try session.expect("LIVE host")
    await session.pass(seconds: 39)
    try session.expect("LIVE host")
    await session.pass(seconds: 1)
    try session.expect("AS OF 10:00 · host")
    try session.expectNo("LIVE")
    await session.press("r")
    try session.expect("LIVE host")
    await session.pass(seconds: 40)
    try session.expect("AS OF 10:00 · host")
  }

  @Test("A refresh keeps the badge LIVE for longer") func aRefreshPutsItOff() async throws {
    let session = try await session()
    await session.pass(seconds: 30)
    await session.press("r")
    await session.pass(seconds: 39)
    try session.expect("LIVE host")
    await session.pass(seconds: 1)
    try session.expect("AS OF 10:00 · host")
  }

  @Test("The badge of old data shows UPDATING during a load")
  func whatIsBeingAskedForIsUpdatingWhenItIsOld() async throws {
    let gate = Turnstile()
    let terminal = InMemoryTerminal(size: Size(rows: 6, columns: 80))
    let loop = try ScreenLoop(
      Application("aged") { AgedScreen(time, gate) }, framework: .standard, terminal: terminal,
      store: InMemorySnapshotStore(), time: time.wallClock)
    loop.start(resuming: nil)
    await loop.settle()
    terminal.send(.key("r"))
    loop.turn()
    await letTasksRun()
    #expect(terminal.frame.text.contains("LIVE host"))
    let alarms = loop.alarms
    #expect(alarms.map(\.due) == [36_040])
    try await waitUntil("the alarm waits") { time.waiterCount == 1 }
    time.pass(seconds: 40)
    for alarm in alarms { await alarm.work.value }
    #expect(terminal.frame.text.contains("UPDATING 10:00 · host"))
    gate.open()
    await loop.settle()
    #expect(terminal.frame.text.contains("LIVE host"))
    // Nothing rings any more once something else has the terminal.
    #expect(loop.alarms.map(\.due) == [36_080])
    loop.close()
    #expect(loop.alarms.isEmpty)
  }

  @Test("A covered screen's badge sets no alarm") func nobodyWaitsForABadgeThatIsCovered()
    async throws
  {
    let session = try await session()
    await session.press("?")
    #expect(time.waiterCount == 0)
    await session.pass(seconds: 40)
    await session.press(.escape)
    try session.expect("AS OF 10:00 · host")
  }
}

/// Its data are of the moment at which they were loaded; a refresh waits at the gate.
@MainActor private final class AgedScreen: Screen {
  struct State: RestorableState {}
  var state = State()
  private(set) var provenance: Provenance?
  private let time: TestClock
  private let gate: Turnstile?

  init(_ time: TestClock, _ gate: Turnstile? = nil) {
    self.time = time
    self.gate = gate
  }

  var bindings: [KeyBinding] { [KeyBinding("r", help: "Load anew") { $0.refresh() }] }

  func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    if loadReason == .userRefresh { await gate?.wait() }
    provenance = Provenance(.live("host"), timestamp: time.wallClock.now())
  }

  func draw(in canvas: inout Canvas) {}
}
