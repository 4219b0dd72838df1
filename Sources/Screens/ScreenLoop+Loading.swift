/// What goes on for the screens: loading, by request and by itself, and other work.
extension ScreenLoop {
  /// Starts loading the top screen's data. A load that needs no waiting is done before the next paint.
  func load(_ freshness: Freshness) {
    let screen = stack.top
    let navigator = navigator(for: screen)
    alarm.clear()
    loadCount += 1
    let number = loadCount
    run { [weak self] in
      await screen.load(freshness, navigator)
      self?.hasLoaded(screen, number)
    }
    stack.note(.underWay, of: screen)
  }

  private func hasLoaded(_ screen: any Screen, _ number: Int) {
    // Another load took its place. What was given up for other work is tried again when it is time.
    guard !isClosed, !Task.isCancelled || number == loadCount else { return }
    let now = time.now()
    stack.note(.done(now), of: screen)
    if screen === stack.top { setAlarm(at: now) }
  }

  /// Has the top screen loaded anew when its interval is over since it was loaded.
  func setAlarm(at moment: Int) {
    guard let interval = stack.top.refreshInterval else { return alarm.clear() }
    let age = max(0, time.now() - moment)
    alarm.set(after: max(0, interval - age)) { [weak self] in
      guard let self else { return }
      self.refreshIfDue()
      self.finishTurn()
    }
  }

  /// What a screen has met with in its work may be a reason to look again by itself.
  private func setAlarmIfWanted() {
    guard !Task.isCancelled, alarm.waiting == nil, !alarm.isDue,
      case .done = stack.entries.last?.loading
    else { return }
    setAlarm(at: time.now())
  }

  /// Loads what is due. Whoever looks at another window or types a filter reads this one all the same.
  func refreshIfDue() {
    if alarm.isDue { load(.automatic) }
  }

  /// Does work for the top screen. It replaces what is under way there, and is cancelled when the screen is left.
  func run(_ work: @escaping @MainActor () async -> Void) {
    let number = unfinished.begin(for: stack.top)
    stack.setWork(
      Task { [weak self, unfinished] in
        defer { unfinished.end(number) }
        await work()
        self?.carryOutRequests()
        self?.setAlarmIfWanted()
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
}
