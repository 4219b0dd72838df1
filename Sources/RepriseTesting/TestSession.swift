import Controllers
public import Restoration
public import Screens
public import Terminals

/// An application under test, on a terminal in memory: press its keys, read its screen, kill it, start it again.
///
///     let session = try await TestSession(application)
///     await session.press("j", .enter)
///     try session.expect("LucaV")
///     try await session.killAndRelaunch()
///     try session.expect("LucaV")
///
/// The application is made anew at each start, as a process makes it: what is written in the call is evaluated then. So write the
/// expression that makes it, `TestSession(Viewer(in: directory).application)`, rather than a constant that holds it: objects that were made
/// before the call would be there after a kill, too, with all that they remember, and a test would find what no person ever does.
///
/// Each call waits until all work has ended: loads, and work begun with `Navigator.run`, also that of covered screens. Work that doesn't
/// end within the session's patience is reported by name: by the initialiser, `killAndRelaunch` and every expectation. If sources go on for
/// ever on purpose, such as one that follows a log, say `isEndless`: then a call waits until each has shown something, and `wait(for:)`
/// waits for more.
@MainActor public final class TestSession<Route: AppRoute> {
  private let make: @MainActor () throws -> Application<Route>
  private let isEndless: Bool
  private let patience: Duration
  /// The work that didn't end within the patience.
  private var unsettled: UnsettledWork?
  /// True if the person has done something since the start, so that the session holds the screens opened then.
  private var hasActed = false
  /// The store of the session; the real file's twin in memory unless the test brings another.
  public private(set) var store: any SnapshotStore
  private let reopen: @MainActor () -> any SnapshotStore
  let time: TestClock
  /// The terminal of the present start.
  public private(set) var terminal: InMemoryTerminal
  private var loop: ScreenLoop<Route>
  /// True if the person has quit since the last start.
  public private(set) var hasQuit = false

  /// Starts the application, and waits until its data are there.
  ///
  ///     let session = try await TestSession(application, size: Size(rows: 10, columns: 40))
  ///
  /// Throws `UnsettledWork`, or the store's own error.
  ///
  /// - Parameters:
  ///   - application: Makes the application, as its `main` does; evaluated at each start.
  ///   - size: The window of the first start.
  ///   - store: Holds the session; sessions that share one are starts of the same application.
  ///   - time: The clock of the application, which moves when the test says so.
  ///   - isEndless: True if sources may go on for ever: a call waits only until each has shown something.
  ///   - patience: The longest time that a call waits for work to end.
  ///   - graphics: The protocol in which the terminal takes images; nil if it takes none.
  public convenience init(
    _ application: @autoclosure @escaping @MainActor () throws -> Application<Route>,
    size: Size = Size(rows: 24, columns: 80),
    store: any SnapshotStore = InMemorySnapshotStore(), time: TestClock = TestClock(),
    isEndless: Bool = false, patience: Duration = .seconds(30), graphics: Graphics? = nil
  ) async throws {
    try await self.init(application, size: size, graphics, time, isEndless, patience) { store }
  }

  /// Starts the application with a session in a real file, which every relaunch opens anew.
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

  /// The screen as it is now.
  public var frame: Frame { terminal.frame }

  /// Presses keys, one after the other, and waits until each has had its effect.
  ///
  ///     await session.press("/", "a", .enter)
  public func press(_ keys: Key...) async {
    for key in keys { await send(.key(key)) }
  }

  /// Types a text, letter by letter.
  public func type(_ text: String) async {
    for character in text { await send(.key(.character(character))) }
  }

  /// Sends an event of the terminal, and waits until it has had its effect.
  public func send(_ event: Event) async {
    if event.isPersons { hasActed = true }
    terminal.send(event)
    loop.turn()
    await settle()
  }

  /// Moves the clock by seconds, and waits until everything that was due then is done.
  public func pass(seconds: Int) async {
    let alarms = loop.alarms
    // Whoever is to be woken has to be asleep first.
    do {
      try await waitUntil("all alarms wait") { time.waiterCount >= alarms.count }
    } catch {
      unsettled = UnsettledWork(title: "an alarm", patience: patience)
      return
    }
    time.pass(seconds: seconds)
    let now = time.timekeeper.now()
    for alarm in alarms where alarm.due <= now { await alarm.work.value }
    await settle()
  }

