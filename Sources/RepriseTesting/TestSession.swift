import Controllers
public import Restoration
public import Screens
public import Terminals

/// Runs an application on a terminal in memory: press keys, check the screen, kill and relaunch it.
///
///     let session = try await TestSession(application)
///     await session.press("j", .enter)
///     try session.expect("LucaV")
///     try await session.killAndRelaunch()
///     try session.expect("LucaV")
///
/// Each start evaluates `application` again, as a new process would. Pass the expression that
/// creates it, `TestSession(Viewer(in: directory).application)`, rather than a constant: objects
/// created before the call would survive a kill together with their state, which never happens in a
/// real application.
///
/// Each call waits until all tasks have ended: loads, and tasks started with `Navigator.run`, even
/// of covered screens. The initializer, `killAndRelaunch` and every expectation throw an error that
/// names tasks still running after `patience`. For sources that never end on purpose, such as one
/// that follows a log, pass `isEndless`: each call then waits only until every source has shown
/// something, and `wait(for:)` waits for more.
@MainActor public final class TestSession<Route: AppRoute> {
  private let make: @MainActor () throws -> Application<Route>
  private let isEndless: Bool
  private let patience: Duration
  private var unsettled: UnsettledWork?
  private var hasActed = false
  /// The store in which the application's session is saved. It is in memory, unless the test
  /// provides another one.
  public private(set) var store: any SnapshotStore
  private let reopen: @MainActor () -> any SnapshotStore
  let time: TestClock
  /// The terminal in memory on which the application currently runs. A relaunch replaces it.
  public private(set) var terminal: InMemoryTerminal
  private var loop: ScreenLoop<Route>
  /// Whether the application has quit since it was last started.
  public private(set) var hasQuit = false

  /// Starts the application and waits until its data are loaded.
  ///
  ///     let session = try await TestSession(application, size: Size(rows: 10, columns: 40))
  ///
  /// Throws `UnsettledWork`, or the store's own error.
  ///
  /// - Parameters:
  ///   - application: Creates the application, as its `main` does; evaluated at each start.
  ///   - size: The window size of the first start.
  ///   - store: Stores the session. Sessions that share a store are starts of the same application.
  ///   - time: The application's clock, advanced by the test.
  ///   - isEndless: Whether sources may never end. Calls then wait only until each has shown
  ///     something.
  ///   - patience: The maximum time that a call waits for tasks to end.
  ///   - graphics: The protocol in which the terminal accepts images, or `nil` for only text.
  public convenience init(
    _ application: @autoclosure @escaping @MainActor () throws -> Application<Route>,
    size: Size = Size(rows: 24, columns: 80),
    store: any SnapshotStore = InMemorySnapshotStore(), time: TestClock = TestClock(),
    isEndless: Bool = false, patience: Duration = .seconds(30), graphics: Graphics? = nil
  ) async throws {
    try await self.init(application, size: size, graphics, time, isEndless, patience) { store }
  }

  /// Starts the application with a session in a real file, which every relaunch opens again.
  ///
  ///     let session = try await TestSession(application, file: directory.file("main.snapshot"))
  public convenience init(
    _ application: @autoclosure @escaping @MainActor () throws -> Application<Route>,
    size: Size = Size(rows: 24, columns: 80),
    file path: String, time: TestClock = TestClock(), isEndless: Bool = false,
    patience: Duration = .seconds(30)
  ) async throws {
    try await self.init(application, size: size, nil, time, isEndless, patience) {
      SnapshotFile(path: path)
    }
  }

  private init(
    _ make: @escaping @MainActor () throws -> Application<Route>, size: Size, _ graphics: Graphics?,
    _ time: TestClock, _ isEndless: Bool, _ patience: Duration,
    reopen: @escaping @MainActor () -> any SnapshotStore
  ) async throws {
    self.make = make
    self.isEndless = isEndless
    self.patience = patience
    self.reopen = reopen
    self.time = time
    store = reopen()
    terminal = InMemoryTerminal(size: size, graphics: graphics)
    loop = try TestSession.loop(make(), terminal, store, time)
    try await start()
  }

  /// The characters, styles and cursor that the terminal currently shows.
  public var frame: Frame { terminal.frame }

  /// Presses keys in order, and waits after each until its effects are complete.
  ///
  ///     await session.press("/", "a", .enter)
  public func press(_ keys: Key...) async {
    for key in keys { await send(.key(key)) }
  }

  /// Types text, one key press per character, and waits after each until its effects are complete.
  public func type(_ text: String) async {
    for character in text { await send(.key(.character(character))) }
  }

  /// Sends a terminal event, and waits until its effects are complete.
  public func send(_ event: Event) async {
    if event.isUserInput { hasActed = true }
    terminal.send(event)
    loop.turn()
    await settle()
  }

  /// Advances the application's clock, and waits until all work that has become due is complete.
  public func pass(seconds: Int) async {
    let alarms = loop.alarms
    // All alarms must be waiting before the clock advances.
    do {
      try await waitUntil("all alarms wait") { time.waiterCount >= alarms.count }
    } catch {
      unsettled = UnsettledWork(title: "an alarm", patience: patience)
      return
    }
    time.pass(seconds: seconds)
    let now = time.wallClock.now()
    for alarm in alarms where alarm.due <= now { await alarm.work.value }
    await settle()
  }

