package import Terminals

/// Waiting for the screens' tasks, and the topmost screen's keys. For tests.
extension ScreenLoop {
  /// Waits until all tasks have ended, also those of covered and closed screens, and their outcome
  /// is painted.
  public func settle() async {
    _ = await settle(untilShown: false, until: .now + .seconds(24 * 60 * 60))
  }

  /// Waits until all tasks have ended and are painted; with `untilShown`, until each screen has
  /// shown something.
  ///
  /// Returns the title of a screen whose task was still running at the deadline or on cancellation;
  /// `nil` if there is none.
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
        // Most tasks end at once and need no timer.
        patience -= 1
        await Task.yield()
      } else {
        await unfinished.change(until: deadline)
      }
    }
  }

  package var screens: [any Screen] { stack.entries.compactMap(\.screen) }

  /// Whether the topmost screen is a prompt whose state isn't saved.
  package var asksForConsent: Bool { stack.top.asksForConsent }

  /// The topmost screen's own keys, the framework's keys, and the number of choices if it is a
  /// picker.
  package var offers: (own: [Key], framework: [Key], choiceCount: Int) {
    let own = stack.top.bindings
    let all = bindings
    return (
      own.flatMap(\.keys), all.dropFirst(own.count).flatMap(\.keys),
      stack.entries.last?.choiceCount ?? 0
    )
  }
}
