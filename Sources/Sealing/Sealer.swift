import Synchronization

/// Seals bytes with a key made from a password, and opens them again: AES-256-GCM.
///
/// What is sealed can't be read without the password, nor changed without being noticed. Its length is
/// no secret, and an older sealed text that is put back is still authentic: whoever minds puts a
/// generation into the header. Any thread may use it, several at once. A key is good for 2^32 seals, which
/// is 136 years at one a second; its nonces are random.
public final class Sealer: Sendable {
  /// How the key was made; to be stored before what is sealed, so that it can be opened another day.
  public let envelope: SealedEnvelope
  private let library: LoadedLibcrypto
  private let key: Mutex<DerivedKey?>

  /// A new key. `password` is wiped, whether this succeeds or not.
  ///
  /// Takes the time and memory that `parameters` say, so not for the main actor. Throws `SealingProblem`.
  public init(
    wiping password: inout [UInt8], parameters: KeyParameters, library: Libcrypto = .system
  ) throws {
    defer { password.wipe() }
    let library = try library.loaded()
    let derived = try DerivedKey(password, parameters, library: library)
    envelope = try SealedEnvelope(parameters, check: derived.check, library: library)
    self.library = library
    key = Mutex(derived)
  }

  /// The key that an envelope describes. `password` is wiped, whether this succeeds or not.
  ///
  /// Takes the time and memory that the envelope says, so not for the main actor. Throws
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
    self.envelope = envelope
    self.library = library
    key = Mutex(derived)
  }

  /// Nonce, ciphertext and tag: 28 bytes more than `plain`, and different at every call.
  ///
  /// `header` isn't part of it, but only together with the same header can it be opened.
  public func seal(_ plain: [UInt8], authenticating header: [UInt8]) throws -> [UInt8] {
    let nonce = try library.random(count: LoadedLibcrypto.nonceLength)
    return try unlocked().withKey {
      try library.seal(plain, key: $0, nonce: nonce, header: header)
    }
  }

  /// What was sealed. Throws `SealingProblem.changed`, and then shows nothing of it.
  public func open(_ sealed: [UInt8], authenticating header: [UInt8]) throws -> [UInt8] {
    try unlocked().withKey { try library.open(sealed, key: $0, header: header) }
  }

  /// Wipes the key from memory. From now on, `seal` and `open` throw `SealingProblem.locked`.
  ///
  /// A call that another thread has begun is finished first, and the key wiped at its end. Without
  /// this, the key is wiped when nobody holds the sealer any more.
  public func wipe() {
    key.withLock { $0 = nil }
  }

  private func unlocked() throws -> DerivedKey {
    guard let key = key.withLock({ $0 }) else { throw SealingProblem.locked }
    return key
  }
}
