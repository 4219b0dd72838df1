/// The parameters of scrypt (RFC 7914), with which a key is derived from a password. They aren't
/// secret, and are stored with the encrypted data.
///
/// Deriving takes `memory` bytes, and time proportional to `memory * parallelism`, by default about
/// half a second (``KDFCost``): the user waits once, but an attacker for every guess.
///
/// Parameters read from files must be within limits. If they are too low, passwords could be
/// guessed cheaply; if they are too high, deriving the key would exhaust the machine.
public struct KeyParameters: Hashable, Sendable {
  /// The range of memory that deriving a key may take, in bytes. Parameters outside of it are
  /// rejected.
  public static var allowedMemory: ClosedRange<Int> { 128 * 8 * KDFCost.leastCost...1 << 30 }
  /// In bytes.
  static let maximumWork = 2 << 30
  static let maximumCost = 1 << 20
  static let allowedBlockSizes = 8...32
  static let allowedParallelism = 1...16
  static let allowedSaltLengths = 16...64

  /// The salt: random bytes, because of which equal passwords yield different keys.
  public let salt: [UInt8]
  /// The scrypt parameter N, a power of two, to which time and memory are proportional.
  public let cost: Int
  /// The scrypt parameter r, the block size in units of 128 bytes.
  public let blockSize: Int
  /// The scrypt parameter p, the number of independent computations.
  public let parallelism: Int

  /// The memory that deriving the key takes, in bytes.
  public var memory: Int { 128 * cost * blockSize }

  /// Creates parameters from values that were read from a file. Throws
  /// `SealingError.unsafeParameters` if they are too weak or too expensive.
  ///
  ///     try KeyParameters(salt: salt, cost: 1 << 16)
  public init(salt: [UInt8], cost: Int, blockSize: Int = 8, parallelism: Int = 1) throws {
    // Each value is checked first, so that the products can't overflow.
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

  /// Creates parameters with a random salt, for a new key. With the default cost, deriving takes 64
  /// MiB of memory. Throws `SealingError`.
  ///
  ///     try KeyParameters(cost: 1 << 17)
  public init(cost: Int = 1 << 16) throws {
    try self.init(salt: [UInt8](randomCount: Self.allowedSaltLengths.lowerBound), cost: cost)
  }

  package init(renewing other: KeyParameters, cost: Int) throws {
    try self.init(
      salt: [UInt8](randomCount: Self.allowedSaltLengths.lowerBound), cost: cost,
      blockSize: other.blockSize, parallelism: other.parallelism)
  }

  private static func require(_ isAllowed: Bool, _ reason: String) throws {
    if !isAllowed { throw SealingError.unsafeParameters(reason) }
  }
}

/// A key derived from a password with scrypt, and check bytes that detect a wrong password. The
/// check is stored in the clear: it reveals nothing about the key, because the halves come from
/// different blocks of scrypt's last step. Each guess still costs a whole scrypt.
struct DerivedKey: Sendable {
  static let checkLength = 32

  /// The encryption key, followed by the check.
  let halves: SecretBytes

  init(_ password: [UInt8], _ parameters: KeyParameters, library: LoadedLibcrypto) throws {
    if password.isEmpty { throw SealingError.noPassword }
    halves = try SecretBytes(count: LoadedLibcrypto.keyLength + Self.checkLength) {
      try library.scrypt(
        password, salt: parameters.salt, cost: parameters.cost, blockSize: parameters.blockSize,
        parallelism: parameters.parallelism, into: $0)
    }
  }

  var check: [UInt8] { withCheck { Array($0) } }

  func fits(_ stored: [UInt8], library: LoadedLibcrypto) -> Bool {
    withCheck { check in stored.withUnsafeBytes { library.areEqual(check, $0) } }
  }

  private func withCheck<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try halves.withUnsafeBytes {
      try body(UnsafeRawBufferPointer(rebasing: $0.suffix(Self.checkLength)))
    }
  }
}
