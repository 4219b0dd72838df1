import Controllers
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

/// Work in the background goes on wherever the person is, is seen there, and is stopped there.
@MainActor @Suite struct BackgroundWorkTests {
  private let library = Library()
  private let terminal = InMemoryTerminal(size: Size(rows: 30, columns: 100))

  private func loop() throws -> ScreenLoop<LibraryRoute> {
    let loop = try ScreenLoop(
      library.application, framework: .standard, terminal: terminal,
      store: InMemorySnapshotStore(), time: .stopped)
    loop.start(resuming: nil)
    return loop
  }

  private func press(_ keys: Key..., in loop: ScreenLoop<LibraryRoute>) async {
    for key in keys {
      terminal.send(.key(key))
      loop.turn()
      await letTasksRun()
    }
  }

  @Test("Background work shows its progress on every screen") func itsProgressIsSeenOnEveryScreen()
    async throws
  {
    let loop = try loop()
    await press("b", in: loop)
    #expect(loop.frame.text.contains("copied 1"))
    await press("n", in: loop)
    #expect(loop.frame.text.contains("room 2"))
    #expect(loop.frame.text.contains("copied 1"))
    library.gate.open()
    await loop.settle()
    #expect(!loop.frame.text.contains("copied 1"))
    #expect(library.copied == 2)
    #expect(loop.frame.text.contains("All is copied."))
  }

  @Test("Closing a screen doesn't end its background work") func closingItsScreenDoesNotEndIt()
    async throws
  {
    let loop = try loop()
    await press("n", "b", .escape, in: loop)
    #expect(loop.frame.text.contains("room 1"))
    #expect(loop.frame.text.contains("copied 1"))
    library.gate.open()
    await loop.settle()
    #expect(library.copied == 2 && library.gate.wasCancelled == false)
  }

  @Test("Background work's key stops the work on any screen")
  func itsKeyStopsItOnAnyScreenAndIsInTheHelp() async throws {
    let loop = try loop()
    await press("b", "n", "?", in: loop)
    #expect(loop.frame.text.contains("Stop copying"))
    await press(.escape, "x", in: loop)
    library.gate.open()
    await loop.settle()
    #expect(library.gate.wasCancelled == true && library.copied == 1)
    await press("?", in: loop)
    #expect(!loop.frame.text.contains("Stop copying"))
  }

  @Test("A screen's own key wins over background work's key") func aScreensOwnKeyComesFirst()
    async throws
  {
    let loop = try loop()
    await press("b", "o", "x", in: loop)
    #expect(loop.frame.text.contains("own 1"))
    library.gate.open()
    await loop.settle()
    #expect(library.gate.wasCancelled == false)
  }

  @Test("Background work of one name isn't begun twice")
  func workOfItsNameThatGoesOnIsNotBegunOnceMore() async throws {
    let loop = try loop()
    await press("b", "b", "n", "b", in: loop)
    #expect(library.begun == 1)
    library.gate.open()
    await loop.settle()
    await press("b", in: loop)
    await loop.settle()
    #expect(library.begun == 2)
  }

  @Test("Quitting doesn't wait for background work") func nobodyWaitsForItWhoQuits() async throws {
    let loop = try loop()
    var hasQuit = false
    loop.onQuit = { hasQuit = true }
    await press("b", .control("q"), in: loop)
    #expect(hasQuit)
    library.gate.open()
    await loop.settle()
    #expect(library.gate.wasCancelled == true)
  }

  @Test("Closing the loop cancels background work and paints nothing more")
  func whatHasTheTerminalNextHasNoneOfIt() async throws {
    let loop = try loop()
    await press("b", in: loop)
    loop.close()
    let frame = loop.frame
    library.gate.open()
    await letTasksRun()
    #expect(library.gate.wasCancelled == true && library.copied == 1)
    #expect(loop.frame == frame)
  }

  @Test("A covered screen whose data background work changed is reloaded")
  func aScreenWhoseDataItChangesIsLoadedAnew() async throws {
    let loop = try loop()
    await press("b", "n", in: loop)
    #expect(loop.frame.text.contains("room 2 loads 1"))
    library.gate.open()
    await loop.settle()
    // It has changed room 1, which is covered.
    #expect(loop.frame.text.contains("room 2 loads 1"))
    await press(.escape, in: loop)
    #expect(loop.frame.text.contains("room 1 loads 2"))
    await press("n", .escape, in: loop)
    #expect(loop.frame.text.contains("room 1 loads 2"))
  }

