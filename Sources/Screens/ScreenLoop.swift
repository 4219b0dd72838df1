public import Restoration
public import Terminals
public import Values

/// A loop that runs an application on a terminal: events in, state saved, frame out.
///
/// One turn: drain the ready events, let the screens answer, save the changes, paint. The order of the last two is the promise: no frame is
/// painted before the state that it shows is saved. While a session resumes nothing is saved until the person does something, so a
/// half-restored stack never replaces a good one.
@MainActor public final class ScreenLoop<Route: AppRoute> {
  let application: Application<Route>
  let terminal: any Terminal
  let time: WallClock
  let stack: ScreenStack<Route>
  let saver: SessionSaver
  let alarm: RefreshAlarm
  /// The alarm that rings when the badge isn't true any more.
  let badgeAlarm: RefreshAlarm
  let unfinished = RunningWork()

  var notices = Notices() { didSet { saver.messages = notices.log } }
  /// The amount of work that has begun and whose first outcome is still to be painted.
  var scheduledPaints = 0
  /// The keys pressed before the screen that they are for was there.
  var waiting: [Event] = []
  /// The keys that may be a password's, until the question for it is on the screen. In memory only.
  var held: [Event] = []
  /// The moment at which a key of a line was dropped whose beginning was; nil if none was.
  var dropped: ContinuousClock.Instant?
  /// The freshness of the load that began last.
  var loadFreshness = LoadReason.appear
  /// The program that has the terminal and is waited for, and the time since when; nil if none is.
  var waitingFor: (program: String, clock: String)?
  /// True once what resumed has its data, or the person didn't wait for them.
  var isResumed = false
  /// True if less than the whole session was resumed, because starts failed before.
  var isReduced = false
  /// The way in which the person wants to leave, once this turn's requests are carried out; nil if they stay.
  var leaving: ExitReason?
  /// True once something else has the terminal.
  var isClosed = false
  var requests: [(request: Navigator.Request, owner: any Screen)] = []
  /// Work that goes on to its end, by the screen that began it.
  let finishing = UncancellableWork()
  /// Work that goes on wherever the person is.
  let background = BackgroundTasks()
  /// The reason that was logged last for saving nothing.
  var loggedNotSaving: String?
  /// The number of loads that have begun.
  var loadCount = 0
  /// Called once, when the person wants to leave.
  public var onQuit: () -> Void = {}
  /// Called when the person wants to lock the application, once everything is saved. Nil if it can't be locked.
  public var onLock: (() -> Void)?
  /// Called when the person wants the shell back for a while (Ctrl-Z). It has to save, give the terminal back, stop the process, and take
  /// the terminal again when it goes on.
  public var onSuspend: () -> Void = {}
  /// True while another program has the terminal.
  var isLent = false
  /// Called with work that needs the terminal for another program: suspends the terminal, does the work, and resumes the terminal. Without
  /// a real terminal it only does the work.
  public var onLend: (() -> Void) -> Void = { $0() }
  /// Tells whether the application should have been locked by now: the process may have been stopped, or the machine asleep, when it was
  /// time. If so, it is locked before another event is handled or anything more is painted.
  public var isOverdue: () -> Bool = { false }
  /// Called when what resumed is drawn, with its data, just before it is shown.
  public var onDrawn: () -> Void = {}
  /// Called when what resumed is painted, with its data, or the person didn't wait for that.
  public var onResumed: () -> Void = {}
  /// The last frame painted.
  public internal(set) var frame: Frame

