import Controllers
import Core
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

/// Work has a name and an owner: nothing else takes its place, and what is to be done to its end is
/// done to its end.
@MainActor @Suite struct NamedWorkTests {
  private let desk = Desk()
  private let store = InMemorySnapshotStore()
  private let terminal = InMemoryTerminal(size: Size(rows: 6, columns: 80))

  private func loop() throws -> ScreenLoop<DeskRoute> {
    let loop = try ScreenLoop(
      desk.application, framework: .standard, terminal: terminal,
      store: store, time: .stopped)
    loop.start(resuming: nil)
    return loop
  }

  private func press(_ keys: Key..., in loop: ScreenLoop<DeskRoute>) async {
    for key in keys {
      terminal.send(.key(key))
      loop.turn()
      await letTasksRun()
    }
  }

  private func text(_ loop: ScreenLoop<DeskRoute>) -> String { loop.frame.text }

  @Test("Loading and other tasks leave a running task alone") func loadingAndOtherWorkLeaveItAlone()
    async throws
  {
    let loop = try loop()
    await press("w", "c", in: loop)
    loop.turn()
    await press("R", in: loop)
    #expect(text(loop).contains("loads 2"))
    desk.gate.open()
    await loop.settle()
    #expect(desk.gate.wasCancelled == false)
    #expect(text(loop).contains("works 1, counts 1"))
  }

  @Test("A new task replaces a running task of the same name") func newWorkOfItsNameTakesItsPlace()
    async throws
  {
    let loop = try loop()
    await press("w", in: loop)
    await press("w", in: loop)
    desk.gate.open()
    await loop.settle()
    #expect(text(loop).contains("works 1,"))
  }

  @Test("A running task belongs to its screen though covered at once")
  func itIsOfTheScreenThatAskedForItThoughThatIsCoveredAtOnce() async throws {
    let loop = try loop()
    // The screen on top has begun work of that name, too.
    await press("p", in: loop)
    #expect(text(loop).contains("desk 2"))
    await press("c", in: loop)
    #expect(text(loop).contains("counts 1"))
    desk.gate.open()
    await loop.settle()
    await press(.escape, in: loop)
    #expect(text(loop).contains("desk 1 loads 1 works 1, counts 0"))
  }

  @Test("Closing a screen cancels its running task") func closingAScreenCancelsIt() async throws {
    let loop = try loop()
    await press("n", "w", .escape, in: loop)
    desk.gate.open()
    await loop.settle()
    #expect(desk.gate.wasCancelled == true)
  }

  // MARK: To its end

  @Test("An uncancellable task outlives a refresh and its screen")
  func whatIsToBeFinishedOutlivesRefreshingAndTheScreen() async throws {
    let loop = try loop()
    await press("n", "f", "R", .escape, in: loop)
    #expect(text(loop).contains("desk 1"))
    #expect(desk.saved == 0)
    desk.gate.open()
    await loop.settle()
    #expect(desk.saved == 1)
    #expect(desk.gate.wasCancelled == false)
    // The person hears of it, wherever they are by then.
    #expect(text(loop).contains("Saved 1."))
  }

  /// What needs no waiting is done before the next paint.
  @Test("An uncancellable task that doesn't wait is shown in one frame")
  func workToItsEndThatNeedsNoWaitingIsSeenInOneFrame() async throws {
    let loop = try loop()
    await loop.settle()
    desk.gate.open()
    let frames = terminal.frameCount
    await press("f", in: loop)
    #expect(text(loop).contains("Saved 1."))
    #expect(terminal.frameCount == frames + 1)
  }

  @Test("An uncancellable task begins after the previous one of its name")
  func oneBeginsWhenTheOneBeforeHasEnded() async throws {
    let loop = try loop()
    await press("f", "f", in: loop)
    #expect(desk.begun == 1)
    desk.gate.open()
    await loop.settle()
    #expect(desk.begun == 2 && desk.saved == 2)
  }

  @Test("Quitting waits for an uncancellable task") func whoQuitsWaitsForIt() async throws {
    let loop = try loop()
    var hasQuit = false
    loop.onQuit = { hasQuit = true }
    await press("f", .control("q"), in: loop)
    #expect(!hasQuit)
    #expect(text(loop).contains("Waiting for “save”; then this quits."))
    desk.gate.open()
    await loop.settle()
    await letTasksRun()
    #expect(hasQuit && desk.saved == 1)
  }

