public import Core
public import Restoration
public import Terminals

/// Runs an application on a terminal: reads events, saves the state, paints frames.
///
/// Each turn reads the pending events, lets the screens handle them, saves the changes, then
/// paints. Unless saving fails, no frame is painted before the state that it shows is saved. A
/// resumed session isn't saved until the user does something, so that a partly restored stack
/// doesn't replace a good one. After failed starts, it is saved once its screens have loaded.
@MainActor public final class ScreenLoop<Route: AppRoute> {
  let application: Application<Route>
  let terminal: any Terminal
  let time: WallClock
  let stack: ScreenStack<Route>
  let saver: SessionSaver
  let alarm: RefreshAlarm
  let badgeAlarm: RefreshAlarm
  let tasks = TaskRegistry()

  var notices = Notices() { didSet { saver.messages = notices.log } }
  /// The number of paints scheduled after tasks that have just started.
  var scheduledPaints = 0
  /// The keys pressed before the screen that should handle them was loaded.
  var waiting: [Event] = []
  /// Keys that may be part of a password, held until the password prompt is open. In memory only.
  var held: [Event] = []
  /// When a key was last dropped whose line's beginning was dropped; `nil` if none was.
  var dropped: ContinuousClock.Instant?
  var lastLoadReason = LoadReason.appear
  /// The program that has the terminal, and the time since when the loop waits for it.
  var waitingFor: (program: String, clock: String)?
  /// Whether the resumed screens have loaded, or the user has not waited for that.
  var isResumed = false
  /// What the terminal shows until the restored screen has its data, and until when keys wait.
  var launchImage: Frame?
  var keysWaitUntil = ContinuousClock.now
  /// The frame whose launch image was kept last, and the number of saves before.
  var kept: (frame: Frame, saveCount: Int)?
  /// Whether less than the whole session was restored, because starts failed before.
  var isReduced = false
  /// The turn handles it once its requests are carried out.
  var exitReason: ExitReason?
  /// Whether another component owns the terminal.
  var isClosed = false
  var requests: [(request: Navigator.Request, owner: any Screen)] = []
  /// How the user wants to exit once the tasks that must finish have ended.
  var awaitedExit: ExitReason?
  var loggedNotSaving: String?
  var loadCount = 0
  /// A closure that is called when the application quits, after the session is saved. It should end
  /// the event loop.
  public var onQuit: () -> Void = {}
  /// A closure that is called when the application is locked, after the session is saved; `nil` if
  /// the application can't be locked.
  public var onLock: (() -> Void)?
  /// A closure that is called when the user suspends the application with Ctrl-Z. It must save,
  /// suspend the terminal, stop the process, and resume the terminal when the process continues.
  public var onSuspend: () -> Void = {}
  var isLent = false
  /// A closure that is called when a screen lends the terminal to another program. Its argument
  /// starts that program. It must suspend the terminal, call its argument, and resume the terminal.
  /// By default it only calls its argument.
  public var onLend: (() -> Void) -> Void = { $0() }
  /// Returns whether the user has been inactive for longer than the lock timeout, including time
  /// when the process was stopped or the machine asleep. If so, the loop locks the application
  /// before it handles another event or paints.
  public var isOverdue: () -> Bool = { false }
  /// A closure that is called just before a frame is shown in which the screens of a resumed
  /// session have their data, or in which the user has already acted. It is called again for each
  /// later frame.
  public var onDrawn: () -> Void = {}
  /// A closure that is called after a frame was shown in which the screens of a resumed session
  /// have their data, or in which the user has already acted. It is called again for each later
  /// frame, and when the user quits.
  public var onResumed: () -> Void = {}
  /// The frame that was painted last.
  public internal(set) var frame: Frame

  /// Creates a loop in which only the root screen is open. Nothing is painted until `start` is
  /// called.
  ///
  /// ```swift
  /// let loop = try ScreenLoop(
  ///   application, framework: .standard, terminal: terminal, store: store, time: .system)
  /// loop.start(resuming: snapshot)
  /// ```
  ///
  /// Throws `EncodingError` if the root route or the root screen's state can't be encoded.
  ///
  /// - Parameters:
  ///   - application: The application to run.
  ///   - framework: Builds the framework's own screens, usually `.standard`.
  ///   - terminal: The terminal to read events from and to paint on.
  ///   - store: The store in which the session is saved; `nil` to save nothing.
  ///   - author: The user and machine to store in snapshots, such as `luca@bastion`.
  ///   - account: The account of the session; `nil` if it has none.
  ///   - time: The clock for timestamps and timers.
  public init(
    _ application: Application<Route>, framework: FrameworkScreens, terminal: any Terminal,
    store: (any SnapshotStore)?, author: String? = nil, account: Account? = nil,
    time: WallClock
  ) throws {
    self.application = application
    self.terminal = terminal
    self.time = time
    stack = try ScreenStack(application, framework)
    saver = SessionSaver(
      application: (application.name, application.version), store: store, author: author,
      account: account, time: time)
    alarm = RefreshAlarm(time)
    badgeAlarm = RefreshAlarm(time)
    frame = Frame(size: terminal.size)
    saver.onQuarantine = { [weak self] sentence in
      self.map { $0.notices.record(sentence, at: $0.time.now()) }
    }
  }

