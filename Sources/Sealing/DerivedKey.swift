/// The key that scrypt makes of a password: 32 bytes that seal, and 32 that tell a wrong password.
///
/// The halves come from different blocks of scrypt's last step, so that the second, which is stored in
/// the clear, says nothing about the first. With it passwords can be tried, at scrypt's price for each; with
/// anything sealed they can be anyway.
struct DerivedKey: Sendable {
  static let checkLength = 32

  /// The half that seals, then the half that is stored.
  let halves: SecretBytes

  /// Derives a key, in the time and the memory that `parameters` ask for. Throws `SealingError`.
  init(_ password: [UInt8], _ parameters: KeyParameters, library: LoadedLibcrypto) throws {
    if password.isEmpty { throw SealingError.noPassword }
    halves = try SecretBytes(count: LoadedLibcrypto.keyLength + Self.checkLength) {
      try library.scrypt(
        password, salt: parameters.salt, cost: parameters.cost, blockSize: parameters.blockSize,
        parallelism: parameters.parallelism, into: $0)
    }
  }

  /// The half that is stored.
  var check: [UInt8] { withCheck { Array($0) } }

  /// Tells whether this is the key whose check was stored.
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
