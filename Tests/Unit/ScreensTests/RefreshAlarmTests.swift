import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

/// A screen that says how often it is to look anew is loaded by itself, where nobody is disturbed.
@MainActor @Suite struct RefreshAlarmTests {
  private let app = ClockApplication()
  private let time = TestClock(at: 1_000)

  private func session() async throws -> TestSession<ClockRoute> {
    try await TestSession(app.application, time: time)
  }

  @Test("A screen is reloaded after its refresh interval")
  func aScreenIsLoadedAnewWhenItsIntervalIsOver() async throws {
    let session = try await session()
    await session.pass(seconds: 29)
    #expect(app.loads == [.appear])
    await session.pass(seconds: 1)
    #expect(app.loads == [.appear, .timer])
    // What it loaded is painted, though nobody has touched a key.
    try session.expect("loads 2,")
    await session.pass(seconds: 30)
    #expect(app.loads == [.appear, .timer, .timer])
  }

  @Test("The refresh interval begins with the last load")
  func theIntervalBeginsWithTheLastLoadWhoeverAskedForIt() async throws {
    let session = try await session()
    await session.pass(seconds: 20)
    await session.press("r")
    #expect(app.loads == [.appear, .userRefresh])
    await session.pass(seconds: 29)
    #expect(app.loads == [.appear, .userRefresh])
    await session.pass(seconds: 1)
    #expect(app.loads == [.appear, .userRefresh, .timer])
  }

  @Test("A cancelled load is retried after the refresh interval")
  func aLoadThatWasGivenUpIsTriedAgainWhenItIsTime() async throws {
    let session = try await session()
    await session.press("g")
    #expect(app.loads == [.appear, .userRefresh])
    await session.pass(seconds: 30)
    #expect(app.loads == [.appear, .userRefresh, .timer])
  }

  @Test("Keys don't postpone the timed refresh") func keysDontPutItOff() async throws {
    let session = try await session()
    for _ in 0..<29 {
      await session.press("+")
      await session.pass(seconds: 1)
    }
    #expect(app.loads == [.appear])
    await session.pass(seconds: 1)
    #expect(app.loads == [.appear, .timer])
  }

  @Test("A running task doesn't postpone the timed refresh") func workDoesNotPutItOffEither()
    async throws
  {
    let session = try await session()
    await session.pass(seconds: 20)
    await session.press("w")
    await session.pass(seconds: 9)
    #expect(app.loads == [.appear])
    await session.pass(seconds: 1)
    #expect(app.loads == [.appear, .timer])
  }

  /// What the screen met with in its work may be a reason to look again.
  @Test("A refresh interval set by a running task takes effect")
  func aScreenThatWantsToBeLoadedAfterItsWorkIs() async throws {
    app.interval = nil
    let session = try await session()
    await session.press("w")
    await session.pass(seconds: 100)
    #expect(app.loads == [.appear])
    await session.press("i")
    await session.pass(seconds: 29)
    #expect(app.loads == [.appear])
    await session.pass(seconds: 1)
    #expect(app.loads == [.appear, .timer])
  }

  @Test("The timed refresh runs while the user types") func whoTypesIsShownWhatIsNewAsWell()
    async throws
  {
    let session = try await session()
    await session.press("t")
    await session.pass(seconds: 30)
    #expect(app.loads == [.appear, .timer])
    await session.press("x")
    await session.pass(seconds: 30)
    #expect(app.loads == [.appear, .timer, .timer])
    await session.press(.enter)
    #expect(app.loads == [.appear, .timer, .timer])
  }

  /// The window beside the one that is typed in is where it is read.
  @Test("The timed refresh runs in a window without focus")
  func aWindowWithoutTheKeyboardIsLoadedLikeAnyOther() async throws {
    let session = try await session()
    await session.send(.focus(false))
    await session.pass(seconds: 30)
    #expect(app.loads == [.appear, .timer])
    try session.expect("loads 2,")
    await session.pass(seconds: 30)
    await session.send(.focus(true))
    #expect(app.loads == [.appear, .timer, .timer])
  }

  @Test("The timed refresh stops while the screen is covered")
  func aScreenThatIsCoveredOrLeftIsLoadedNoMore() async throws {
    let session = try await session()
    await session.press("n")
    try session.expect("still")
    #expect(time.waiterCount == 0)
    await session.pass(seconds: 300)
    #expect(app.loads == [.appear])
  }