  /// Restores the session of a snapshot, or opens only the root screen. Then opens the
  /// application's deep link or initial routes, and paints.
  ///
  /// - Parameters:
  ///   - snapshot: The session to restore; `nil` for a new session.
  ///   - restoreLevel: How much of the session is restored.
  ///   - isHeld: Whether the snapshot is only in memory. It is then saved before anything is
  ///     painted.
  ///   - notices: Sentences to show in the status line and to add to the message log.
  ///   - notSaving: The reason why nothing is saved, shown until saving succeeds; `nil` if the
  ///     session is saved.
  public func start(
    resuming snapshot: Snapshot?, _ restoreLevel: RestoreLevel = .everything, isHeld: Bool = false,
    notices: [String] = [], notSaving: String? = nil
  ) {
    var notices = notices
    saver.say(notSaving: notSaving)
    if let snapshot, isHeld { saver.saveUnchanged(snapshot) }
    if let snapshot { self.notices.resume(snapshot.messages) }
    if let snapshot, !snapshot.entries.isEmpty {
      let newest = snapshot.newestVersion
      if ReleaseNumber(newest) > ReleaseNumber(application.version) {
        saver.newerRelease = (newest, snapshot.others)
      }
      notices += sentences(
        for: stack.restore(snapshot.entries, restoreLevel, newestVersion: newest))
      isReduced = restoreLevel != .everything
    }
    saver.isOn = snapshot == nil
    // A deep link counts as the user's own request, as does an initial route that is opened for the
    // first time.
    var hasRequestedRoutes = !application.deepLink.isEmpty
    do {
      if try stack.open(stack.requestedRoutes) { hasRequestedRoutes = true }
    } catch let refusal as RouteRefusal {
      notices.append(refusal.sentence)
    } catch {
      notices.append("What was asked for can't be saved, so it isn't opened.")
    }
    let isWhole = restoreLevel == .everything && stack.depth == snapshot?.entries.count
    if isWhole, notices.isEmpty, !hasRequestedRoutes { showLaunchImage() }
    self.notices.say(notices, at: time.now())
    stack.buildBelow()
    loadBelow()
    load(hasRequestedRoutes ? .userRefresh : .appear)
    finishTurn()
  }

  /// Handles the events that the terminal has received, then saves and paints. Call it whenever
  /// input is available.
  public func turn() {
    guard !isClosed, !lockIfOverdue() else { return }
    waiting += terminal.readEvents()
    // Each key is handled by the screen that the key before it opened, with its data if loading
    // doesn't suspend, so the requests of tasks are carried out first.
    carryOutRequests()
    releaseHeld()
    while scheduledPaints == 0, exitReason == nil, !isClosed, !waiting.isEmpty, !areKeysTooEarly {
      let event = waiting.removeFirst()
      if hold(event) { continue }
      handle(event)
      carryOutRequests()
      // A user who continues to work no longer wants to exit. Focus events don't count.
      if exitReason == nil, event.isUserInput { awaitedExit = nil }
    }
    guard !isClosed else { return }
    guard let exitReason else {
      if saver.isOn { isResumed = true }
      refreshIfDue()
      return finishTurn()
    }
    self.exitReason = nil
    // A following key may be the second exit request.
    guard !waitsForWork(exitReason) else { return waiting.isEmpty ? finishTurn() : turn() }
    switch exitReason {
    case .lock: lock(stack)
    case .suspend:
      // Drops the rest of a paste that contained this key.
      waiting = []
      finishTurn()
      onSuspend()
    case .quit:
      stack.top.prepareToQuit()
      tasks.cancelBackground()
      saver.save(stack)
      keepLaunchImage()
      saver.saveDurably(stack)
      onResumed()
      onQuit()
    }
  }

  /// Only for `finish` tasks. A second request skips the wait; suspending never waits.
  private func waitsForWork(_ exitReason: ExitReason) -> Bool {
    guard exitReason != .suspend, let name = tasks.nameOfFinishing, awaitedExit != exitReason
    else { return false }
    awaitedExit = exitReason
    notices.say(
      [
        "Waiting for “\(name)”; then this \(exitReason)s. \(exitReason.rawValue) again not to wait."
      ],
      at: time.now())
    return true
  }

  /// Locks the application: saves the session durably, then calls `onLock`. Does nothing if
  /// `onLock` is `nil` or the loop is closed.
  public func lock() { lock(scheduledPaints == 0 ? stack : nil) }

