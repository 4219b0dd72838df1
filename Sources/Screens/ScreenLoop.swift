public import Restoration
public import Terminals

/// Runs an application on a terminal: events in, state saved, frame out.
///
/// One turn: drain the ready events, let the screens answer, save what changed, paint. The order of the last two is the promise: no frame
/// is painted before the state that it shows is saved. While a session resumes nothing is saved until the person does something,
/// so a half-restored stack never replaces a good one.
@MainActor public final class ScreenLoop<Route: AppRoute> {
  private let application: Application<Route>
  private let terminal: any Terminal
  private let time: Timekeeper
  private let stack: ScreenStack<Route>
  private let saver: SessionSaver
  private let alarm: RefreshAlarm

  private var notices = Notices()
  /// How much work has begun whose first outcome is still to be painted.
  private var scheduledPaints = 0
  /// Keys that were pressed before what they are for was there.
  private var waiting: [Event] = []
  /// Whether what resumed has its data, or the person didn't wait for that.
  private var isResumed = false
  /// Whether less than the whole session was resumed, because starts failed before.
  private var isReduced = false
  private var isQuitting = false
  private var isLocking = false
  /// Whether something else has the terminal now.
  private var isClosed = false
  /// Whether the person looks at this terminal, as far as it says.
  private var hasFocus = true
  private var requests: [Navigator.Request] = []
  /// Called once, when the person wants to leave.
  public var onQuit: () -> Void = {}
  /// Called when the person wants to lock the application, once everything is saved. Nil if it can't be locked.
  public var onLock: (() -> Void)?
  /// Called when what resumed is drawn, with its data, just before it is shown.
  public var onDrawn: () -> Void = {}
  /// Called when what resumed is painted, with its data, or the person didn't wait for that.
  public var onResumed: () -> Void = {}
  /// The last frame painted.
  public private(set) var frame: Frame

  /// An application with its root screen open, and nothing painted yet.
  ///
  /// Without a store nothing is saved. Throws `EncodingError` if the root's own state can't be saved.
  public init(
    _ application: Application<Route>, framework: FrameworkScreens, terminal: any Terminal,
    store: (any SnapshotStore)?, author: String? = nil, principal: Principal? = nil,
    time: Timekeeper
  ) throws {
    self.application = application
    self.terminal = terminal
    self.time = time
    stack = try ScreenStack(application, framework)
    saver = SessionSaver(
      application: (application.name, application.version), store: store, author: author,
      principal: principal, time: time)
    alarm = RefreshAlarm(time)
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
    if let snapshot, !snapshot.entries.isEmpty {
      let newest = snapshot.newestVersion
      if ReleaseNumber(newest) > ReleaseNumber(application.version) {
        saver.later = (newest, snapshot.others)
      }
      notices += name(
        stack.restore(
          snapshot.entries, resumption, newestVersion: newest, opening: application.opening))
      isReduced = resumption != .everything
    }
    saver.isOn = snapshot == nil
    do {
      try stack.open(application.opening)
    } catch {
      notices.append("What was asked for can't be saved, so it isn't opened.")
    }
    self.notices.keep(notices)
    load(application.opening.isEmpty ? .cached : .fresh)
    finishTurn()
  }

