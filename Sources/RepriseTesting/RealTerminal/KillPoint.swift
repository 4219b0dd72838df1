/// Chooses a random time to kill a process, adapted to the machine's speed so that about half of
/// the kills come before the process has saved.
public struct KillPoint {
  private var limit = 20_000.0
  private var earlyCount = 0
  private var lateCount = 0

  /// Creates a chooser that hasn't yet adapted to the machine.
  public init() {}

  /// Whether at least a tenth of the kills came before and after saving each. Always true of fewer
  /// than 50 kills.
  public var isBalanced: Bool {
    let count = earlyCount + lateCount
    return count < 50 || min(earlyCount, lateCount) * 10 > count
  }

  /// Returns a time in nanoseconds after the keys begin to be sent.
  public func random(using generator: inout some RandomNumberGenerator) -> Int {
    Int(Double.random(in: 0...limit, using: &generator) * 1000)
  }

  /// Records whether the process was killed before everything was saved.
  public mutating func note(wasEarly: Bool) {
    if wasEarly { earlyCount += 1 } else { lateCount += 1 }
    limit = min(max(limit * (wasEarly ? 1.25 : 0.8), 500), 200_000)
  }
}
