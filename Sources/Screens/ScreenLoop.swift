public import Core
public import Restoration
public import Terminals

/// Runs an application on a terminal: reads events, saves the state, paints frames.
///
/// Each turn reads the pending events, lets the screens handle them, saves the changes, then
/// paints. No frame is painted before the state that it shows is saved. A resumed session isn't
/// saved until the user does something, so that a partly restored stack never replaces a good one.
@MainActor public final class ScreenLoop<Route: AppRoute> {
  let application: Application<Route>
  let terminal: any Terminal
  let time: WallClock
  let stack: ScreenStack<Route>
  let saver: SessionSaver
  let alarm: RefreshAlarm
  let badgeAlarm: RefreshAlarm
  let unfinished = RunningWork()

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
  /// Whether less than the whole session was restored, because starts failed before.
  var isReduced = false
  /// The turn handles it once its requests are carried out.
  var exitReason: ExitReason?
  /// Whether another component owns the terminal.
  var isClosed = false
  var requests: [(request: Navigator.Request, owner: any Screen)] = []
  let finishing = UncancellableWork()
  let background = BackgroundTasks()
  var loggedNotSaving: String?
  var loadCount = 0
  /// Called once, when the user quits.
  public var onQuit: () -> Void = {}
  /// Called when the user locks the application, after everything is saved. `nil` if it can't be
  /// locked.
  public var onLock: (() -> Void)?
  /// Called when the user suspends the application with Ctrl-Z. It must save, release the terminal,
  /// stop the process, and take the terminal back when the process continues.
  public var onSuspend: () -> Void = {}
  var isLent = false
  /// Called with work that needs the terminal for another program. It must suspend the terminal, do
  /// the work, and resume the terminal. The default only does the work.
  public var onLend: (() -> Void) -> Void = { $0() }
  /// Returns whether the lock timeout has passed, for example while the process was stopped or the
  /// machine asleep. If so, the application is locked before it handles another event or paints.
  public var isOverdue: () -> Bool = { false }
  /// Called when the resumed screens are drawn with their data, just before they are shown.
  public var onDrawn: () -> Void = {}
  /// Called when the resumed screens are painted with their data, or the user has not waited for
  /// that.
  public var onResumed: () -> Void = {}
  /// The last painted frame.
  public internal(set) var frame: Frame

  /// Creates a loop with the root screen open, and nothing painted yet.
  ///
  /// Without a store nothing is saved. Throws `EncodingError` if the root's own state can't be
  /// saved.
  /// ```swift
  /// let loop = try ScreenLoop(
  ///   application, framework: .standard, terminal: terminal, store: store, time: .system)
  /// loop.start(resuming: snapshot)
  /// ```
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

  /// Restores a snapshot's session, or opens the root; then opens the application's deep link, and
  /// paints.
  ///
  /// `notices` are shown in the status line; `notSaving` is shown there permanently as the reason
  /// why nothing is saved. A snapshot that is only in memory (`isHeld`) is saved before anything is
  /// painted.
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
    self.notices.say(notices, at: time.now())
    stack.buildBelow()
    loadBelow()
    load(hasRequestedRoutes ? .userRefresh : .appear)
    finishTurn()
  }

  /// Runs one turn of the loop: handles the terminal's pending events.
  public func turn() {
    guard !isClosed, !lockIfOverdue() else { return }
    waiting += terminal.readEvents()
    // Each key is handled by the screen that the key before it opened, with its data if loading
    // doesn't suspend, so the requests of tasks are carried out first.
    carryOutRequests()
    releaseHeld()
    while scheduledPaints == 0, exitReason == nil, !isClosed, !waiting.isEmpty {
      let event = waiting.removeFirst()
      if hold(event) { continue }
      handle(event)
      carryOutRequests()
      // A user who continues to work no longer wants to exit. Focus events don't count.
      if exitReason == nil, event.isUserInput { finishing.awaiting = nil }
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
      background.cancel()
      saver.saveDurably(stack)
      onResumed()
      onQuit()
    }
  }

  /// Only for `finish` tasks. A second request skips the wait; suspending never waits.
  private func waitsForWork(_ exitReason: ExitReason) -> Bool {
    guard exitReason != .suspend, let name = finishing.name, finishing.awaiting != exitReason else {
      return false
    }
    finishing.awaiting = exitReason
    notices.say(
      [
        "Waiting for “\(name)”; then this \(exitReason)s. \(exitReason.rawValue) again not to wait."
      ],
      at: time.now())
    return true
  }

  /// Saves durably, then calls `onLock`. Does nothing if the application can't be locked.
  public func lock() { lock(scheduledPaints == 0 ? stack : nil) }

  private func lock(_ stack: ScreenStack<Route>?) {
    guard let onLock, !isClosed else { return }
    if let name = finishing.name {
      notices.record("“\(name)” was still running when this was locked.", at: time.now())
    }
    saver.saveDurably(stack)
    onLock()
  }

  /// Waits for the tasks that neither a lock nor a closed screen cancels; `nil` without any.
  package var uncancellable: (@MainActor () async -> Void)? {
    guard finishing.name != nil else { return nil }
    return { [finishing] in await finishing.end() }
  }

  func lockIfOverdue() -> Bool {
    guard onLock != nil, isOverdue() else { return false }
    // Drops keys that the user pressed before they could see that the application is locked.
    _ = terminal.readEvents()
    lock()
    return true
  }

  /// Cancels the screens' tasks. After this the loop handles, saves and paints nothing, because
  /// another component owns the terminal.
  public func close() {
    isClosed = true
    alarm.clear()
    badgeAlarm.clear()
    waiting = []
    held = []
    stack.cancelWork()
    background.cancel()
  }

  /// Returns a snapshot of the open screens; `nil` if they can't be saved, or if the user hasn't
  /// done anything since the session was resumed. Then the previously saved snapshot is valid.
  public func snapshot() -> Snapshot? {
    guard saver.isOn, (try? stack.save()) != nil else { return nil }
    return saver.snapshot(of: stack)
  }

  /// Why nothing is saved, as a short text; `nil` if everything is saved.
  public var notSaving: String? { saver.notSaving }

  package var savedBody: [UInt8]? { saver.savedBody }

  /// Saves, and waits until the snapshot is on the disk. Call it before the process ends or stops.
  ///
  /// In the middle of a turn, the state painted last is saved, because the user hasn't seen the
  /// outcome.
  public func saveDurably() { saver.saveDurably(scheduledPaints == 0 ? stack : nil) }

  /// Shows a notice in the status line until the next key, and logs it.
  public func notify(_ sentence: String) {
    notices.say([sentence], at: time.now())
    finishTurn()
  }

  /// Opens screens on top of the open ones, because the user has requested them in another window.
  /// Shows a notice, and paints.
  ///
  /// A screen that is already on top isn't opened again. Returns false if not all screens could be
  /// opened; those before the failure stay open. Also returns false if the application is locked or
  /// closed; then none is opened.
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

  /// Quits like the quit key.
  public func quit() {
    guard !isClosed else { return }
    exitReason = .quit
    turn()
  }

  /// Shows in the status line that the loop waits for a program that has the terminal, until
  /// `endWaiting`.
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

  /// Ends the notice of `say(waitingFor:since:)`.
  public func endWaiting() { waitingFor = nil }

  /// Repaints every cell, for a terminal that shows something else.
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