  @Test("Uncovering a screen after its refresh interval reloads it")
  func comingBackAfterTheIntervalLoadsItAnew() async throws {
    let session = try await session()
    await session.press("n")
    await session.pass(seconds: 31)
    await session.press(.escape)
    await session.pass(seconds: 0)
    #expect(app.loads == [.appear, .timer])
  }

  @Test("Uncovering a screen before its refresh interval waits for the rest")
  func comingBackBeforeThatWaitsForWhatIsLeftOfTheInterval() async throws {
    let session = try await session()
    await session.press("n")
    await session.pass(seconds: 12)
    await session.press(.escape)
    await session.pass(seconds: 17)
    #expect(app.loads == [.appear])
    await session.pass(seconds: 1)
    #expect(app.loads == [.appear, .timer])
  }

  @Test func aScreenWithoutAnIntervalIsNeverLoadedByItself() async throws {
    app.interval = nil
    let session = try await session()
    await session.pass(seconds: 100_000)
    #expect(app.loads == [.appear])
    #expect(time.waiterCount == 0)
  }

  @Test("A timed refresh's state change is restored after a kill")
  func whatWasLoadedByItselfComesBackAfterAKill() async throws {
    let session = try await session()
    await session.press("+")
    await session.pass(seconds: 30)
    try session.expect("seen timer, count 1")
    let before = session.frame
    app.forget()
    try await session.killAndRelaunch()
    // How often it was loaded is the data's, not the state's; what came of it is.
    try session.expect("seen timer, count 1")
    #expect(session.frame.cursor == before.cursor)
    #expect(app.loads == [.appear])
    await session.pass(seconds: 30)
    #expect(app.loads == [.appear, .timer])
  }

  @Test("A clock set back doesn't postpone the timed refresh for ever")
  func aClockThatIsSetBackDoesNotPutItOffForEver() async throws {
    let session = try await session()
    await session.press("n")
    time.pass(seconds: -500)
    await session.press(.escape)
    await session.pass(seconds: 30)
    #expect(app.loads == [.appear, .timer])
  }
}

enum ClockRoute: AppRoute {
  case clock, still
}

/// A screen that is loaded anew by itself, and one above it that isn't.
@MainActor private final class ClockApplication {
  var interval: Int? = 30
  private(set) var loads: [LoadReason] = []

  var application: Application<ClockRoute> {
    Application("clock", title: "Clock", root: .clock) { route in
      switch route {
      case .clock: ClockScreen(every: self.interval) { self.loads.append($0) }
      case .still: StillScreen()
      }
    }
  }

  func forget() { loads = [] }
}

@MainActor private final class ClockScreen: Screen {
  struct State: RestorableState {
    var count = 0
    var seen = "nothing"
    var isTyping = false
  }

  var state = State()
  private(set) var refreshInterval: Int?
  private var loads = 0
  private let loaded: @MainActor (LoadReason) -> Void

  init(every interval: Int?, loaded: @escaping @MainActor (LoadReason) -> Void) {
    refreshInterval = interval
    self.loaded = loaded
  }

  var isTyping: Bool { state.isTyping }

  var bindings: [KeyBinding] {
    [
      KeyBinding("+", help: "Count") { _ in self.state.count += 1 },
      KeyBinding("r", help: "Load anew") { $0.refresh() },
      KeyBinding("g", help: "Load anew, and give it up") { navigator in
        navigator.refresh()
        navigator.cancel()
      },
      KeyBinding("n", help: "Open another") { $0.push(ClockRoute.still) },
      KeyBinding("w", help: "Work") { $0.run("work") {} },
      KeyBinding("i", help: "Work, and want to be loaded") { navigator in
        navigator.run("work") { self.refreshInterval = 30 }
      },
      KeyBinding("t", help: "Type") { _ in self.state.isTyping = true },
      KeyBinding(.enter, help: "Type no more") { _ in self.state.isTyping = false },
    ]
  }

  func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    loads += 1
    loaded(loadReason)
    if loadReason != .appear { state.seen = "\(loadReason)" }
  }

  func draw(in canvas: inout Canvas) {
    canvas.write("loads \(loads), seen \(state.seen), count \(state.count)", row: 0)
  }
}

@MainActor private final class StillScreen: Screen {
  struct State: RestorableState {}
  var state = State()
  func draw(in canvas: inout Canvas) { canvas.write("still", row: 0) }
}
