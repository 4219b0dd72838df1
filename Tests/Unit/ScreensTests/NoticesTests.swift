import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

/// What is said is kept as a log, and goes from the bottom line when it isn't true any more.
@MainActor @Suite struct NoticesTests {
  private let time = TestClock(at: 36_000)

  private func session() async throws -> TestSession<OnlyRoute> {
    try await TestSession(Application("chat", title: "Chat") { TalkingScreen() }, time: time)
  }

  private func status(_ session: TestSession<OnlyRoute>) -> String {
    session.frame.text(ofRow: session.frame.size.rows - 1)
  }

  @Test("Every notice is in the log with its time, newest first")
  func everythingThatIsSaidIsInTheLogNewestFirstWithItsTime() async throws {
    let session = try await session()
    await session.press("a")
    time.pass(seconds: 65)
    await session.press("b", "b", "k", "!")
    let text = session.frame.text
    let rows = ["10:01:05", "kept", "10:01:05", "said b (2 times)", "10:00:00", "said a"]
    var rest = text[...]
    for row in rows {
      let place = try #require(rest.firstRange(of: row), "\(row) in\n\(text)")
      rest = rest[place.upperBound...]
    }
  }

  @Test("The message log is restored after a kill, with dates of another day")
  func theLogComesBackAfterAKillWithAnotherDaysDates() async throws {
    let session = try await session()
    await session.press("a", "j")
    time.pass(seconds: 86_400)
    try await session.killAndRelaunch()
    await session.press("!")
    try session.expect("1970-01-01 10:00")
    try session.expect("said a")
    // So do the messages when they are open.
    let before = session.frame
    try await session.killAndRelaunch()
    #expect(session.frame.withoutStatusLine == before.withoutStatusLine)
  }

  @Test("A screen's later load withdraws its notice") func aLaterLoadWithdrawsWhatTheScreenSaid()
    async throws
  {
    let session = try await session()
    await session.press("a")
    #expect(status(session).contains("said a"))
    await session.pass(seconds: 30)
    #expect(!status(session).contains("said a"))
    await session.press("!")
    try session.expect("said a")
  }

  @Test("A load without result leaves the notice") func aLoadThatBringsNothingLeavesIt()
    async throws
  {
    let session = try await session()
    await session.press("x", "a")
    await session.pass(seconds: 30)
    #expect(status(session).contains("said a"))
  }

  @Test("A load's own notice stays") func whatALoadItselfSaysStays() async throws {
    let session = try await session()
    await session.press("r")
    #expect(status(session).contains("loaded"))
  }

  @Test("A turn without a notice saves no log") func aTurnThatSaysNothingSavesNoLog() async throws {
    let session = try await session()
    await session.press("a")
    let saved = (session.store as? InMemorySnapshotStore)?.body
    await session.press("u", "u")
    #expect((session.store as? InMemorySnapshotStore)?.body == saved)
  }
}

/// A screen that says what its keys are told to.
@MainActor private final class TalkingScreen: Screen {
  struct State: RestorableState { var count = 0 }
  var state = State()
  private var fails = false
  let refreshInterval: Int? = 30

  var bindings: [KeyBinding] {
    [
      KeyBinding("a", help: "") { $0.notify("said a") },
      KeyBinding("b", help: "") { $0.notify("said b") },
      KeyBinding("k", help: "") { $0.log("kept") },
      KeyBinding("x", help: "") { _ in self.fails = true },
      KeyBinding("j", help: "") { _ in self.state.count += 1 },
      KeyBinding("u", help: "") { _ in },
      KeyBinding("r", help: "") { $0.refresh() },
    ]
  }

  func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    guard !fails else { return }
    navigator.withdrawNotice()
    if loadReason == .userRefresh {
      navigator.notify("loaded")
      navigator.withdrawNotice()
    }
  }

  func draw(in canvas: inout Canvas) { canvas.write("count \(state.count)", row: 0) }
}