  /// The process stops, and the work with it; quitting still waits afterwards.
  @Test("Suspending doesn't wait for an uncancellable task, quitting still does")
  func whoSuspendsDoesNotWait() async throws {
    let loop = try loop()
    var happened: [String] = []
    loop.onQuit = { happened.append("quit") }
    loop.onSuspend = { happened.append("suspended") }
    await press("f", .control("q"), .control("z"), in: loop)
    #expect(happened == ["suspended"] && desk.saved == 0)
    desk.gate.open()
    await loop.settle()
    await letTasksRun()
    #expect(happened == ["suspended", "quit"] && desk.saved == 1)
  }

  @Test("Quitting twice doesn't wait for an uncancellable task") func whoQuitsTwiceDoesNotWait()
    async throws
  {
    let loop = try loop()
    var hasQuit = false
    loop.onQuit = { hasQuit = true }
    await press("f", .control("q"), .control("q"), in: loop)
    #expect(hasQuit && desk.saved == 0)
    desk.gate.open()
  }

  @Test("Quitting twice in one turn doesn't wait for an uncancellable task")
  func whoQuitsTwiceAtOnceDoesNotWaitEither() async throws {
    let loop = try loop()
    var hasQuit = false
    loop.onQuit = { hasQuit = true }
    await press("f", in: loop)
    for _ in 1...2 { terminal.send(.key(.control("q"))) }
    loop.turn()
    #expect(hasQuit && desk.saved == 0)
    desk.gate.open()
  }

  @Test("Focus and size events don't cancel a pending quit")
  func whoLooksAtAnotherWindowMeanwhileStillQuits() async throws {
    let loop = try loop()
    var hasQuit = false
    loop.onQuit = { hasQuit = true }
    await press("f", .control("q"), in: loop)
    for event in [Event.focus(false), .resize(Size(rows: 7, columns: 70)), .focus(true)] {
      terminal.send(event)
      loop.turn()
      await letTasksRun()
    }
    desk.gate.open()
    await loop.settle()
    await letTasksRun()
    #expect(hasQuit && desk.saved == 1)
  }

  @Test("Locking waits for an uncancellable task") func whoLocksWaitsForItToo() async throws {
    let loop = try loop()
    var locks = 0
    loop.onLock = { locks += 1 }
    await press("f", "l", in: loop)
    #expect(locks == 0)
    #expect(text(loop).contains("Waiting for “save”; then this locks. Lock again not to wait."))
    desk.gate.open()
    await loop.settle()
    await letTasksRun()
    #expect(locks == 1 && desk.saved == 1)
  }

  @Test("The lock key does nothing if nothing can be locked")
  func whereNothingCanBeLockedTheKeyDoesNothing() async throws {
    let loop = try loop()
    await loop.settle()
    let frames = terminal.frameCount
    await press("l", in: loop)
    #expect(terminal.frameCount == frames + 1)
    await press("f", "l", in: loop)
    #expect(!text(loop).contains("Waiting for"))
    desk.gate.open()
    await loop.settle()
  }

  @Test("A lock names the uncancellable task that it didn't wait for")
  func whatALockDoesNotWaitForIsNamed() async throws {
    let loop = try loop()
    loop.onLock = { [unowned loop] in loop.close() }
    await press("c", "f", in: loop)
    loop.lock()
    let messages = try store.snapshot.messages
    #expect("\(messages)".contains("“save” was still running when this was locked."))
    desk.gate.open()
  }

  @Test("A running task can quit the application") func workCanQuit() async throws {
    let loop = try loop()
    var hasQuit = false
    loop.onQuit = { hasQuit = true }
    await press("q", in: loop)
    #expect(!hasQuit)
    desk.gate.open()
    await loop.settle()
    await letTasksRun()
    #expect(hasQuit)
  }

  @Test("A state changed by the key that quits is saved") func whatIsDoneBesideQuittingIsSaved()
    async throws
  {
    let loop = try loop()
    var hasQuit = false
    loop.onQuit = { hasQuit = true }
    await press("e", in: loop)
    #expect(hasQuit)
    #expect(try store.snapshot.entries[0].contents?.state["works"]?.int == 10)
    desk.gate.open()
  }

  /// An application that erases itself lets go of its screens in the middle of a turn.
  @Test("A loop closed by a key's action handles no more keys")
  func aLoopThatIsClosedInAHandlerIsOver() async throws {
    let loop = try loop()
    await letTasksRun()
    desk.leave = { [unowned loop] in loop.close() }
    for key in ["z", "c", "z"] as [Key] { terminal.send(.key(key)) }
    loop.turn()
    await letTasksRun()
    #expect(text(loop).contains("counts 0"))
  }

