import Controllers
import Core
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

/// What a screen asks for late, when it isn't the one on top any more.
@MainActor @Suite struct NavigatorTests {
  private let test = TestApplication()
  private let store = InMemorySnapshotStore()
  private let terminal = InMemoryTerminal(size: Size(rows: 24, columns: 80))
  private let loop: ScreenLoop<TestRoute>

  init() throws {
    loop = try ScreenLoop(
      test.application, framework: .standard, terminal: terminal, store: store, time: .stopped)
    loop.start(resuming: nil)
  }

  /// Presses keys without waiting for what is being loaded.
  private func press(_ keys: Key...) async {
    for key in keys {
      terminal.send(.key(key))
      loop.turn()
      await letTasksRun()
    }
  }

  private var text: String { terminal.frame.text }

  @Test("A pushed screen is shown before its data are loaded")
  func aScreenIsShownBeforeItsDataIsThere() async {
    await press("w")
    #expect(text.contains("slow: nothing yet"))
    #expect(test.gate.waitingCount == 1)
  }

  @Test("A load's result is shown and saved without a key")
  func whatALoadBringsIsShownAndSavedWithoutAKey() async throws {
    await press("w")
    let count = store.saveCount
    test.gate.open()
    await letTasksRun()
    #expect(text.contains("pushed by the slow one"))
    #expect(store.saveCount == count + 1)
    await press(.escape)
    #expect(text.contains("slow: data"))
  }

  @Test func goingBackCancelsALoad() async {
    await press("w", .escape)
    test.gate.open()
    await letTasksRun()
    #expect(test.gate.wasCancelled == true)
  }

  @Test func closingTheLoopCancelsALoadAndAnswersNoMoreKeys() async {
    await press("w")
    loop.close()
    let frames = terminal.frameCount
    await press(.escape, "+")
    test.gate.open()
    await letTasksRun()
    #expect(test.gate.wasCancelled == true)
    #expect(terminal.frameCount == frames)
  }

  @Test("Returning to a loading screen begins no second load")
  func comingBackToALoadUnderWayBeginsNoOther() async {
    await press("w", "n", .escape)
    #expect(text.contains("slow: nothing yet"))
    #expect(test.gate.waitingCount == 1)
    test.gate.open()
    await letTasksRun()
  }

  @Test("A load that ends after its screen was closed changes nothing")
  func aLoadThatEndsAfterItsScreenWasClosedChangesNothing() async {
    await press("w", .escape)
    let before = terminal.frame.text
    let saved = store.body
    test.gate.open()
    await letTasksRun()
    #expect(terminal.frame.text == before)
    #expect(store.body == saved)
    #expect(test.built == [.root, .slow])
  }

  @Test("A covered screen's load opens and closes no screen")
  func aScreenThatIsCoveredOpensNothingAndClosesNothing() async {
    await press("w", "n", "+")
    test.gate.open()
    await letTasksRun()
    #expect(text.contains("Slow › above"))
    #expect(text.contains("count 1,"))
    #expect(!text.contains("pushed by the slow one"))
    // Its data is there all the same.
    await press(.escape)
    #expect(text.contains("slow: data"))
  }

  @Test("A covered screen's changed state is saved")
  func whatACoveredScreenChangesIsSavedThoughNobodySeesIt() async throws {
    await press("w", "n")
    test.gate.open()
    await letTasksRun()
    // A kill would bring it back as it is below.
    #expect(try store.snapshot.entries[1].contents?.state["count"] == .number("1"))
    await press(.escape)
    let top = try store.snapshot.entries.last?.contents
    #expect(top?.state["count"] == .number("1"))
  }

  @Test func aRefreshReplacesTheLoadUnderWay() async {
    await press("w", "r")
    #expect(test.gate.waitingCount == 2)
    test.gate.open()
    await letTasksRun()
    #expect(text.contains("pushed by the slow one"))
  }

  // MARK: Work in steps

