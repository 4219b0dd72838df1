/// The screens' tasks: loading, by request and automatically, and other work.
extension ScreenLoop {
  /// Starts loading the topmost screen's data. A load that doesn't suspend is done before the next
  /// paint.
  func load(_ loadReason: LoadReason) {
    let screen = stack.top
    let navigator = navigator(for: screen)
    alarm.clear()
    loadCount += 1
    loadFreshness = loadReason
    let number = loadCount
    run(.loading, for: screen) { [weak self] in
      await screen.load(loadReason, navigator)
      self?.hasLoaded(screen, number)
    }
    stack.note(.underWay(number), of: screen)
  }

  /// Loads the screen below from the cache if it is visible.
  func loadBelow() {
    guard rowsAbove > 0, let screen = stack.screenBelow else { return }
    let navigator = navigator(for: screen)
    loadCount += 1
    let number = loadCount
    run(.loading, for: screen) { [weak self] in
      await screen.load(.appear, navigator)
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

  /// Sets the timer after a task if it isn't set, because the task may have turned automatic
  /// refresh on.
  private func setAlarmIfWanted() {
    guard !Task.isCancelled, alarm.waiting == nil, !alarm.isDue,
      case .done = stack.entries.last?.loading
    else { return }
    setAlarm(at: time.now())
  }

  /// Loads the data if a refresh is due, even if the terminal has no focus or the user is typing a
  /// filter.
  func refreshIfDue() {
    if alarm.isDue { load(.timer) }
  }

  /// Runs a task for a screen. It replaces the task of the same name, and is cancelled when the
  /// screen is closed.
  func run(
    _ name: WorkName, for screen: any Screen, _ work: @escaping @MainActor () async -> Void
  ) {
    let number = unfinished.begin(for: screen)
    stack.setWork(
      name, of: screen,
      Task { [weak self, unfinished] in
        defer { unfinished.end(number) }
        await work()
        self?.hasWorked()
      })
    paintWhenDone()
  }

  func finish(
    _ name: WorkName, for screen: any Screen,
    _ work: @escaping @MainActor (Navigator) async -> Void
  ) {
    let number = unfinished.begin(for: screen)
    let navigator = outlivingNavigator(for: screen)
    finishing.begin(name, for: screen) { [weak self, unfinished] in
      defer { unfinished.end(number) }
      await work(navigator)
      self?.hasWorked()
    } hasEnded: { [weak self] in
      self?.leaveIfAwaited()
    }
    paintWhenDone()
  }

  func hasWorked() {
    carryOutRequests()
    setAlarmIfWanted()
    isResumed = true
    if leaving == nil, held.isEmpty { finishTurn() } else { turn() }
  }

  private func leaveIfAwaited() {
    guard let awaiting = finishing.awaiting, finishing.name == nil, !isClosed else { return }
    leaving = awaiting
    turn()
  }

  func paintWhenDone() {
    // A task that doesn't suspend is done before this one starts, so one paint shows its outcome.
    scheduledPaints += 1
    Task { [weak self] in
      guard let self else { return }
      self.scheduledPaints -= 1
      let hasKeys = !self.waiting.isEmpty || !self.held.isEmpty
      if hasKeys || self.leaving != nil { self.turn() } else { self.finishTurn() }
    }
  }
}
