import Synchronization

/// Seals bytes with a key and opens them again: AES-256-GCM. The key is made from a password, or is a random one that such a key seals.
///
/// Sealed bytes can't be read without the password, nor changed without being noticed. Their length is
/// no secret, and older sealed bytes that are put back are still authentic: a generation in the header
/// prevents that. Any thread may use a sealer, several at once. A key is good for 2^32 seals, which
/// is 136 years at one a second; its nonces are random.
public final class Sealer: Sendable {
  /// The line that says how to find the key; to be stored before the sealed bytes, so that they can be opened another day.
  public let heading: [UInt8]
  private let library: LoadedLibcrypto
  /// The secret, whose first bytes are the key.
  private let key: Mutex<SecretBytes?>

  /// Derives a new key. `password` is wiped, whether this succeeds or not.
  ///
  ///     let sealer = try Sealer(wiping: &password, parameters: KeyParameters())
  ///
  /// Takes the time and memory that `parameters` ask for, so not for the main actor. Throws `SealingProblem`.
  public init(
    wiping password: inout [UInt8], parameters: KeyParameters, library: Libcrypto = .system
  ) throws {
    defer { password.wipe() }
    let library = try library.loaded()
    let derived = try DerivedKey(password, parameters, library: library)
    heading = try SealedEnvelope(parameters, check: derived.check, library: library).bytes
    self.library = library
    key = Mutex(derived.halves)
  }

  /// Derives the key that an envelope describes. `password` is wiped, whether this succeeds or not.
  ///
  /// Takes the time and memory that the envelope asks for, so not for the main actor. Throws
  /// `SealingProblem.wrongPassword`, and others.
  public init(
    wiping password: inout [UInt8], opening envelope: SealedEnvelope, library: Libcrypto = .system
  ) throws {
    defer { password.wipe() }
    let library = try library.loaded()
    let derived = try DerivedKey(password, envelope.parameters, library: library)
    guard derived.fits(envelope.check, library: library) else {
      throw SealingProblem.wrongPassword
    }
    heading = envelope.bytes
    self.library = library
    key = Mutex(derived.halves)
  }

  /// Opens a key that `sealedKey` sealed, with the same header. Throws `SealingProblem.changed`.
  public init(
    _ sealed: [UInt8], sealedBy other: Sealer, authenticating header: [UInt8] = []
  ) throws {
    var bytes = try other.open(sealed, authenticating: Sealer.keyHeading + header)
    defer { bytes.wipe() }
    guard bytes.count == 2 * LoadedLibcrypto.keyLength else { throw SealingProblem.changed }
    library = other.library
    // Names nothing but the key itself: it is found in whatever file the application keeps it.
    heading = try Array(
      "reprise-sealed 1 key \(Array(library.sha256(bytes).prefix(8)).hexadecimal)\n".utf8)
    key = Mutex(
      try SecretBytes(count: bytes.count) { secret in secret.copyBytes(from: bytes) })
  }

  /// Makes a new random key, sealed: a new password then costs a few bytes, and nothing else has to be sealed anew.
  public func newSealedKey(authenticating header: [UInt8] = []) throws -> [UInt8] {
    var bytes = try library.random(count: 2 * LoadedLibcrypto.keyLength)
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
    let nonce = try library.random(count: LoadedLibcrypto.nonceLength)
    return try unlocked().withUnsafeBytes {
      try library.seal(plain, key: $0, nonce: nonce, header: header)
    }
  }

  /// Opens sealed bytes. Throws `SealingProblem.changed`, and then shows nothing of them.
  public func open(_ sealed: [UInt8], authenticating header: [UInt8]) throws -> [UInt8] {
    try unlocked().withUnsafeBytes { try library.open(sealed, key: $0, header: header) }
  }

  /// Wipes the key from memory. From now on, `seal` and `open` throw `SealingProblem.locked`.
  ///
  /// A call that another thread has begun is finished first, and the key wiped at its end. Without
  /// this, the key is wiped when nobody holds the sealer any more.
  public func wipe() {
    key.withLock { $0 = nil }
  }

  private func unlocked() throws -> SecretBytes {
    guard let key = key.withLock({ $0 }) else { throw SealingProblem.locked }
    return key
  }
}
