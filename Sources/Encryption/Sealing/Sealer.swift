import Synchronization

/// Encrypts and decrypts bytes with AES-256-GCM. The key is derived from a password, or is a random
/// key that is stored encrypted with such a key.
///
/// Sealed bytes can't be read without the key, and changes to them are detected. Their length isn't
/// hidden unless they are padded. Replacing them by an older version isn't detected unless the
/// header contains a generation number.
///
/// A sealer can be used from several threads at once. One key can safely seal 2^32 times, because
/// nonces are random. Bytes that are sealed for a purpose use a separate key and open only for that
/// purpose.
public final class Sealer: Sendable {
  /// The line that identifies the key. Write it in front of the sealed bytes, so that the right key
  /// is used to open them.
  public let heading: [UInt8]
  /// The format 1 line for the same key, which then encrypts without a purpose.
  package let earlierHeading: [UInt8]
  private let library: LoadedLibcrypto
  private let keys: Mutex<Keys?>

  private struct Keys {
    /// The encryption key, then 32 bytes: the check of a derived key, or the key for names.
    let secret: SecretBytes
    var derived: [String: SecretBytes] = [:]
  }

  /// Derives a new key from a password. The password's bytes are wiped, even if this throws.
  ///
  ///     let sealer = try Sealer(wiping: &password, parameters: KeyParameters())
  ///
  /// Throws `SealingError`. Don't call it on the main actor: it takes the time and memory that the
  /// parameters require.
  public convenience init(
    wiping password: inout [UInt8], parameters: KeyParameters, library: Libcrypto = .system
  ) throws {
    defer { password.wipe() }
    let library = try library.loaded()
    let derived = try DerivedKey(password, parameters, library: library)
    try self.init(derived, parameters, library)
  }

  /// Derives the key of existing sealed bytes from a password and their envelope. The password's
  /// bytes are wiped, even if this throws.
  ///
  ///     let sealer = try Sealer(wiping: &password, opening: SealedEnvelope(readingFrom: file))
  ///
  /// Throws `SealingError`, for example `wrongPassword`. Don't call it on the main actor: it takes
  /// the time and memory that the envelope requires.
  public convenience init(
    wiping password: inout [UInt8], opening envelope: SealedEnvelope, library: Libcrypto = .system
  ) throws {
    defer { password.wipe() }
    let library = try library.loaded()
    let derived = try DerivedKey(password, envelope.parameters, library: library)
    guard derived.fits(envelope.check, library: library) else {
      throw SealingError.wrongPassword
    }
    try self.init(derived, envelope.parameters, library)
  }

  private init(
    _ derived: DerivedKey, _ parameters: KeyParameters, _ library: LoadedLibcrypto
  ) throws {
    let check = derived.check
    heading = try SealedEnvelope(parameters, check: check, library: library).bytes
    earlierHeading = try SealedEnvelope(parameters, check: check, format: 1, library: library).bytes
    self.library = library
    keys = Mutex(Keys(secret: derived.halves))
  }

  /// Creates a sealer from a random key that was encrypted with another sealer by `newSealedKey` or
  /// `sealedKey`.
  ///
  ///     let sealer = try Sealer(sealedKey, sealedBy: derived)
  ///
  /// Throws `SealingError.changed` if the encrypted key or the header was changed.
  public init(
    _ sealed: [UInt8], sealedBy other: Sealer, authenticating header: [UInt8] = []
  ) throws {
    var bytes = try other.open(sealed, authenticating: Sealer.keyHeading + header)
    defer { bytes.wipe() }
    guard bytes.count == 2 * LoadedLibcrypto.keyLength else { throw SealingError.changed }
    library = other.library
    // Identifies only the key, since the application decides which file stores it.
    let name = try Array(library.sha256(bytes).prefix(8)).hexadecimal
    heading = Array("reprise-sealed \(SealedEnvelope.format) key \(name)\n".utf8)
    earlierHeading = Array("reprise-sealed 1 key \(name)\n".utf8)
    let secret = try SecretBytes(count: bytes.count) { secret in secret.copyBytes(from: bytes) }
    keys = Mutex(Keys(secret: secret))
  }

  /// Creates a random key, and returns it encrypted with this sealer's key. If the random key
  /// encrypts the data, a password change requires only the random key to be encrypted again.
  ///
  /// - Parameter header: Bytes that are authenticated but not included. Opening the key requires
  ///   the same bytes.
  public func newSealedKey(authenticating header: [UInt8] = []) throws -> [UInt8] {
    var bytes = try [UInt8](randomCount: 2 * LoadedLibcrypto.keyLength)
    defer { bytes.wipe() }
    return try seal(bytes, authenticating: Sealer.keyHeading + header)
  }