  private func stepsLoop(_ steps: Steps) throws -> ScreenLoop<OnlyRoute> {
    try ScreenLoop(
      steps.application, framework: .standard, terminal: terminal, store: store, time: .stopped)
  }

  private func press(_ keys: Key..., in loop: ScreenLoop<OnlyRoute>) async {
    for key in keys {
      terminal.send(.key(key))
      loop.turn()
      await letTasksRun()
    }
  }

  @Test("A running task's change is saved and painted in between")
  func whatChangesInTheMiddleOfWorkIsSavedAndPaintedThere() async throws {
    let steps = Steps()
    let loop = try stepsLoop(steps)
    loop.start(resuming: nil)
    await press("w", in: loop)
    #expect(text.contains("step 1"))
    #expect(try store.snapshot.entries.last?.contents?.state["step"] == .number("1"))
    steps.gate.open()
    await loop.settle()
    #expect(text.contains("step 2"))
  }

  @Test("A running task's message is shown when its change is painted")
  func whatIsAskedForInTheMiddleOfWorkIsDoneWhenThatIsPainted() async throws {
    let steps = Steps()
    let loop = try stepsLoop(steps)
    loop.start(resuming: nil)
    await press("s", in: loop)
    #expect(text.contains("Half is done."))
    #expect(text.contains("step 1"))
  }

  @Test("A cancelled task changes nothing more and can be begun again")
  func workThatIsGivenUpGoesNoFurther() async throws {
    let steps = Steps()
    let loop = try stepsLoop(steps)
    loop.start(resuming: nil)
    await press("w", "x", in: loop)
    steps.gate.open()
    await loop.settle()
    #expect(text.contains("step 1"))
    #expect(steps.gate.wasCancelled == true)
    // Another time it can be done.
    await press("w", in: loop)
    #expect(text.contains("step 2"))
  }

  @Test("A screen counts as resumed once it reports that its data are loaded")
  func aScreenIsResumedOnceItSaysThatItHasItsDataThoughMoreIsToCome() async throws {
    for isLoaded in [false, true] {
      let steps = Steps()
      steps.isLoadedAfterFirstStep = isLoaded
      let loop = try stepsLoop(steps)
      var isResumed = false
      loop.onResumed = { isResumed = true }
      loop.start(resuming: nil)
      await letTasksRun()
      #expect(text.contains("data 1"))
      #expect(isResumed == isLoaded)
      steps.gate.open()
      await loop.settle()
      #expect(text.contains("data 2"))
      #expect(isResumed)
    }
  }
}

/// A screen whose load and whose work have two steps, the second when the gate opens.
@MainActor private final class Steps {
  let gate = Turnstile()
  var isLoadedAfterFirstStep = true

  var application: Application<OnlyRoute> { Application("steps") { StepsScreen(self) } }
}

@MainActor private final class StepsScreen: Screen {
  struct State: RestorableState { var step = 0 }
  var state = State()
  private var data = 0
  private let steps: Steps

  init(_ steps: Steps) { self.steps = steps }

  var bindings: [KeyBinding] {
    [
      KeyBinding("w", help: "Work") { self.work($0, nil) },
      KeyBinding("s", help: "Work, and say so") { self.work($0, "Half is done.") },
      KeyBinding("x", help: "Give up") { $0.cancel("work") },
    ]
  }

  private func work(_ navigator: Navigator, _ sentence: String?) {
    navigator.run("work") {
      self.state.step = 1
      if let sentence { navigator.notify(sentence) }
      navigator.paint(isLoaded: true)
      await self.steps.gate.wait()
      self.steps.gate.wasCancelled = Task.isCancelled
      if !Task.isCancelled { self.state.step = 2 }
    }
  }

  func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    data = 1
    navigator.paint(isLoaded: steps.isLoadedAfterFirstStep)
    await steps.gate.wait()
    data = 2
  }

  func draw(in canvas: inout Canvas) { canvas.write("data \(data), step \(state.step)", row: 0) }
}