  private func lock(_ stack: ScreenStack<Route>?) {
    guard let onLock, !isClosed else { return }
    if let name = tasks.nameOfFinishing {
      notices.record("“\(name)” was still running when this was locked.", at: time.now())
    }
    saver.saveDurably(stack)
    onLock()
  }

  /// Waits for the tasks that neither a lock nor a closed screen cancels; `nil` without any.
  package var uncancellable: (@MainActor () async -> Void)? {
    guard tasks.nameOfFinishing != nil else { return nil }
    return { [tasks] in await tasks.finish() }
  }

  func lockIfOverdue() -> Bool {
    guard onLock != nil, isOverdue() else { return false }
    // Drops keys that the user pressed before they could see that the application is locked.
    _ = terminal.readEvents()
    lock()
    return true
  }

  /// Stops the loop and cancels the tasks of all open screens, except those started with
  /// `Navigator.finish(_:_:)`. From then on, no event is handled and no frame is painted. Call it
  /// before another component uses the terminal.
  public func close() {
    isClosed = true
    alarm.clear()
    badgeAlarm.clear()
    waiting = []
    held = []
    tasks.cancelAll()
  }

  /// Returns a snapshot of the open screens. Returns `nil` if they can't be encoded, or if the user
  /// hasn't done anything since the session was resumed; the snapshot saved before is then still
  /// valid.
  public func snapshot() -> Snapshot? {
    guard saver.isOn, (try? stack.save()) != nil else { return nil }
    return saver.snapshot(of: stack)
  }

  /// A short text that says why the session can't be saved; `nil` if saving hasn't failed.
  public var notSaving: String? { saver.notSaving }

  /// Saves the session and waits until it is on disk. Call it before the process ends or stops.
  ///
  /// If a changed state hasn't been painted yet, the state painted last is saved.
  public func saveDurably() { saver.saveDurably(scheduledPaints == 0 ? stack : nil) }

  /// Shows a notice in the status line until the user presses a key, pastes or uses the mouse, and
  /// adds it to the message log.
  public func notify(_ sentence: String) {
    notices.say([sentence], at: time.now())
    finishTurn()
  }

  /// Opens the screens of some routes on top of the stack, shows a notice, and paints. Used when
  /// the user has requested them in another window.
  ///
  /// A screen that is already on top isn't opened again. Returns `false` if a screen can't be
  /// opened; the screens before it stay open, and the notice gives the reason instead. Opens
  /// nothing and returns `false` if the loop is closed, or if the application is being locked,
  /// suspended or ended.
  ///
  /// - Parameters:
  ///   - routes: The routes to open, from bottom to top.
  ///   - sentence: The notice for the status line.
  public func open(_ routes: [Route], saying sentence: String) -> Bool {
    guard !isClosed, !lockIfOverdue() else { return false }
    carryOutRequests()
    guard exitReason == nil else {
      turn()
      return false
    }
    notices.clear()
    saver.isOn = true
    isResumed = true
    var areOpen = true
    for route in routes where !stack.isOnTop(route) {
      let depth = stack.depth
      push(route)
      guard stack.depth > depth else {
        areOpen = false
        break
      }
    }
    if areOpen { notices.say([sentence], at: time.now()) }
    finishTurn()
    return areOpen
  }

  /// Ends the application, as if the user had pressed the key for quitting.
  public func quit() {
    guard !isClosed else { return }
    exitReason = .quit
    turn()
  }

  /// Shows in the status line that the application waits for another program that uses the
  /// terminal. `endWaiting()` removes the text.
  ///
  /// - Parameters:
  ///   - program: The name of the other program.
  ///   - since: The time when the program was started, in seconds since 1970.
  public func say(waitingFor program: String, since: Int) {
    let clock = Timestamp(seconds: since).text(in: time.zone).dropFirst(11).prefix(8)
    waitingFor = (program, String(clock))
    finishTurn()
  }

  var waitingText: String? {
    waitingFor.map { program, clock in
      let whole = "Waiting for \(program) since \(clock). Esc cancels."
      let fits = !CellWidth.exceeds(whole, max(0, terminal.size.columns - 1))
      return fits ? whole : "Waiting since \(clock). Esc cancels."
    }
  }

  /// Removes the text that `say(waitingFor:since:)` shows in the status line, when the next frame
  /// is painted.
  public func endWaiting() { waitingFor = nil }

  /// Repaints every cell of the terminal. Call it if another program has written to the terminal.
  public func repaint() {
    terminal.invalidate()
    finishTurn()
  }

  /// The pending timers for loading and repainting, for tests.
  package var alarms: [(work: Task<Void, Never>, due: Int)] {
    [alarm, badgeAlarm].compactMap { alarm in
      alarm.waiting.flatMap { work in alarm.due.map { (work, $0) } }
    }
  }
}