  /// Returns this sealer's key, encrypted with another sealer. Use it when the password changes.
  ///
  /// - Parameters:
  ///   - other: The sealer that encrypts the key.
  ///   - header: Bytes that are authenticated but not included. Opening the key requires the same
  ///     bytes.
  public func sealedKey(
    by other: Sealer, authenticating header: [UInt8] = []
  ) throws -> [UInt8] {
    try unlocked().withUnsafeBytes { secret in
      var bytes = Array(secret)
      defer { bytes.wipe() }
      return try other.seal(bytes, authenticating: Sealer.keyHeading + header)
    }
  }

  /// Without the heading.
  package static let overhead = LoadedLibcrypto.nonceLength + LoadedLibcrypto.tagLength

  private static let keyHeading = Array("reprise-key 1".utf8)

  /// Returns a name for the bytes, for example as a file name: 32 hexadecimal digits. Equal bytes
  /// have equal names, but without the key the names reveal nothing about the bytes.
  public func name(of bytes: [UInt8]) throws -> String {
    try unlocked().withUnsafeBytes { secret in
      // Uses the second half of the secret, which doesn't encrypt. Memory is reserved up front,
      // because an array that grows leaves unwiped copies.
      var text: [UInt8] = []
      text.reserveCapacity(LoadedLibcrypto.keyLength + bytes.count)
      defer { text.wipe() }
      text.append(contentsOf: secret.suffix(LoadedLibcrypto.keyLength))
      text.append(contentsOf: bytes)
      return try Array(library.sha256(text).prefix(16)).hexadecimal
    }
  }

  /// Encrypts bytes. Returns the nonce, the ciphertext and the authentication tag: 28 bytes more
  /// than `plain`, and different on every call.
  ///
  /// - Parameters:
  ///   - plain: The bytes to encrypt.
  ///   - header: Bytes that are authenticated but not included. Decrypting requires the same bytes.
  public func seal(_ plain: [UInt8], authenticating header: [UInt8]) throws -> [UInt8] {
    let nonce = try [UInt8](randomCount: LoadedLibcrypto.nonceLength)
    return try unlocked().withUnsafeBytes {
      try library.seal(plain, key: $0, nonce: nonce, header: header)
    }
  }

  /// Decrypts bytes that `seal(_:authenticating:)` returned. If they or the header were changed,
  /// throws `SealingError.changed` and returns nothing.
  ///
  /// - Parameters:
  ///   - sealed: The encrypted bytes.
  ///   - header: The header with which they were encrypted.
  public func open(_ sealed: [UInt8], authenticating header: [UInt8]) throws -> [UInt8] {
    try unlocked().withUnsafeBytes { try library.open(sealed, key: $0, header: header) }
  }

  /// Returns `heading`, nonce, ciphertext and tag. Decrypting requires the same purpose and header.
  package func seal(
    _ plain: [UInt8], for purpose: String, authenticating header: [UInt8]
  ) throws -> [UInt8] {
    let nonce = try [UInt8](randomCount: LoadedLibcrypto.nonceLength)
    return try key(for: purpose).withUnsafeBytes {
      try library.seal(plain, key: $0, nonce: nonce, header: header, behind: heading)
    }
  }

  /// `sealed` excludes the heading. Throws `SealingError.changed` if authentication fails.
  package func open(
    _ sealed: [UInt8], for purpose: String, authenticating header: [UInt8]
  ) throws -> [UInt8] {
    try key(for: purpose).withUnsafeBytes { try library.open(sealed, key: $0, header: header) }
  }

  /// Derived at first use from the encryption key with HKDF-SHA-256.
  private func key(for purpose: String) throws -> SecretBytes {
    try keys.withLock { keys in
      guard let secret = keys?.secret else { throw SealingError.locked }
      if let key = keys?.derived[purpose] { return key }
      let key = try SecretBytes(count: LoadedLibcrypto.keyLength) { key in
        try secret.withUnsafeBytes { secret in
          try library.derive(
            from: UnsafeRawBufferPointer(rebasing: secret.prefix(LoadedLibcrypto.keyLength)),
            for: Array("reprise \(SealedEnvelope.format) \(purpose)".utf8), into: key)
        }
      }
      keys?.derived[purpose] = key
      return key
    }
  }

  /// Wipes the key and all keys derived from it from memory. Afterwards, `seal` and `open` throw
  /// `SealingError.locked`.
  ///
  /// If another thread is executing a call, the key is wiped when that call ends. Releasing the
  /// last reference to the sealer wipes the key as well.
  public func wipe() {
    keys.withLock { $0 = nil }
  }

  private func unlocked() throws -> SecretBytes {
    guard let secret = keys.withLock({ $0?.secret }) else { throw SealingError.locked }
    return secret
  }
}
