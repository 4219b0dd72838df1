/// The cost of deriving a key from a password: the scrypt parameter N.
///
/// It is the same on every machine, so that a file from a fast machine opens on a slow one.
public struct KDFCost: Hashable, Sendable {
  /// The default cost: 128 MiB of memory, and about half a second. Use it for keys of stored data.
  public static var standard: KDFCost { KDFCost(cost: leastCost << 1) }
  /// The minimum cost. Use it for tests, and for keys that are never stored.
  public static var least: KDFCost { KDFCost(cost: leastCost) }

  /// Tests that aren't about keys lower it for their own tasks; applications can't.
  @TaskLocal package static var leastCost = 1 << 16

  let cost: Int
}

extension KeyParameters {
  /// Creates parameters with a random salt, for a new key of the given cost. Throws `SealingError`.
  ///
  ///     try KeyParameters(.standard)
  public init(_ kdfCost: KDFCost) throws { try self.init(cost: kdfCost.cost) }
}
