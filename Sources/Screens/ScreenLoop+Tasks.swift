package import Terminals

extension ScreenLoop {
  /// A load that doesn't suspend is done before the next paint.
  func load(_ loadReason: LoadReason) {
    alarm.clear()
    lastLoadReason = loadReason
    load(stack.top, loadReason)
  }

  /// Loads the screen below from the cache if it is visible.
  func loadBelow() {
    if rowsAbove > 0, let screen = stack.screenBelow { load(screen, .appear) }
  }

  private func load(_ screen: any Screen, _ loadReason: LoadReason) {
    let navigator = navigator(for: screen)
    loadCount += 1
    let number = loadCount
    run(.loading, for: screen) { [weak self] in
      await screen.load(loadReason, navigator)
      self?.hasLoaded(screen, number)
    }
    stack.note(.underWay(number), of: screen)
  }

  private func hasLoaded(_ screen: any Screen, _ number: Int) {
    // A cancelled load that another replaced is ignored. One cancelled by other work counts as
    // done, so that the refresh timer retries it.
    let isNewest = stack.loading(of: screen) == .underWay(number)
    guard !isClosed, !Task.isCancelled || isNewest else { return }
    let now = time.now()
    stack.note(.done(now), of: screen)
    guard screen === stack.top else { return }
    setAlarm(at: now)
    reloadIfOutdated()
  }

  func setAlarm(at timestamp: Int) {
    guard let interval = stack.top.refreshInterval else { return alarm.clear() }
    let age = max(0, time.now() - timestamp)
    alarm.set(after: max(0, interval - age)) { [weak self] in
      guard let self else { return }
      self.refreshIfDue()
      self.finishTurn()
    }
  }

  /// The task may have turned automatic refresh on.
  private func setAlarmIfWanted() {
    guard !Task.isCancelled, alarm.waiting == nil, !alarm.isDue,
      case .done = stack.entries.last?.loading
    else { return }
    setAlarm(at: time.now())
  }

  /// Loads even if the terminal has no focus or the user is typing a filter.
  func refreshIfDue() {
    if alarm.isDue { load(.timer) }
  }

  func run(
    _ name: WorkName, for screen: any Screen, _ work: @escaping @MainActor () async -> Void
  ) {
    begin(name, .replacing, for: screen, work)
    // The screen may have closed itself before this request.
    if !screens.contains(where: { $0 === screen }) { tasks.cancel(of: screen) }
  }

  func finish(
    _ name: WorkName, for screen: any Screen,
    _ work: @escaping @MainActor (Navigator) async -> Void
  ) {
    let navigator = outlivingNavigator(for: screen)
    begin(name, .finishing, for: screen) { await work(navigator) }
  }

  private func begin(
    _ name: WorkName, _ policy: TaskRegistry.Policy, for screen: any Screen,
    _ work: @escaping @MainActor () async -> Void
  ) {
    tasks.begin(name, policy, for: screen, work) { [weak self] in
      self?.hasWorked()
      if policy == .finishing { self?.leaveIfAwaited() }
    }
    paintWhenDone()
  }

  private func hasWorked() {
    carryOutRequests()
    setAlarmIfWanted()
    isResumed = true
    if exitReason == nil, held.isEmpty, waiting.isEmpty { finishTurn() } else { turn() }
  }

  private func leaveIfAwaited() {
    guard let awaitedExit, tasks.nameOfFinishing == nil, !isClosed else { return }
    exitReason = awaitedExit
    turn()
  }

  func paintWhenDone() {
    // A task that doesn't suspend is done before this one starts, so one paint shows its outcome.
    scheduledPaints += 1
    Task { [weak self] in
      guard let self else { return }
      self.scheduledPaints -= 1
      let hasKeys = !self.waiting.isEmpty || !self.held.isEmpty
      if hasKeys || self.exitReason != nil { self.turn() } else { self.finishTurn() }
    }
  }
}

/// Background tasks, and reloading the screens whose data they change.
extension ScreenLoop {
  func runInBackground(_ work: BackgroundWork, for screen: any Screen) {
    guard !isClosed, !tasks.isInBackground(work.name) else { return }
    let navigator = backgroundNavigator(for: screen, work.name)
    begin(
      work.name, .background(stopKey: work.stopKey, stopHelp: work.stopHelp), for: screen
    ) { await work.work(navigator) }
  }

  /// Shows notices and progress on any screen and reloads screens, but can't open or close any.
  private func backgroundNavigator(for screen: any Screen, _ name: WorkName) -> Navigator {
    let outliving = outlivingNavigator(for: screen)
    return Navigator(size: outliving.size) { [weak self] request in
      guard let self, !self.isClosed else { return }
      switch request {
      case .notify, .log: outliving.request(request)
      case .progress(let text):
        if self.tasks.note(text, of: name) { self.finishTurn() }
      case .reload(let routes): self.reload(routes)
      default: break
      }
    }
  }

  /// Covered screens are reloaded when they are on top again.
  func reload(_ routes: [any AppRoute]) {
    for case let route as Route in routes { stack.noteOutdated(route) }
    reloadIfOutdated()
  }

  /// Reloads the topmost screen if its data has changed elsewhere. A running load isn't restarted.
  func reloadIfOutdated() {
    guard let top = stack.entries.last, top.isOutdated, !top.loading.isUnderWay else { return }
    load(.appear)
  }
}

/// Waiting for the screens' tasks, and the topmost screen's keys. For tests.
extension ScreenLoop {
  /// Waits until all tasks have ended, including those of covered and closed screens, and their
  /// results are painted. Tests call it before they inspect a frame.
  public func settle() async {
    _ = await settle(untilShown: false, until: .now + .seconds(24 * 60 * 60))
  }

  /// With `untilShown`, waits only until each screen has shown something. Returns the title of a
  /// screen whose task was still running at the deadline or on cancellation.
  package func settle(untilShown: Bool, until deadline: ContinuousClock.Instant) async -> String? {
    var patience = 16
    while true {
      guard let title = tasks.title(untilShown: untilShown) else {
        if scheduledPaints == 0 { return nil }
        await Task.yield()
        continue
      }
      if Task.isCancelled || ContinuousClock.now >= deadline { return title }
      if patience > 0 {
        // Most tasks end at once and need no timer.
        patience -= 1
        await Task.yield()
      } else {
        await tasks.change(until: deadline)
      }
    }
  }

  package var screens: [any Screen] { stack.entries.compactMap(\.screen) }

  package var asksForConsent: Bool { stack.top.asksForConsent }

  /// `choiceCount` is 0 unless the topmost screen is a picker.
  package var offers: (own: [Key], framework: [Key], choiceCount: Int) {
    let own = stack.top.bindings
    let all = bindings
    return (
      own.flatMap(\.keys), all.dropFirst(own.count).flatMap(\.keys),
      stack.entries.last?.choiceCount ?? 0
    )
  }
}