  /// The rest of the work may take long, and the next key is for the screen that it asked for.
  @Test("A running task's pop is done before the next key")
  func whatWorkAskedForGoesBeforeTheNextKey() async throws {
    let loop = try loop()
    await press("n", "b", in: loop)
    #expect(text(loop).contains("desk 2"))
    await press("c", in: loop)
    #expect(text(loop).contains("desk 1") && text(loop).contains("counts 1"))
    desk.gate.open()
    await loop.settle()
    #expect(text(loop).contains("desk 1"))
  }

  @Test("An uncancellable task that ends after closing opens no screen")
  func whatEndsAfterTheLockMovesNobody() async throws {
    let loop = try loop()
    await press("o", in: loop)
    loop.close()
    desk.gate.open()
    await letTasksRun()
    #expect(desk.opened == 1)
  }

  @Test("A further key cancels a pending quit") func whoWorksOnIsNotQuitUnderTheirHands()
    async throws
  {
    let loop = try loop()
    var hasQuit = false
    loop.onQuit = { hasQuit = true }
    await press("f", .control("q"), "c", in: loop)
    desk.gate.open()
    await loop.settle()
    await letTasksRun()
    #expect(!hasQuit && desk.saved == 1)
  }
}

private enum DeskRoute: AppRoute {
  case desk(Int)
}

/// The gate that work waits at, and the outcome of the work.
@MainActor private final class Desk {
  let gate = Turnstile()
  var begun = 0
  var saved = 0
  /// The desks that were made.
  var opened = 0
  /// Called by the key that lets go of everything.
  var leave: () -> Void = {}

  var application: Application<DeskRoute> {
    Application("desk", title: "Desk", root: DeskRoute.desk(1)) { route in
      switch route {
      case .desk(let number): DeskScreen(number, self)
      }
    }
  }
}

@MainActor private final class DeskScreen: Screen {
  struct State: RestorableState {
    var works = 0
    var counts = 0
  }

  var state = State()
  private let number: Int
  private let desk: Desk
  private var loads = 0

  init(_ number: Int, _ desk: Desk) {
    self.number = number
    self.desk = desk
    desk.opened += 1
  }

  var bindings: [KeyBinding] {
    [
      KeyBinding("w", help: "Work") { self.work($0) },
      KeyBinding("c", help: "Count") { $0.run("count") { self.state.counts += 1 } },
      KeyBinding("n", help: "Next desk") { $0.push(DeskRoute.desk(self.number + 1)) },
      KeyBinding("p", help: "Next desk, and work") {
        $0.push(DeskRoute.desk(self.number + 1))
        self.work($0)
      },
      KeyBinding("o", help: "Next desk, in a while, whatever is given up") { navigator in
        navigator.finish("open") { navigator in
          await self.desk.gate.wait()
          navigator.push(DeskRoute.desk(self.number + 1))
        }
      },
      KeyBinding("q", help: "Quit, in a while") { navigator in
        navigator.run("leave") {
          await self.desk.gate.wait()
          navigator.quit()
        }
      },
      KeyBinding("e", help: "Work, and quit at once") { navigator in
        self.state.works = 10
        navigator.run("wait") { await self.desk.gate.wait() }
        navigator.quit()
      },
      KeyBinding("b", help: "Go back, and work on") { navigator in
        navigator.run("back") {
          await Task.yield()
          navigator.pop()
          await self.desk.gate.wait()
        }
      },
      KeyBinding("l", help: "Lock") { $0.lock() },
      KeyBinding("z", help: "Let go of everything") { _ in self.desk.leave() },
      KeyBinding("R", help: "Refresh") { $0.refresh() },
      KeyBinding("f", help: "Save") { $0.finish("save") { await self.save($0) } },
    ]
  }

  private func work(_ navigator: Navigator) {
    navigator.run("work") {
      await self.desk.gate.wait()
      self.desk.gate.wasCancelled = Task.isCancelled
      if !Task.isCancelled { self.state.works += 1 }
    }
  }

  private func save(_ navigator: Navigator) async {
    desk.begun += 1
    await desk.gate.wait()
    desk.gate.wasCancelled = Task.isCancelled
    desk.saved += 1
    navigator.notify("Saved \(desk.saved).")
  }

  func load(_ loadReason: LoadReason, _ navigator: Navigator) async { loads += 1 }

  func draw(in canvas: inout Canvas) {
    canvas.write(
      "desk \(number) loads \(loads) works \(state.works), counts \(state.counts)", row: 0)
  }
}
