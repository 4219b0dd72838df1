public import Restoration
public import Terminals
public import Values

/// Runs an application on a terminal: events in, state saved, frame out.
///
/// One turn: drain the ready events, let the screens answer, save what changed, paint. The order of the last two is the promise: no frame
/// is painted before the state that it shows is saved. While a session resumes nothing is saved until the person does something,
/// so a half-restored stack never replaces a good one.
@MainActor public final class ScreenLoop<Route: AppRoute> {
  let application: Application<Route>
  let terminal: any Terminal
  let time: Timekeeper
  let stack: ScreenStack<Route>
  let saver: SessionSaver
  let alarm: RefreshAlarm
  /// Rings when the badge isn't true any more.
  let badgeAlarm: RefreshAlarm
  let unfinished = UnfinishedWork()

  var notices = Notices() { didSet { saver.messages = notices.log } }
  /// How much work has begun whose first outcome is still to be painted.
  var scheduledPaints = 0
  /// Keys that were pressed before what they are for was there.
  var waiting: [Event] = []
  /// Whether what resumed has its data, or the person didn't wait for that.
  var isResumed = false
  /// Whether less than the whole session was resumed, because starts failed before.
  var isReduced = false
  var isQuitting = false
  var isLocking = false
  /// Whether something else has the terminal now.
  var isClosed = false
  var requests: [Navigator.Request] = []
  /// Why nothing was saved when that was logged last.
  var loggedNotSaving: String?
  /// How many loads have begun.
  var loadCount = 0
  /// Called once, when the person wants to leave.
  public var onQuit: () -> Void = {}
  /// Called when the person wants to lock the application, once everything is saved. Nil if it can't be locked.
  public var onLock: (() -> Void)?
  /// Whether the application should have been locked by now: the process may have been stopped, or the machine asleep, when it was time.
  /// Then it is, before another event is handled or anything more of it is painted.
  public var isOverdue: () -> Bool = { false }
  /// Called when what resumed is drawn, with its data, just before it is shown.
  public var onDrawn: () -> Void = {}
  /// Called when what resumed is painted, with its data, or the person didn't wait for that.
  public var onResumed: () -> Void = {}
  /// The last frame painted.
  public internal(set) var frame: Frame

  /// An application with its root screen open, and nothing painted yet.
  ///
  /// Without a store nothing is saved. Throws `EncodingError` if the root's own state can't be saved.
  public init(
    _ application: Application<Route>, framework: FrameworkScreens, terminal: any Terminal,
    store: (any SnapshotStore)?, author: String? = nil, account: Account? = nil,
    time: Timekeeper
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
  }

  /// Opens the session that a snapshot holds, or the root; then what the application was asked for; and paints.
  ///
  /// `notices` are sentences for the status line; `notSaving` says there for good why nothing is saved.
  public func start(
    resuming snapshot: Snapshot?, _ resumption: Resumption = .everything, notices: [String] = [],
    notSaving: String? = nil
  ) {
    var notices = notices
    saver.say(notSaving: notSaving)
    if let snapshot { self.notices.resume(snapshot.messages) }
    if let snapshot, !snapshot.entries.isEmpty {
      let newest = snapshot.newestVersion
      if ReleaseNumber(newest) > ReleaseNumber(application.version) {
        saver.later = (newest, snapshot.others)
      }
      notices += name(stack.restore(snapshot.entries, resumption, newestVersion: newest))
      isReduced = resumption != .everything
    }
    saver.isOn = snapshot == nil
    // What is asked for by name is the person's own request, as is a home that is opened for the first time.
    var isAsked = !application.opening.isEmpty
    do {
      let asked = isAsked ? application.opening : application.home
      if try stack.open(asked) { isAsked = true }
    } catch {
      notices.append("What was asked for can't be saved, so it isn't opened.")
    }
    self.notices.say(notices, at: time.now())
    load(isAsked ? .fresh : .cached)
    finishTurn()
  }

  /// Lets the application answer to what has happened at the terminal.
  public func turn() {
    guard !isClosed, !lockIfOverdue() else { return }
    waiting += terminal.readEvents()
    // Each key is for the screen that the one before it led to, with its data, if that needs no waiting.
    var next = 0
    while scheduledPaints == 0, !isQuitting, !isLocking, next < waiting.count {
      handle(waiting[next])
      carryOutRequests()
      next += 1
    }
    waiting.removeFirst(next)
    if isLocking {
      isLocking = false
      return lock()
    }
    guard isQuitting else {
      if saver.isOn { isResumed = true }
      refreshIfDue()
      return finishTurn()
    }
    stack.top.prepareToQuit()
    saveDurably()
    onResumed()
    onQuit()
  }

  /// Saves, and calls `onLock`.
  public func lock() {
    guard let onLock, !isClosed else { return }
    saveDurably()
    onLock()
  }

  /// Whether it was time to lock, and so it is locked.
  func lockIfOverdue() -> Bool {
    guard onLock != nil, isOverdue() else { return false }
    // What was pressed before anybody could see that it is locked is for nobody.
    _ = terminal.readEvents()
    lock()
    return true
  }

  /// Ends the screens' work. Nothing is handled, saved or painted any more: something else has the terminal.
  public func close() {
    isClosed = true
    alarm.clear()
    badgeAlarm.clear()
    waiting = []
    stack.cancelWork()
  }

  /// The open screens as they are; nil if they can't be saved, or what resumed isn't all there yet, so that what was saved counts.
  public func snapshot() -> Snapshot? {
    guard saver.isOn, (try? stack.save()) != nil else { return nil }
    return saver.snapshot(of: stack)
  }

  /// Why nothing is saved, in a few words; nil if everything is.
  public var notSaving: String? { saver.notSaving }

  /// Saves, and waits until the disk has it. Call it before the process ends or stops.
  ///
  /// In the middle of a turn, whose outcome nobody has seen, what was painted last is what counts.
  public func saveDurably() { saver.saveDurably(scheduledPaints == 0 ? stack : nil) }

  /// Shows a sentence in the status line until the next key, and then to whoever asks for messages.
  public func notify(_ sentence: String) {
    notices.say([sentence], at: time.now())
    finishTurn()
  }

  /// Paints every cell anew, for a terminal that shows something else.
  public func repaint() {
    terminal.invalidate()
    finishTurn()
  }

  /// What waits for its time, to load or to paint, and when that is; for tests.
  package var alarms: [(work: Task<Void, Never>, due: Int)] {
    [alarm, badgeAlarm].compactMap { alarm in
      alarm.waiting.flatMap { work in alarm.due.map { (work, $0) } }
    }
  }
}
