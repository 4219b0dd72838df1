/// The screens' work: loading, by request and by itself, and everything else that takes time.
extension ScreenLoop {
  /// Starts loading the top screen's data. A load that needs no waiting is done before the next paint.
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

  /// Loads the screen below, as it is kept, where it is in sight.
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
    // Another load took its place. What was given up for other work is tried again when it is time.
    let isNewest = stack.loading(of: screen) == .underWay(number)
    guard !isClosed, !Task.isCancelled || isNewest else { return }
    let now = time.now()
    stack.note(.done(now), of: screen)
    guard screen === stack.top else { return }
    setAlarm(at: now)
    reloadIfOutdated()
  }

  /// Sets the alarm for the top screen's refresh: one refresh interval after the moment at which the screen was loaded.
  func setAlarm(at timestamp: Int) {
    guard let interval = stack.top.refreshInterval else { return alarm.clear() }
    let age = max(0, time.now() - timestamp)
    alarm.set(after: max(0, interval - age)) { [weak self] in
      guard let self else { return }
      self.refreshIfDue()
      self.finishTurn()
    }
  }

  /// Sets the alarm after work, if none is set: what the screen met with in its work may be a reason to refresh by itself.
  private func setAlarmIfWanted() {
    guard !Task.isCancelled, alarm.waiting == nil, !alarm.isDue,
      case .done = stack.entries.last?.loading
    else { return }
    setAlarm(at: time.now())
  }

  /// Loads the data if a refresh is due, also while the person looks at another window or types a filter.
  func refreshIfDue() {
    if alarm.isDue { load(.timer) }
  }

  /// Does work for a screen. It takes the place of work of its name, and is cancelled when the screen is closed.
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

  /// Does work for a screen to its end.
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

  /// Leaves once nothing goes on that the person waits for.
  private func leaveIfAwaited() {
    guard let awaiting = finishing.awaiting, finishing.name == nil, !isClosed else { return }
    leaving = awaiting
    turn()
  }

  func paintWhenDone() {
    // A task that needs no waiting is done before this one begins, so one paint shows its outcome.
    scheduledPaints += 1
    Task { [weak self] in
      guard let self else { return }
      self.scheduledPaints -= 1
      let hasKeys = !self.waiting.isEmpty || !self.held.isEmpty
      if hasKeys || self.leaving != nil { self.turn() } else { self.finishTurn() }
    }
  }
}
