import Synchronization

/// Seals bytes with a key and opens them again: AES-256-GCM. The key is made from a password, or is a random one that such a key seals.
///
/// Sealed bytes can't be read without the password, nor changed without being noticed. Their length is
/// no secret, unless they are padded, and older sealed bytes that are put back are still authentic: a generation in the header
/// prevents that. Any thread may use a sealer, several at once. A key is good for 2^32 seals, which
/// is 136 years at one a second; its nonces are random. What is sealed for a purpose has a key of its own, and opens for no other.
public final class Sealer: Sendable {
  /// The line that says how to find the key; to be stored before the sealed bytes, so that they can be opened another day.
  public let heading: [UInt8]
  /// The line that stands before what was sealed in format 1, with the key itself.
  package let earlierHeading: [UInt8]
  /// The processor time that deriving the key took, in seconds; 0 for a key that wasn't derived.
  public let derivationTime: Double
  private let library: LoadedLibcrypto
  private let keys: Mutex<Keys?>

  private struct Keys {
    /// The secret, whose first bytes are the key.
    let secret: SecretBytes
    /// The keys derived from it, by their purposes.
    var derived: [String: SecretBytes] = [:]
  }

  /// Derives a new key. `password` is wiped, whether this succeeds or not.
  ///
  ///     let sealer = try Sealer(wiping: &password, parameters: KeyParameters())
  ///
  /// Takes the time and memory that `parameters` ask for, so not for the main actor. Throws `SealingError`.
  public convenience init(
    wiping password: inout [UInt8], parameters: KeyParameters, library: Libcrypto = .system
  ) throws {
    defer { password.wipe() }
    let library = try library.loaded()
    try self.init(Self.derive(password, parameters, library), parameters, library)
  }

  /// Derives the key that an envelope describes. `password` is wiped, whether this succeeds or not.
  ///
  ///     let sealer = try Sealer(wiping: &password, opening: SealedEnvelope(readingFrom: file))
  ///
  /// Takes the time and memory that the envelope asks for, so not for the main actor. Throws
  /// `SealingError.wrongPassword`, and others.
  public convenience init(
    wiping password: inout [UInt8], opening envelope: SealedEnvelope, library: Libcrypto = .system
  ) throws {
    defer { password.wipe() }
    let library = try library.loaded()
    let derived = try Self.derive(password, envelope.parameters, library)
    guard derived.key.fits(envelope.check, library: library) else {
      throw SealingError.wrongPassword
    }
    try self.init(derived, envelope.parameters, library)
  }

  private init(
    _ derived: (key: DerivedKey, seconds: Double), _ parameters: KeyParameters,
    _ library: LoadedLibcrypto
  ) throws {
    let check = derived.key.check
    heading = try SealedEnvelope(parameters, check: check, library: library).bytes
    earlierHeading = try SealedEnvelope(parameters, check: check, format: 1, library: library).bytes
    derivationTime = derived.seconds
    self.library = library
    keys = Mutex(Keys(secret: derived.key.halves))
  }

  private static func derive(
    _ password: [UInt8], _ parameters: KeyParameters, _ library: LoadedLibcrypto
  ) throws -> (key: DerivedKey, seconds: Double) {
    var key: DerivedKey?
    let seconds = try KDFCost.timing {
      key = try DerivedKey(password, parameters, library: library)
    }
    guard let key else { throw SealingError.libraryFailed("deriving a key") }
    return (key, seconds)
  }

  /// Opens a key that `sealedKey` sealed, with the same header. Throws `SealingError.changed`.
  ///
  ///     let sealer = try Sealer(sealedKey, sealedBy: derived)
  public init(
    _ sealed: [UInt8], sealedBy other: Sealer, authenticating header: [UInt8] = []
  ) throws {
    var bytes = try other.open(sealed, authenticating: Sealer.keyHeading + header)
    defer { bytes.wipe() }
    guard bytes.count == 2 * LoadedLibcrypto.keyLength else { throw SealingError.changed }
    library = other.library
    // Names nothing but the key itself: it is found in whatever file the application keeps it.
    let name = try Array(library.sha256(bytes).prefix(8)).hexadecimal
    heading = Array("reprise-sealed \(SealedEnvelope.format) key \(name)\n".utf8)
    earlierHeading = Array("reprise-sealed 1 key \(name)\n".utf8)
    derivationTime = 0
    let secret = try SecretBytes(count: bytes.count) { secret in secret.copyBytes(from: bytes) }
    keys = Mutex(Keys(secret: secret))
  }

