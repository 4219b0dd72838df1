/// A key derived from a password with scrypt: 32 bytes for encryption, and 32 check bytes that
/// detect a wrong password.
///
/// The check is stored in the clear. It reveals nothing about the encryption key, because the
/// halves come from different blocks of scrypt's last step. It does allow guessing passwords at the
/// full cost of scrypt per guess, but so does any encrypted file.
struct DerivedKey: Sendable {
  static let checkLength = 32

  /// The encryption key, followed by the check that is stored.
  let halves: SecretBytes

  /// Derives a key with the time and memory that `parameters` require. Throws `SealingError`.
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