  @Test("The top screen whose data background work changed is reloaded at once")
  func theOneOnTopIsLoadedAtOnce() async throws {
    let loop = try loop()
    await press("b", in: loop)
    library.gate.open()
    await loop.settle()
    #expect(loop.frame.text.contains("room 1 loads 2"))
  }

  /// The load may have asked before there was anything new.
  @Test("A screen whose data change during its load is loaded once more")
  func whatIsOutdatedWhileItLoadsIsLoadedOnceMoreAfterIt() async throws {
    let loading = Turnstile()
    library.loading = loading
    let loop = try loop()
    await press("b", in: loop)
    library.gate.open()
    await letTasksRun()
    #expect(library.copied == 2)
    #expect(loop.frame.text.contains("room 1 loads 1"))
    loading.open()
    await loop.settle()
    #expect(loop.frame.text.contains("room 1 loads 2"))
  }

  @Test("A load may begin background work") func aLoadMayBeginIt() async throws {
    library.isBegunByLoading = true
    let session = try await TestSession(
      library.application, size: Size(rows: 6, columns: 100), isEndless: true)
    try session.expect("copied 1")
    library.gate.open()
    try await session.wait(for: "All is copied.")
  }

  @Test("A covered screen's load may begin background work")
  func aLoadMayBeginItThoughThePersonHasGoneOnMeanwhile() async throws {
    let loading = Turnstile()
    library.isBegunByLoading = true
    library.loading = loading
    let loop = try loop()
    await press("n", in: loop)
    #expect(loop.frame.text.contains("room 2"))
    loading.open()
    await letTasksRun()
    #expect(loop.frame.text.contains("copied 1"))
    library.gate.open()
    await loop.settle()
    #expect(library.copied == 2)
  }
}

private enum LibraryRoute: AppRoute {
  case room(Int)
  case other
}

/// The gate that work waits at, and the outcome of the work.
@MainActor private final class Library {
  let gate = Turnstile()
  var begun = 0
  var copied = 0
  var isBegunByLoading = false
  /// Where the first room's load waits.
  var loading: Turnstile?

  var application: Application<LibraryRoute> {
    Application("library", title: "Library", root: LibraryRoute.room(1)) { route in
      switch route {
      case .room(let number): RoomScreen(number, self)
      case .other: OwnKeyScreen()
      }
    }
  }

  var work: BackgroundWork {
    BackgroundWork("copy", stop: "x", help: "Stop copying") { navigator in
      self.begun += 1
      self.copied += 1
      navigator.say(progress: "copied \(self.copied)")
      await self.gate.wait()
      self.gate.wasCancelled = Task.isCancelled
      guard !Task.isCancelled else { return }
      self.copied += 1
      navigator.reload([LibraryRoute.room(1)])
      navigator.notify("All is copied.")
    }
  }
}

@MainActor private final class RoomScreen: Screen {
  struct State: RestorableState {}

  var state = State()
  private let number: Int
  private let library: Library
  private var loads = 0

  init(_ number: Int, _ library: Library) {
    self.number = number
    self.library = library
  }

  var bindings: [KeyBinding] {
    [
      KeyBinding("b", help: "Copy") { $0.runInBackground(self.library.work) },
      KeyBinding("n", help: "Next room") { $0.push(LibraryRoute.room(self.number + 1)) },
      KeyBinding("o", help: "A room with a key of its own") { $0.push(LibraryRoute.other) },
    ]
  }

  func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    loads += 1
    if number == 1 { await library.loading?.wait() }
    if library.isBegunByLoading, number == 1, loads == 1 { navigator.runInBackground(library.work) }
  }

  func draw(in canvas: inout Canvas) {
    canvas.write("room \(number) loads \(loads)", row: 0)
  }
}

@MainActor private final class OwnKeyScreen: Screen {
  struct State: RestorableState { var count = 0 }

  var state = State()

  var bindings: [KeyBinding] {
    [KeyBinding("x", help: "Count") { _ in self.state.count += 1 }]
  }

  func draw(in canvas: inout Canvas) { canvas.write("own \(state.count)", row: 0) }
}
