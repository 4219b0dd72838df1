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
@MainActor public final class TestSession<Route: AppRoute> {
  private let application: Application<Route>
  /// Where the session is kept; the real file's twin unless the test brings another.
  public private(set) var store: any SnapshotStore
  private let reopen: @MainActor () -> any SnapshotStore
  private let time: ManualTime
  public private(set) var terminal: InMemoryTerminal
  private var loop: ScreenLoop<Route>
  /// Whether the person has quit since the last start.
  public private(set) var hasQuit = false

  /// Starts the application, and waits until what it loads is there.
  public convenience init(
    _ application: Application<Route>, size: Size = Size(rows: 24, columns: 80),
    store: any SnapshotStore = InMemorySnapshotStore(), time: ManualTime = ManualTime()
  ) async throws {
    try await self.init(application, size: size, time) { store }
  }

  /// The same with a session in a real file, which every relaunch opens anew.
  public convenience init(
    _ application: Application<Route>, size: Size = Size(rows: 24, columns: 80),
    file path: String, time: ManualTime = ManualTime()
  ) async throws {
    try await self.init(application, size: size, time) { SnapshotFile(path: path) }
  }

  private init(
    _ application: Application<Route>, size: Size, _ time: ManualTime,
    reopen: @escaping @MainActor () -> any SnapshotStore
  ) async throws {
    self.application = application
    self.reopen = reopen
    self.time = time
    store = reopen()
    terminal = InMemoryTerminal(size: size)
    loop = try TestSession.loop(application, terminal, store, time)
    try await start()
  }

  /// The screen as it is now.
  public var frame: Frame { terminal.frame }

  /// Presses keys, one after the other, and waits until each has had its effect.
  public func press(_ keys: Key...) async {
    for key in keys { await send(.key(key)) }
  }

  /// Types a text, letter by letter.
  public func type(_ text: String) async {
    for character in text { await send(.key(.character(character))) }
  }

  /// Lets something happen at the terminal.
  public func send(_ event: Event) async {
    terminal.send(event)
    loop.turn()
    await loop.settle()
  }

  /// Lets time pass, and waits until what was due then is done.
  public func pass(seconds: Int) async {
    let alarms = loop.alarms
    // Whoever is to be woken has to be asleep first.
    while time.waiterCount < alarms.count { await Task.yield() }
    time.pass(seconds: seconds)
    let now = time.timekeeper.now()
    for alarm in alarms where alarm.due <= now { await alarm.work.value }
    await loop.settle()
  }

  /// Kills the process and starts it again, in a window of the same size or another.
  ///
  /// Nothing is told to the application: what the store holds is all that is left of it. `resumption` says how much of that
  /// resumes, as after starts that failed.
  public func killAndRelaunch(
    size: Size? = nil, resumption: Resumption = .everything
  ) async throws {
    terminal = InMemoryTerminal(size: size ?? terminal.size)
    store = reopen()
    loop = try TestSession.loop(application, terminal, store, time)
    try await start(resumption)
  }

  private func start(_ resumption: Resumption = .everything) async throws {
    hasQuit = false
    loop.onQuit = { [weak self] in self?.hasQuit = true }
    let stored = try store.load()
    loop.start(
      resuming: try stored.body.map { try Snapshot(body: $0) }, resumption,
      notices: [stored.damage].compactMap(\.self))
    await loop.settle()
  }

  private static func loop(
    _ application: Application<Route>, _ terminal: InMemoryTerminal, _ store: any SnapshotStore,
    _ time: ManualTime
  ) throws -> ScreenLoop<Route> {
    try ScreenLoop(
      application, framework: .standard, terminal: terminal, store: store,
      time: time.timekeeper)
  }

  // MARK: What is on the screen

  /// Throws, with a picture, unless the text is on the screen.
  public func expect(_ text: String) throws {
    guard frame.text.contains(text) else {
      throw ScreenExpectation(sentence: "“\(text)” isn't on the screen", frame: frame)
    }
  }

  /// Throws, with a picture, if the text is on the screen.
  public func expectNo(_ text: String) throws {
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

/// What a screen was expected to show, and what it showed instead.
public struct ScreenExpectation: Error, CustomStringConvertible {
  public let sentence: String
  public let frame: Frame

  public var description: String { "\(sentence):\n\(frame.railed)" }
}

extension String {
  /// Without blanks at either end.
  var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