  /// Kills the process and starts it again, in a window of the same size or another.
  ///
  /// The application isn't told, and is made anew: only the store survives, and what is on the disk or at a server. Once a key was pressed,
  /// the application's `opening` isn't asked for again: the next start is a plain one. `restoreLevel` says how much of the session resumes,
  /// as after starts that failed. Throws `UnsettledWork`, or the store's own error.
  public func killAndRelaunch(
    size: Size? = nil, restoreLevel: RestoreLevel = .everything
  ) async throws {
    close()
    terminal = InMemoryTerminal(size: size ?? terminal.size, graphics: terminal.graphics)
    store = reopen()
    loop = try TestSession.loop(nextApplication(), terminal, store, time)
    try await start(restoreLevel)
  }

  /// Starts the application once more from this session's store, at the same time and in a window of the same size, beside this one.
  func relaunched() async throws -> TestSession {
    try await TestSession(
      try self.nextApplication(), size: terminal.size, store: store, time: time,
      isEndless: isEndless, patience: patience, graphics: terminal.graphics)
  }

  /// Makes the application as it is started after a kill.
  private func nextApplication() throws -> Application<Route> {
    let application = try make()
    return hasActed ? application.withoutOpening : application
  }

  /// Ends all work, as the end of a process does.
  func close() { loop.close() }

  /// The screens of this start, which are to be gone once nobody holds the session any more.
  var screens: [EndedScreen] { loop.screens.map(EndedScreen.init) }

  /// True if the screen on top is a question whose answers aren't saved.
  var asksForConsent: Bool { loop.asksForConsent }

  /// The keys, choices and picture that a person can see.
  var sight: RandomEvents.Sight {
    let offers = loop.offers
    return RandomEvents.Sight(
      own: offers.own, framework: offers.framework, choiceCount: offers.choiceCount, frame: frame)
  }

  private func settle() async {
    guard unsettled == nil else { return }
    var left = patience
    let turn = min(patience, .milliseconds(500))
    while let title = await loop.settle(untilShown: isEndless, until: .now + turn) {
      // A turn counts as one, however late it ends on a busy machine: the work that is waited for is late, too.
      left -= turn
      guard left > .zero, !Task.isCancelled else {
        unsettled = UnsettledWork(title: title, patience: patience)
        return
      }
    }
  }

  /// Throws `UnsettledWork` if there was work that didn't end.
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
      time: time.timekeeper)
  }

  // MARK: What is on the screen

  /// Throws, with a picture, unless the text is on the screen.
  public func expect(_ text: String) throws {
    try expectSettled()
    guard frame.text.contains(text) else {
      throw ScreenExpectation(sentence: "“\(text)” isn't on the screen", frame: frame)
    }
  }

  /// Waits until the text is on the screen, for data that come by themselves. Throws, with a picture, if it doesn't come.
  public func wait(for text: String) async throws {
    try await wait("“\(text)” hasn't come") { $0.contains(text) }
  }

  /// Waits until the text isn't on the screen any more. Throws, with a picture, if it stays.
  public func waitUntilGone(_ text: String) async throws {
    try await wait("“\(text)” hasn't gone") { !$0.contains(text) }
  }

  private func wait(_ sentence: String, until isSo: (String) -> Bool) async throws {
    var patience = Patience(patience)
    while !isSo(frame.text) {
      guard !patience.isOver() else { throw ScreenExpectation(sentence: sentence, frame: frame) }
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  /// Throws, with a picture, if the text is on the screen.
  public func expectNo(_ text: String) throws {
    try expectSettled()
    guard !frame.text.contains(text) else {
      throw ScreenExpectation(sentence: "“\(text)” is on the screen", frame: frame)
    }
  }

  /// The text of the row in reverse video.
  public var selectedText: String? {
    (0..<frame.size.rows).lazy.filter { row in
      self.frame.cells(ofRow: row).contains(where: \.style.isSelected)
    }
    .map { self.frame.text(ofRow: $0).trimmingBlanks }.first
  }
}

/// An expectation about the screen that didn't hold.
public struct ScreenExpectation: Error, CustomStringConvertible {
  /// The expectation, as a sentence.
  public let sentence: String
  /// The screen instead.
  public let frame: Frame

  /// The sentence and the picture.
  public var description: String { "\(sentence):\n\(frame.railed)" }
}

/// Work of a screen that hadn't ended when a test's patience was over.
public struct UnsettledWork: Error, CustomStringConvertible {
  /// The screen's title; empty for a root that has none.
  public let title: String
  /// The patience that was over.
  public let patience: Duration

  /// A sentence with the screen's title.
  public var description: String {
    let screen = title.isEmpty ? "The root screen" : "“\(title)”"
    return """
      \(screen) still loads or works after \(patience). A source that goes on for ever on purpose is \
      tested with TestSession(…, isEndless: true).
      """
  }
}

extension String {
  /// The text without blanks at either end.
  var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
