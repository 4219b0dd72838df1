/// The time for which a test waits, counted in looks at what it waits for.
///
/// Where other work has the processor, looks come late, and so does what is waited for. So of the time between two looks only so much counts
/// as one takes on a machine that isn't busy.
struct Patience {
  private var left: Duration
  private var last = ContinuousClock.now
  private static let longestLook = Duration.milliseconds(50)

  init(_ whole: Duration) { left = whole }

  /// Counts a look; returns true once the time is over.
  mutating func isOver() -> Bool {
    let now = ContinuousClock.now
    left -= min(now - last, Self.longestLook)
    last = now
    return left <= .zero
  }
}