  /// Kills the application and starts it again, as after a crash.
  ///
  /// The application isn't notified, and a new one is created. Only the store and data on disk or a
  /// server survive. The application's deep link isn't used again if user input was sent before.
  /// Throws `UnsettledWork`, or the store's own error.
  ///
  /// - Parameters:
  ///   - size: The new window size; `nil` for the previous size.
  ///   - restoreLevel: The amount of saved state to restore. A real application lowers it after
  ///     failed starts.
  public func killAndRelaunch(
    size: Size? = nil, restoreLevel: RestoreLevel = .everything
  ) async throws {
    close()
    terminal = InMemoryTerminal(size: size ?? terminal.size, graphics: terminal.graphics)
    store = reopen()
    loop = try TestSession.loop(nextApplication(), terminal, store, time)
    try await start(restoreLevel)
  }

  func relaunched() async throws -> TestSession {
    try await TestSession(
      try self.nextApplication(), size: terminal.size, store: store, time: time,
      isEndless: isEndless, patience: patience, graphics: terminal.graphics)
  }

  private func nextApplication() throws -> Application<Route> {
    let application = try make()
    return hasActed ? application.withoutDeepLink : application
  }

  func close() { loop.close() }

  var screens: [EndedScreen] { loop.screens.map(EndedScreen.init) }

  /// Its input then isn't saved.
  var asksForConsent: Bool { loop.asksForConsent }

  var sight: RandomEvents.VisibleState {
    let offers = loop.offers
    return RandomEvents.VisibleState(
      own: offers.own, framework: offers.framework, choiceCount: offers.choiceCount, frame: frame)
  }

  private func settle() async {
    guard unsettled == nil else { return }
    var left = patience
    let turn = min(patience, .milliseconds(500))
    while let title = await loop.settle(untilShown: isEndless, until: .now + turn) {
      // Counts a fixed amount per turn, because on a busy machine both are late.
      left -= turn
      guard left > .zero, !Task.isCancelled else {
        unsettled = UnsettledWork(title: title, patience: patience)
        return
      }
    }
  }

  func expectSettled() throws {
    if let unsettled { throw unsettled }
  }

  private func start(_ restoreLevel: RestoreLevel = .everything) async throws {
    hasQuit = false
    unsettled = nil
    loop.onQuit = { [weak self] in self?.hasQuit = true }
    let stored = try store.load()
    loop.start(
      resuming: try stored.body.map { try Snapshot(body: $0) }, restoreLevel,
      notices: [stored.damage].compactMap(\.self))
    await settle()
    try expectSettled()
  }

  private static func loop(
    _ application: Application<Route>, _ terminal: InMemoryTerminal, _ store: any SnapshotStore,
    _ time: TestClock
  ) throws -> ScreenLoop<Route> {
    try ScreenLoop(
      application, framework: .standard, terminal: terminal, store: store,
      time: time.wallClock)
  }

  // MARK: The screen

  /// Checks that a text is on the screen. Throws an error with the frame if it isn't.
  public func expect(_ text: String) throws {
    try expectSettled()
    guard frame.text.contains(text) else {
      throw ScreenExpectation(sentence: "“\(text)” isn't on the screen", frame: frame)
    }
  }

  /// Waits until the text is on the screen. Throws an error with the frame on timeout.
  public func wait(for text: String) async throws {
    try await wait("“\(text)” hasn't come") { $0.contains(text) }
  }

  /// Waits until the text is no longer on the screen. Throws an error with the frame on timeout.
  public func waitUntilGone(_ text: String) async throws {
    try await wait("“\(text)” hasn't gone") { !$0.contains(text) }
  }

  private func wait(_ sentence: String, until condition: (String) -> Bool) async throws {
    var patience = WaitLimit(patience)
    while !condition(frame.text) {
      guard !patience.isOver() else { throw ScreenExpectation(sentence: sentence, frame: frame) }
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  /// Checks that a text isn't on the screen. Throws an error with the frame if it is.
  public func expectNo(_ text: String) throws {
    try expectSettled()
    guard !frame.text.contains(text) else {
      throw ScreenExpectation(sentence: "“\(text)” is on the screen", frame: frame)
    }
  }

  /// The text of the first row that contains reverse video, such as a list's selected row; `nil` if
  /// there is none.
  public var selectedText: String? {
    (0..<frame.size.rows).lazy.filter { row in
      self.frame.cells(ofRow: row).contains(where: \.style.isSelected)
    }
    .map { self.frame.text(ofRow: $0).trimmingBlanks }.first
  }
}

/// The error that a test session throws if the screen doesn't show the expected text, or shows an
/// unexpected one.
public struct ScreenExpectation: Error, CustomStringConvertible {
  /// A sentence that describes the failed expectation.
  public let sentence: String
  /// The frame that the terminal showed when the expectation failed.
  public let frame: Frame

  /// A message with the failed expectation and the frame.
  public var description: String { "\(sentence):\n\(frame.railed)" }
}

/// The error that a test session throws if a screen's task, such as a load, was still running after
/// the maximum waiting time.
public struct UnsettledWork: Error, CustomStringConvertible {
  /// The title of the screen whose task was running; empty for a root screen without one, and "an
  /// alarm" if an alarm didn't begin to wait.
  public let title: String
  /// The maximum waiting time that was exceeded.
  public let patience: Duration

  /// A message with the title of the screen whose task was running.
  public var description: String {
    let screen = title.isEmpty ? "The root screen" : "“\(title)”"
    return """
      \(screen) still loads or works after \(patience). A source that goes on for ever on purpose is \
      tested with TestSession(…, isEndless: true).
      """
  }
}

extension String {
  var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
