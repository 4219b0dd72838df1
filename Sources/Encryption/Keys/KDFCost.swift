import Glibc

/// The time that deriving a key from a password should take on this machine. The scrypt parameter N
/// is computed from it.
///
/// N is at least 2^16 (64 MiB of memory), even on a slow machine. It is at most 2^18 (256 MiB),
/// because the file may be opened on a smaller machine. The CPU time of the thread is measured, so
/// that other programs don't affect the result.
public struct KDFCost: Hashable, Sendable {
  /// The default cost, about half a second. Use it for keys of stored data.
  public static let standard = KDFCost(seconds: 0.5)
  /// The minimum cost. Use it for tests, and for keys that are never stored.
  public static let least = KDFCost(seconds: 0)

  /// Tests that aren't about keys lower it for their own tasks; applications can't.
  @TaskLocal package static var leastCost = 1 << 16

  static var allowedCosts: ClosedRange<Int> { leastCost...leastCost << 2 }
  /// The measurement takes at most a sixteenth of a second.
  private static var triedCost: Int { leastCost >> 2 }

  let seconds: Double

  package init(seconds: Double) { self.seconds = seconds }

  /// The N whose derivation time is nearest to `seconds`, if N = `known` takes `elapsed` seconds.
  func cost(where known: Int, takes elapsed: Double) -> Int {
    var cost = Self.allowedCosts.lowerBound
    guard known > 0, elapsed > 0, elapsed.isFinite else { return cost }
    let nearest = seconds / 2.squareRoot()
    while cost < Self.allowedCosts.upperBound, elapsed * Double(cost) / Double(known) <= nearest {
      cost *= 2
    }
    return cost
  }

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

  /// Returns the value to which the scrypt parameter N of existing key parameters should be raised.
  /// `nil` if they are strong enough, or if r isn't 8 or p isn't 1.
  ///
  /// - Parameters:
  ///   - parameters: The existing parameters.
  ///   - elapsed: The CPU time that deriving the key with them took, in seconds.
  public func raised(_ parameters: KeyParameters, derivationTime elapsed: Double) -> Int? {
    // This package always writes r = 8 and p = 1; other parameters were chosen on purpose.
    guard parameters.blockSize == 8, parameters.parallelism == 1 else { return nil }
    let cost = cost(where: parameters.cost, takes: elapsed)
    return cost > parameters.cost ? cost : nil
  }

  /// The CPU time of this thread, in seconds.
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
  /// Creates parameters with a random salt, for a new key whose derivation takes about the given
  /// time on this machine, within the limits of N. Throws `SealingError`.
  ///
  ///     try KeyParameters(.standard)
  public init(_ kdfCost: KDFCost, library: Libcrypto = .system) throws {
    try self.init(cost: kdfCost.cost(library: library.loaded()))
  }
}
