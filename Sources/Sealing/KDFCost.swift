#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The time that deriving a key from a password is to take on this machine, of which the cost follows.
///
/// Never less than N = 2^16 (64 MiB), however slow the machine is; nor more than N = 2^18 (256 MiB), since the file may be opened on a
/// smaller one. What counts is the thread's own processor time: a machine that is busy is no slower one.
public struct KDFCost: Hashable, Sendable {
  /// About half a second, for everything that is kept.
  public static let standard = KDFCost(seconds: 0.5)
  /// No more than every key must cost. For tests, and for keys that are never written anywhere.
  public static let least = KDFCost(seconds: 0)

  /// The N below which no key is made or opened. Tests of what isn't about keys set a smaller one for their own tasks; no application can.
  @TaskLocal package static var leastCost = 1 << 16

  /// The smallest and the largest N.
  static var allowedCosts: ClosedRange<Int> { leastCost...leastCost << 2 }
  /// The N that is tried out: a sixteenth of a second at the most.
  private static var triedCost: Int { leastCost >> 2 }

  let seconds: Double

  package init(seconds: Double) { self.seconds = seconds }

  /// The N for a machine that derives with another one in `elapsed` seconds: the power of two whose time is nearest.
  func cost(where known: Int, takes elapsed: Double) -> Int {
    var cost = Self.allowedCosts.lowerBound
    guard known > 0, elapsed > 0, elapsed.isFinite else { return cost }
    let nearest = seconds / 2.squareRoot()
    while cost < Self.allowedCosts.upperBound, elapsed * Double(cost) / Double(known) <= nearest {
      cost *= 2
    }
    return cost
  }

  /// The N for this machine, which is tried out. Throws `SealingError`.
  func cost(library: LoadedLibcrypto) throws -> Int {
    guard seconds > 0 else { return Self.allowedCosts.lowerBound }
    var key = [UInt8](repeating: 0, count: LoadedLibcrypto.keyLength)
    let tried = Self.triedCost
    let elapsed = try Self.timing {
      try key.withUnsafeMutableBytes {
        try library.scrypt(
          Array("password".utf8), salt: Array("NaCl".utf8), cost: tried, blockSize: 8,
          parallelism: 1, into: $0)
      }
    }
    return cost(where: tried, takes: elapsed)
  }

  /// The higher N that parameters should have had, with which deriving took `elapsed` seconds; nil if they cost enough.
  public func raised(_ parameters: KeyParameters, measurementSet elapsed: Double) -> Int? {
    // Nothing else is ever written here, and what somebody has chosen is left as it is.
    guard parameters.blockSize == 8, parameters.parallelism == 1 else { return nil }
    let cost = cost(where: parameters.cost, takes: elapsed)
    return cost > parameters.cost ? cost : nil
  }

  /// The processor time of this thread that something takes, in seconds.
  static func timing(_ body: () throws -> Void) rethrows -> Double {
    let start = now
    try body()
    return now - start
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

extension KeyParameters {
  /// Makes new parameters, with a salt of their own, of which deriving takes the time that is asked for. Throws `SealingError`.
  ///
  ///     try KeyParameters(.standard)
  public init(_ effort: KDFCost, library: Libcrypto = .system) throws {
    try self.init(cost: effort.cost(library: library.loaded()))
  }
}
