/// A timeout that is measured in polls.
///
/// On a busy machine, polls are late, and so is the awaited event. The time between two polls
/// therefore counts only up to 50 ms.
struct Patience {
  private var left: Duration
  private var last = ContinuousClock.now
  private static let longestLook = Duration.milliseconds(50)

  init(_ whole: Duration) { left = whole }

  /// Counts a poll. Returns whether the timeout has expired.
  mutating func isOver() -> Bool {
    let now = ContinuousClock.now
    left -= min(now - last, Self.longestLook)
    last = now
    return left <= .zero
  }
}