  /// Makes a new random key, sealed: a new password then costs a few bytes, and nothing else has to be sealed anew.
  public func newSealedKey(authenticating header: [UInt8] = []) throws -> [UInt8] {
    var bytes = try [UInt8](randomCount: 2 * LoadedLibcrypto.keyLength)
    defer { bytes.wipe() }
    return try seal(bytes, authenticating: Sealer.keyHeading + header)
  }

  /// Returns this key, sealed by another one.
  public func sealedKey(
    by other: Sealer, authenticating header: [UInt8] = []
  ) throws -> [UInt8] {
    try unlocked().withUnsafeBytes { secret in
      var bytes = Array(secret)
      defer { bytes.wipe() }
      return try other.seal(bytes, authenticating: Sealer.keyHeading + header)
    }
  }

  /// The number of bytes that sealed ones have more than plain ones, beside the heading.
  package static let overhead = LoadedLibcrypto.nonceLength + LoadedLibcrypto.tagLength

  private static let keyHeading = Array("reprise-key 1".utf8)

  /// Returns a name that means nothing without the key: 32 hexadecimal digits, always the same for the same bytes.
  public func name(of bytes: [UInt8]) throws -> String {
    try unlocked().withUnsafeBytes { secret in
      // The half that seals nothing. In one piece from the beginning: what an array grows out of isn't wiped.
      var text: [UInt8] = []
      text.reserveCapacity(LoadedLibcrypto.keyLength + bytes.count)
      defer { text.wipe() }
      text.append(contentsOf: secret.suffix(LoadedLibcrypto.keyLength))
      text.append(contentsOf: bytes)
      return try Array(library.sha256(text).prefix(16)).hexadecimal
    }
  }

  /// Seals bytes: returns nonce, ciphertext and tag, 28 bytes more than `plain`, and different at every call.
  ///
  /// The header isn't part of them, but they open only together with the same header.
  public func seal(_ plain: [UInt8], authenticating header: [UInt8]) throws -> [UInt8] {
    let nonce = try [UInt8](randomCount: LoadedLibcrypto.nonceLength)
    return try unlocked().withUnsafeBytes {
      try library.seal(plain, key: $0, nonce: nonce, header: header)
    }
  }

  /// Opens sealed bytes. Throws `SealingError.changed`, and then shows nothing of them.
  public func open(_ sealed: [UInt8], authenticating header: [UInt8]) throws -> [UInt8] {
    try unlocked().withUnsafeBytes { try library.open(sealed, key: $0, header: header) }
  }

  /// Seals bytes for a purpose, with a key of its own: returns `heading`, nonce, ciphertext and tag.
  ///
  /// They open only for the same purpose, and together with the same header. Throws `SealingError`.
  package func seal(
    _ plain: [UInt8], for purpose: String, authenticating header: [UInt8]
  ) throws -> [UInt8] {
    let nonce = try [UInt8](randomCount: LoadedLibcrypto.nonceLength)
    return try key(for: purpose).withUnsafeBytes {
      try library.seal(plain, key: $0, nonce: nonce, header: header, behind: heading)
    }
  }

  /// Opens what was sealed for a purpose, without its heading. Throws `SealingError.changed`, and then shows nothing of it.
  package func open(
    _ sealed: [UInt8], for purpose: String, authenticating header: [UInt8]
  ) throws -> [UInt8] {
    try key(for: purpose).withUnsafeBytes { try library.open(sealed, key: $0, header: header) }
  }

  /// The key for a purpose, derived when it is first needed: HKDF with SHA-256, of the half that seals.
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

  /// Wipes the key from memory, and what was derived from it. From now on, `seal` and `open` throw `SealingError.locked`.
  ///
  /// A call that another thread has begun is finished first, and the key wiped at its end. Without
  /// this, the key is wiped when nobody holds the sealer any more.
  public func wipe() {
    keys.withLock { $0 = nil }
  }

  private func unlocked() throws -> SecretBytes {
    guard let secret = keys.withLock({ $0?.secret }) else { throw SealingError.locked }
    return secret
  }
}
