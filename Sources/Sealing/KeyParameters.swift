/// The parameters of scrypt (RFC 7914), which derives a key from a password. They are no secret.
///
/// Deriving takes `memory` bytes, and time in proportion to `memory * parallelism`; `KDFCost` finds those that take about half a second
/// on this machine. A person waits for it once, somebody who guesses passwords at every guess.
///
/// The limits hold for files, too: none may ask for so little that guessing is cheap,
/// nor for so much that opening it stops the machine.
public struct KeyParameters: Hashable, Sendable {
  /// The memory that deriving may take, in bytes.
  public static var allowedMemory: ClosedRange<Int> { 128 * 8 * KDFCost.leastCost...1 << 30 }
  /// The most of `memory * parallelism`.
  static let maximumWork = 2 << 30
  static let maximumCost = 1 << 20
  static let allowedBlockSizes = 8...32
  static let allowedParallelism = 1...16
  static let allowedSaltLengths = 16...64

  /// The salt: random bytes, so that equal passwords have unequal keys.
  public let salt: [UInt8]
  /// The N of scrypt, a power of two.
  public let cost: Int
  /// The r of scrypt, in 128 bytes.
  public let blockSize: Int
  /// The p of scrypt.
  public let parallelism: Int

  /// The memory that deriving takes, in bytes.
  public var memory: Int { 128 * cost * blockSize }

  /// Checks parameters that were read. Throws `SealingError.unsafeParameters`.
  ///
  ///     try KeyParameters(salt: salt, cost: 1 << 16)
  public init(salt: [UInt8], cost: Int, blockSize: Int = 8, parallelism: Int = 1) throws {
    // Each alone first, so that the products can't overflow.
    try Self.require(
      Self.allowedSaltLengths.contains(salt.count), "its salt has \(salt.count) bytes")
    try Self.require(Self.allowedBlockSizes.contains(blockSize), "its r is \(blockSize)")
    try Self.require(Self.allowedParallelism.contains(parallelism), "its p is \(parallelism)")
    try Self.require(
      (2...Self.maximumCost).contains(cost) && cost.nonzeroBitCount == 1, "its N is \(cost)")
    let memory = 128 * cost * blockSize
    try Self.require(Self.allowedMemory.contains(memory), "it takes \(memory >> 20) MiB of memory")
    try Self.require(memory * parallelism <= Self.maximumWork, "it takes too long")
    self.salt = salt
    self.cost = cost
    self.blockSize = blockSize
    self.parallelism = parallelism
  }

  /// Makes new parameters, with a salt of their own; deriving takes 64 MiB unless a higher cost is given. Throws `SealingError`.
  ///
  ///     try KeyParameters(cost: 1 << 17)
  public init(cost: Int = 1 << 16) throws {
    try self.init(salt: [UInt8](randomCount: Self.allowedSaltLengths.lowerBound), cost: cost)
  }

  /// Makes new parameters of others, with another N and a salt of their own. Throws `SealingError`.
  package init(renewing other: KeyParameters, cost: Int) throws {
    try self.init(
      salt: [UInt8](randomCount: Self.allowedSaltLengths.lowerBound), cost: cost,
      blockSize: other.blockSize, parallelism: other.parallelism)
  }

  private static func require(_ isAllowed: Bool, _ reason: String) throws {
    if !isAllowed { throw SealingError.unsafeParameters(reason) }
  }
}
