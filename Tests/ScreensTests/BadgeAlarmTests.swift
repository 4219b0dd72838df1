import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

/// The badge is true at every moment, though nobody presses a key.
@MainActor @Suite struct BadgeAlarmTests {
  private let time = ManualTime(at: 36_000)

  private func session() async throws -> TestSession<OnlyRoute> {
    try await TestSession(Application("aged") { AgedScreen(time) }, time: time)
  }

  @Test func dataThatNobodyRefreshesAreLiveNoMore() async throws {
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

  @Test func aRefreshPutsItOff() async throws {
    let session = try await session()
    await session.pass(seconds: 30)
    await session.press("r")
    await session.pass(seconds: 39)
    try session.expect("LIVE host")
    await session.pass(seconds: 1)
    try session.expect("AS OF 10:00 · host")
  }

  @Test func nobodyWaitsForABadgeThatIsCovered() async throws {
    let session = try await session()
    await session.press("?")
    #expect(time.waiterCount == 0)
    await session.pass(seconds: 40)
    await session.press(.escape)
    try session.expect("AS OF 10:00 · host")
  }
}

/// Its data are of the moment at which they were loaded.
@MainActor private final class AgedScreen: Screen {
  struct State: RestorableState {}
  var state = State()
  private(set) var provenance: Provenance?
  private let time: ManualTime

  init(_ time: ManualTime) { self.time = time }

  var bindings: [KeyBinding] { [KeyBinding("r", help: "Load anew") { $0.refresh() }] }

  func load(_ freshness: Freshness, _ navigator: Navigator) async {
    provenance = Provenance(.live("host"), moment: time.timekeeper.now())
  }

  func draw(in canvas: inout Canvas) {}
}
