package import Terminals

/// Waiting for the screens' work, and the keys that the screen on top offers: for tests.
extension ScreenLoop {
  /// Waits until all work has ended, that of covered and closed screens too, and its outcome is painted.
  public func settle() async {
    _ = await settle(untilShown: false, until: .now + .seconds(24 * 60 * 60))
  }

  /// Waits until all work has ended and is painted; with `untilShown`, until each screen has shown something.
  ///
  /// Returns the title of a screen whose work went on past the deadline, or until the task was cancelled; nil if none did.
  package func settle(untilShown: Bool, until deadline: ContinuousClock.Instant) async -> String? {
    var patience = 16
    while true {
      guard let title = unfinished.title(untilShown: untilShown) else {
        if scheduledPaints == 0 { return nil }
        await Task.yield()
        continue
      }
      if Task.isCancelled || ContinuousClock.now >= deadline { return title }
      if patience > 0 {
        // Most work ends at once: no alarm is needed for that.
        patience -= 1
        await Task.yield()
      } else {
        await unfinished.change(until: deadline)
      }
    }
  }

  /// The screens that are built, the root's first.
  package var screens: [any Screen] { stack.entries.compactMap(\.screen) }

  /// True if the screen on top is a question whose answers aren't saved.
  package var asksForConsent: Bool { stack.top.asksForConsent }

  /// The keys that the screen on top offers itself, those that the framework adds, and the number of choices in a picker.
  package var offers: (own: [Key], framework: [Key], choiceCount: Int) {
    let own = stack.top.bindings
    let all = bindings
    return (
      own.flatMap(\.keys), all.dropFirst(own.count).flatMap(\.keys),
      stack.entries.last?.choiceCount ?? 0
    )
  }
}
