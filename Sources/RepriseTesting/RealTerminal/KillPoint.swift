/// A random instant to kill a process at, early enough to come before an answer about as often as after it, however busy the machine is.
public struct KillPoint {
  private var limit = 20_000.0
  private var earlyCount = 0
  private var lateCount = 0

  /// Creates instants that have yet to learn how fast the machine is.
  public init() {}

  /// True if kills came on both sides of the answer often enough to say something about both. Always true of fewer than 50 kills.
  public var isBalanced: Bool {
    let count = earlyCount + lateCount
    return count < 50 || min(earlyCount, lateCount) * 10 > count
  }

  /// Returns an instant in nanoseconds, counted from when the keys are about to be sent.
  public func random(using generator: inout some RandomNumberGenerator) -> Int {
    Int(Double.random(in: 0...limit, using: &generator) * 1000)
  }

  /// Notes whether the process died before everything was saved.
  public mutating func note(wasEarly: Bool) {
    if wasEarly { earlyCount += 1 } else { lateCount += 1 }
    limit = min(max(limit * (wasEarly ? 1.25 : 0.8), 500), 200_000)
  }
}
