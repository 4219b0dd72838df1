/// Chooses random times at which a test kills a process. The times adapt to the machine's speed, so
/// that about half of the kills happen before the process has saved its state.
public struct KillPoint {
  private var limit = 20_000.0
  private var earlyCount = 0
  private var lateCount = 0

  /// Creates a chooser with a default range of times, which adapts as kills are recorded with
  /// `note`.
  public init() {}

  /// Whether the kills were spread well: more than a tenth happened before the process had saved
  /// its state, and more than a tenth afterwards. Always `true` for fewer than 50 kills.
  public var isBalanced: Bool {
    let count = earlyCount + lateCount
    return count < 50 || min(earlyCount, lateCount) * 10 > count
  }

  /// Returns the time at which to kill the process, in nanoseconds after the test begins to send
  /// keys.
  public func random(using generator: inout some RandomNumberGenerator) -> Int {
    Int(Double.random(in: 0...limit, using: &generator) * 1000)
  }

  /// Records the result of a kill, so that later times adapt. `wasEarly` states whether the process
  /// was killed before it had saved everything.
  public mutating func note(wasEarly: Bool) {
    if wasEarly { earlyCount += 1 } else { lateCount += 1 }
    limit = min(max(limit * (wasEarly ? 1.25 : 0.8), 500), 200_000)
  }
}
