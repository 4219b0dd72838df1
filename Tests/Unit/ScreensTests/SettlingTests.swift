import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

/// A test goes on when nothing is being done any more, and says so where that never comes.
@MainActor @Suite struct SettlingTests {
  private func application(_ screen: @escaping @MainActor () -> any Screen) -> Application<
    OnlyRoute
  > {
    Application("work", title: "Work", screen: screen)
  }

  @Test("A test session waits for replaced work") func workThatWasReplacedIsWaitedForToo()
    async throws
  {
    for _ in 0..<5 {
      let session = try await TestSession(application { WorkingScreen() })
      await session.press("2")
      try session.expect("count 2")
      await session.press("2", "1")
      try session.expect("count 5")
    }
  }

  @Test("The restoration law holds for a screen that replaces its work")
  func theLawHoldsWhereWorkIsReplaced() async throws {
    try await assertRestorable(
      application { WorkingScreen() }, script: .random(seed: 2, count: 100))
  }

  @Test("A test session waits for a covered screen's work")
  func workOfAScreenThatIsCoveredIsWaitedFor() async throws {
    let session = try await TestSession(application { WorkingScreen() })
    await session.press("h")
    try session.expect("Help")
    await session.press(.escape)
    try session.expect("count 1")
  }

  @Test("A test session names a source that never ends") func aSourceThatNeverEndsIsNamed()
    async throws
  {
    let unsettled = await #expect(throws: UnsettledWork.self) {
      _ = try await TestSession(
        application { EndlessScreen() }, patience: .milliseconds(50))
    }
    #expect(unsettled?.title == "Log")
    #expect(unsettled?.description.contains("“Log” still loads or works after 0.05") == true)
  }

  @Test("A test session's next expectation reports work that never ends")
  func workThatNeverEndsIsToldByTheNextExpectation() async throws {
    let session = try await TestSession(
      application { WorkingScreen() }, patience: .milliseconds(50))
    await session.press("e")
    #expect(throws: UnsettledWork.self) { try session.expect("count") }
    #expect(throws: UnsettledWork.self) { try session.expectNo("nothing") }
    // Nobody waits for it once more.
    await session.press("1")
    // A new process hasn't begun it.
    try await session.killAndRelaunch()
    try session.expect("count")
  }

  @Test("The restoration law reports work that never ends") func theLawNamesWhatNeverEnds()
    async throws
  {
    await #expect(throws: UnsettledWork.self) {
      try await assertRestorable(
        application { WorkingScreen() }, patience: .milliseconds(50),
        script: .events([.key("1"), .key("e")]))
    }
  }

  @Test("A test session of endless sources waits for text")
  func whereSourcesAreEndlessWhatTheyShowIsWaitedFor() async throws {
    let log = EndlessScreen()
    let session = try await TestSession(application { log }, isEndless: true)
    try session.expect("line 1")
    log.add()
    try await session.wait(for: "line 2")
    let missing = await #expect(throws: ScreenExpectation.self) {
      let brief = try await TestSession(
        application { EndlessScreen() }, isEndless: true, patience: .milliseconds(20))
      try await brief.wait(for: "line 3")
    }
    #expect(missing?.description.contains("“line 3” hasn't come") == true)
  }

  @Test("A cancelled test session stops waiting") func aTestThatIsCancelledWaitsNoLonger()
    async throws
  {
    let waiting = Task {
      _ = try await TestSession(application { EndlessScreen() }, patience: .seconds(3_600))
    }
    for _ in 0..<100 { await Task.yield() }
    waiting.cancel()
    await #expect(throws: UnsettledWork.self) { try await waiting.value }
  }
}

/// Its keys begin work that isn't done at once, and doesn't end because other work takes its place.
@MainActor private final class WorkingScreen: Screen {
  struct State: RestorableState { var count = 0 }
  var state = State()
  let title = "Works"

  var bindings: [KeyBinding] {
    [
      KeyBinding("1", help: "Count") { self.count($0) },
      KeyBinding("2", help: "Count twice") {
        self.count($0)
        self.count($0)
      },
      KeyBinding("h", help: "Count, and help") {
        self.count($0)
        $0.showHelp()
      },
      KeyBinding(.function(9), help: "Nothing") { _ in },
    ]
  }

  private func count(_ navigator: Navigator) {
    navigator.run("count") {
      for _ in 0..<200 { await Task.yield() }
      self.state.count += 1
    }
  }

  func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    if event == .key("e") {
      navigator.run("wait") { await forever() }
      return .handled
    }
    return bindings.perform(event, navigator)
  }

  func draw(in canvas: inout Canvas) { canvas.write("count \(state.count)", row: 0) }
}

/// It shows lines as they come, and its load never ends.
@MainActor private final class EndlessScreen: Screen {
  struct State: RestorableState {}
  var state = State()
  let title = "Log"
  private var count = 0
  private var navigator: Navigator?

  func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    self.navigator = navigator
    add()
    await forever()
  }

  func add() {
    count += 1
    navigator?.paint(isLoaded: true)
  }

  func draw(in canvas: inout Canvas) { canvas.write("line \(count)", row: 0) }
}

/// Returns when its task is cancelled.
private func forever() async {
  let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
  await withTaskCancellationHandler {
    for await _ in stream {}
  } onCancel: {
    continuation.finish()
  }
}