  /// Creates a loop with the root screen open, and nothing painted yet.
  ///
  /// Without a store nothing is saved. Throws `EncodingError` if the root's own state can't be saved.
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
    saver.onSetAside = { [weak self] sentence in
      self.map { $0.notices.keep(sentence, at: $0.time.now()) }
    }
  }

  /// Opens the session of a snapshot, or the root; then the screens that the application asks for; and paints.
  ///
  /// `notices` are sentences for the status line; `notSaving` says there for good why nothing is saved. A snapshot that `isHeld` in memory
  /// alone is saved before anything of it is painted.
  public func start(
    resuming snapshot: Snapshot?, _ restoreLevel: RestoreLevel = .everything, isHeld: Bool = false,
    notices: [String] = [], notSaving: String? = nil
  ) {
    var notices = notices
    saver.say(notSaving: notSaving)
    if let snapshot, isHeld { saver.keep(snapshot) }
    if let snapshot { self.notices.resume(snapshot.messages) }
    if let snapshot, !snapshot.entries.isEmpty {
      let newest = snapshot.newestVersion
      if ReleaseNumber(newest) > ReleaseNumber(application.version) {
        saver.later = (newest, snapshot.others)
      }
      notices += name(stack.restore(snapshot.entries, restoreLevel, newestVersion: newest))
      isReduced = restoreLevel != .everything
    }
    saver.isOn = snapshot == nil
    // What is asked for by name is the person's own request, as is a home that is opened for the first time.
    var isAsked = !application.opening.isEmpty
    do {
      if try stack.open(stack.asked) { isAsked = true }
    } catch let refusal as RouteRefusal {
      notices.append(refusal.sentence)
    } catch {
      notices.append("What was asked for can't be saved, so it isn't opened.")
    }
    self.notices.say(notices, at: time.now())
    stack.buildBelow()
    loadBelow()
    load(isAsked ? .userRefresh : .appear)
    finishTurn()
  }

  /// Handles the events that the terminal has ready: the turn of the loop.
  public func turn() {
    guard !isClosed, !lockIfOverdue() else { return }
    waiting += terminal.readEvents()
    // Each key is for the screen that the one before it led to, with its data, if that needs no waiting: what work has asked for meanwhile
    // goes first.
    carryOutRequests()
    releaseHeld()
    while scheduledPaints == 0, leaving == nil, !isClosed, !waiting.isEmpty {
      let event = waiting.removeFirst()
      if hold(event) { continue }
      handle(event)
      carryOutRequests()
      // Whoever goes on working doesn't want to leave any more; looking at another window is no work.
      if leaving == nil, event.isPersons { finishing.awaiting = nil }
    }
    guard !isClosed else { return }
    guard let leaving else {
      if saver.isOn { isResumed = true }
      refreshIfDue()
      return finishTurn()
    }
    self.leaving = nil
    // What was pressed behind it may be to leave once more.
    guard !waitsForWork(leaving) else { return waiting.isEmpty ? finishTurn() : turn() }
    switch leaving {
    case .lock: lock(stack)
    case .suspend:
      // The rest of a paste with this key in it.
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

  /// Tells whether leaving waits for work that goes on to its end. Whoever leaves once more doesn't wait, and whoever suspends has it wait.
  private func waitsForWork(_ leaving: ExitReason) -> Bool {
    guard leaving != .suspend, let name = finishing.name, finishing.awaiting != leaving else {
      return false
    }
    finishing.awaiting = leaving
    notices.say(
      ["“\(name)” goes on; then this \(leaving)s. \(leaving.rawValue) again not to wait."],
      at: time.now())
    return true
  }

  /// Saves durably, and calls `onLock`. Does nothing if the application can't be locked.
  public func lock() { lock(scheduledPaints == 0 ? stack : nil) }

  private func lock(_ stack: ScreenStack<Route>?) {
    guard let onLock, !isClosed else { return }
    if let name = finishing.name {
      notices.keep("“\(name)” was still going on when this was locked.", at: time.now())
    }
    saver.saveDurably(stack)
    onLock()
  }

  /// Locks the application if it is overdue; returns true if it was.
  func lockIfOverdue() -> Bool {
    guard onLock != nil, isOverdue() else { return false }
    // What was pressed before anybody could see that it is locked is for nobody.
    _ = terminal.readEvents()
    lock()
    return true
  }

  /// Cancels the screens' work. Nothing is handled, saved or painted any more: something else has the terminal.
  public func close() {
    isClosed = true
    alarm.clear()
    badgeAlarm.clear()
    waiting = []
    held = []
    stack.cancelWork()
    background.cancel()
  }

  /// The open screens as they are now. Nil if they can't be saved, or if the person hasn't done anything since the session resumed;
  /// then the snapshot saved before counts.
  public func snapshot() -> Snapshot? {
    guard saver.isOn, (try? stack.save()) != nil else { return nil }
    return saver.snapshot(of: stack)
  }

  /// The reason why nothing is saved, in a few words; nil if everything is.
  public var notSaving: String? { saver.notSaving }

  /// The body that was saved last; nil if none was.
  package var savedBody: [UInt8]? { saver.savedBody }

  /// Saves, and waits until the disk has the snapshot. Call it before the process ends or stops.
  ///
  /// In the middle of a turn, whose outcome nobody has seen, the state painted last is what counts.
  public func saveDurably() { saver.saveDurably(scheduledPaints == 0 ? stack : nil) }

  /// Shows a sentence in the status line until the next key, and logs it among the messages.
  public func notify(_ sentence: String) {
    notices.say([sentence], at: time.now())
    finishTurn()
  }

  /// Opens screens on top of those that are open, because the person has asked for them elsewhere: in another window. Says a sentence, and
  /// paints.
  ///
  /// A screen that is on top already isn't opened once more. Returns false if not all could be opened, or if the application is locked or
  /// closed; then nothing more is opened than is seen.
  public func open(_ routes: [Route], saying sentence: String) -> Bool {
    guard !isClosed, !lockIfOverdue() else { return false }
    carryOutRequests()
    guard leaving == nil else {
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

  /// Leaves as the quit key does.
  public func quit() {
    guard !isClosed else { return }
    leaving = .quit
    turn()
  }

  /// Says in the bottom line that a program is waited for that has the terminal, until
  /// `endWaiting`.
  public func say(waitingFor program: String, since: Int) {
    let clock = Timestamp(seconds: since).text(in: time.zone).dropFirst(11).prefix(8)
    waitingFor = (program, String(clock))
    finishTurn()
  }

  /// The sentence about the program that is waited for. Where it has no room the time stays, and
  /// the key.
  var waitingWords: String? {
    waitingFor.map { program, clock in
      let whole = "Waiting for \(program) since \(clock). Esc gives up."
      let fits = !CellWidth.exceeds(whole, max(0, terminal.size.columns - 1))
      return fits ? whole : "Waiting since \(clock). Esc gives up."
    }
  }

  /// The program that was waited for has ended.
  public func endWaiting() { waitingFor = nil }

  /// Paints every cell anew, for a terminal that shows something else.
  public func repaint() {
    terminal.invalidate()
    finishTurn()
  }

  /// The tasks that wait for their time, to load or to paint, and that time; for tests.
  package var alarms: [(work: Task<Void, Never>, due: Int)] {
    [alarm, badgeAlarm].compactMap { alarm in
      alarm.waiting.flatMap { work in alarm.due.map { (work, $0) } }
    }
  }
}