  /// Lets the application answer to what has happened at the terminal.
  public func turn() {
    guard !isClosed else { return }
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

  /// Ends the screens' work. Nothing is handled, saved or painted any more: something else has the terminal.
  public func close() {
    isClosed = true
    alarm.clear()
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
    notices.keep([sentence])
    finishTurn()
  }

  /// Paints every cell anew, for a terminal that shows something else.
  public func repaint() {
    terminal.invalidate()
    finishTurn()
  }

  /// Waits until everything that is being loaded is there, and painted.
  public func settle() async {
    while true {
      let work = stack.entries.last?.work
      await work?.value
      while scheduledPaints > 0 { await Task.yield() }
      if work == stack.entries.last?.work { return }
    }
  }

  /// What waits until it is time to load anew; for tests.
  package var alarmWork: Task<Void, Never>? { alarm.waiting }

  // MARK: Events

  private func handle(_ event: Event) {
    switch event {
    case .key, .paste, .mouse:
      notices.clear()
      saver.isOn = true
    case .focus(let hasFocus): self.hasFocus = hasFocus
    case .resize: break
    }
    let navigator = navigator(for: stack.top)
    let event = event.moved(up: Chrome.topRows(application.banner))
    if stack.top.handle(event, navigator) == .ignored {
      _ = frameworkBindings(beside: stack.top.bindings).perform(event, navigator)
    }
  }

  private func frameworkBindings(beside own: [KeyBinding]) -> [KeyBinding] {
    FrameworkKeys.bindings(
      beside: own, isTyping: stack.top.isTyping, canGoBack: stack.depth > 1, isHelp: stack.isHelp,
      hasMessages: !notices.kept.isEmpty && !stack.isMessages, canLock: onLock != nil)
  }

  /// All keys that do something now: the screen's own, then the framework's.
  private var bindings: [KeyBinding] {
    let own = stack.top.bindings
    return own + frameworkBindings(beside: own)
  }

  /// What a screen that is on top asks for. Once it is covered or closed it asks in vain: what its work comes to late
  /// must not move the person away from where they are.
  private func navigator(for screen: any Screen) -> Navigator {
    Navigator(size: Chrome.bodySize(of: terminal.size, application.banner)) {
      [weak self, weak screen] request in
      guard let self, let screen, screen === self.stack.top else { return }
      if case .paint(let isLoaded) = request { return self.paint(isLoaded: isLoaded) }
      self.requests.append(request)
    }
  }

  private func carryOutRequests() {
    while !requests.isEmpty { carryOut(requests.removeFirst()) }
  }

  private func carryOut(_ request: Navigator.Request) {
    switch request {
    case .push(let route): push(route)
    case .pop: pop()
    case .answer(let answer):
      let depth = stack.depth
      pop()
      // If the screen that asked couldn't come back, another one must not take the answer for its own.
      guard stack.depth == depth - 1 else { return }
      stack.top.receive(answer, navigator(for: stack.top))
    case .refresh: load(.fresh)
    case .run(let work): run(work)
    case .cancel: stack.entries.last?.work?.cancel()
    case .paint: break
    case .notify(let sentence): notices.say(sentence)
    case .copy(let text):
      terminal.copy(text)
      notices.say("Copied.")
    case .help: push(FrameworkKeys.help(for: stack.top, bindings: bindings))
    case .messages: push(FrameworkRoute.messages(notices.kept))
    case .redraw: terminal.invalidate()
    case .lock: isLocking = true
    case .quit: isQuitting = true
    }
  }

  private func push(_ route: any AppRoute) {
    do {
      if try stack.push(route) {
        load(.cached)
      } else {
        notices.say("No more screens can be opened. Go back first.")
      }
    } catch {
      notices.say("That screen can't be saved, so it isn't opened.")
    }
  }

  private func pop() {
    // A screen that was covered hasn't heard of what became of the window.
    let size = Chrome.bodySize(of: terminal.size, application.banner)
    let wasBuilt = stack.depth > 1 && stack.entries[stack.depth - 2].screen != nil
    notices.keep(name(stack.pop()))
    if wasBuilt { _ = stack.top.handle(.resize(size), navigator(for: stack.top)) }
    switch stack.entries.last?.loading {
    case .done where stack.top.reloadsWhenUncovered: load(.cached)
    case .done(let moment): setAlarm(at: moment)
    case .underWay: break
    case .notBegun, nil: load(.cached)
    }
  }

  /// Says what couldn't come back, and where a copy of all of it was put.
  private func name(_ losses: [ScreenStack<Route>.Loss]) -> [String] {
    guard !losses.isEmpty else { return [] }
    let copy = losses.contains(where: \.needsCopy) ? saver.setAside() : nil
    return losses.map { $0.sentence + "." } + [copy].compactMap(\.self)
  }

  // MARK: Loading, saving, painting

  /// Starts loading the top screen's data. A load that needs no waiting is done before the next paint.
  private func load(_ freshness: Freshness) {
    let screen = stack.top
    let navigator = navigator(for: screen)
    alarm.clear()
    run { [weak self] in
      await screen.load(freshness, navigator)
      self?.hasLoaded(screen)
    }
    stack.note(.underWay, of: screen)
  }

  private func hasLoaded(_ screen: any Screen) {
    // Another load took its place.
    guard !Task.isCancelled else { return }
    let now = time.now()
    stack.note(.done(now), of: screen)
    if screen === stack.top { setAlarm(at: now) }
  }

  /// Has the top screen loaded anew when its interval is over since it was loaded.
  private func setAlarm(at moment: Int) {
    guard let interval = stack.top.refreshInterval else { return alarm.clear() }
    let age = max(0, time.now() - moment)
    alarm.set(after: max(0, interval - age)) { [weak self] in
      guard let self else { return }
      self.refreshIfDue()
      self.finishTurn()
    }
  }

  /// Nothing changes by itself under the hands of somebody who types, or while nobody looks.
  private func refreshIfDue() {
    guard alarm.isDue, hasFocus, !stack.top.isTyping else { return }
    load(.automatic)
  }

  /// Shows what has come of work that goes on, and does what was asked for by then: the rest of the work may take long.
  private func paint(isLoaded: Bool) {
    carryOutRequests()
    if isLoaded { isResumed = true }
    finishTurn()
  }

  /// Does work for the top screen. It replaces what is under way there, and is cancelled when the screen is left.
  private func run(_ work: @escaping @MainActor () async -> Void) {
    stack.setWork(
      Task { [weak self] in
        await work()
        self?.carryOutRequests()
        self?.isResumed = true
        self?.finishTurn()
      })
    // A task that needs no waiting is done before this one begins, so one paint shows its outcome.
    scheduledPaints += 1
    Task { [weak self] in
      guard let self else { return }
      self.scheduledPaints -= 1
      if self.waiting.isEmpty { self.finishTurn() } else { self.turn() }
    }
  }

  private func finishTurn() {
    guard scheduledPaints == 0, !isClosed else { return }
    keepWhatIsLeft()
    saver.save(stack)
    frame = picture()
    if isResumed { onDrawn() }
    terminal.show(frame)
    if isResumed { onResumed() }
  }

  /// Saves what resumed of a session that made starts fail, or else the next start would fail again: the whole
  /// of it is set aside.
  private func keepWhatIsLeft() {
    guard isReduced, isResumed else { return }
    // Drawing may be what makes it fail.
    _ = picture()
    isReduced = false
    saver.mustSave()
  }

  private func picture() -> Frame {
    let screen = stack.top
    var canvas = Canvas(size: terminal.size)
    var status = StatusLine(notice: notices.current, notSaving: saver.notSaving)
    if status.isCut(columns: canvas.columns) {
      notices.keepCurrent()
      if let notSaving = saver.notSaving { notices.keep("Not saving: \(notSaving).") }
    }
    status.bindings = bindings
    status.activity = screen.activity
    let chrome = Chrome(
      application: application.title,
      titles: stack.entries.dropLast().map { $0.title } + [screen.title], subtitle: screen.subtitle,
      origin: screen.origin, banner: application.banner, status: status)
    chrome.draw(in: &canvas) { screen.draw(in: &$0) }
    return canvas.picture
  }
}
