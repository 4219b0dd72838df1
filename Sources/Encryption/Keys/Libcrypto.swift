import CLibcrypto
import Glibc
import Synchronization

/// OpenSSL's libcrypto, which is loaded when it is first used.
///
/// If loading fails, the next call tries again, so that the library can be installed in the
/// meantime.
public final class Libcrypto: Sendable {
  /// The libcrypto that is installed on this system.
  public static let system = Libcrypto(named: names)

  private static let names = ["libcrypto.so.3"]

  private let names: [String]
  private let opened = Mutex<LoadedLibcrypto?>(nil)

  /// Creates a library that is loaded from the first of the given file names that the system finds.
  ///
  ///     Libcrypto(named: ["libcrypto.so.3"])
  public init(named names: [String]) {
    self.names = names
  }

  /// Loads the library now, instead of when it is first used. This takes about 2 ms.
  ///
  /// Throws `SealingError`, for example `missingLibrary` if the library isn't installed, or
  /// `selfCheckFailed` if it lacks functions.
  public func load() throws {
    _ = try loaded()
  }

  /// Returns a name for the bytes, for example as a file name: the first half of their SHA-256
  /// hash, as 32 hexadecimal digits. Equal bytes have equal names.
  ///
  /// Anyone who guesses the bytes can confirm the guess by the name. `Sealer.name(of:)` returns
  /// names without this weakness. Throws the errors of `load()`.
  public func name(of bytes: [UInt8]) throws -> String {
    try Array(loaded().sha256(bytes).prefix(16)).hexadecimal
  }

  func loaded() throws -> LoadedLibcrypto {
    try opened.withLock { opened in
      if let opened { return opened }
      let library = try open()
      opened = library
      return library
    }
  }

  private func open() throws -> LoadedLibcrypto {
    for name in names {
      if let library = try LoadedLibcrypto(named: name) { return library }
    }
    throw SealingError.missingLibrary(names.first ?? "libcrypto")
  }
}

/// Swift wrappers for the functions of a loaded libcrypto.
struct LoadedLibcrypto: @unchecked Sendable {
  static let keyLength = Int(REPRISE_KEY_LENGTH)
  static let nonceLength = Int(REPRISE_NONCE_LENGTH)
  static let tagLength = Int(REPRISE_TAG_LENGTH)

  let name: String
  // The memory it points to is never changed or freed, and its functions can be called from any
  // thread.
  private let functions: OpaquePointer

  /// `nil` if there is no library with this name.
  init?(named name: String) throws {
    var functions: OpaquePointer?
    let result = reprise_libcrypto_load(name, &functions)
    if result == REPRISE_LIBCRYPTO_MISSING {
      // `dlerror()` still describes this thread's failure to load the library.
      let message = dlerror().map { String(cString: $0) } ?? ""
      if [EMFILE, ENFILE].contains(where: { message.contains(String(cString: strerror($0))) }) {
        throw SealingError.tooManyFiles(library: name)
      }
      return nil
    }
    if result == REPRISE_LIBCRYPTO_NO_MEMORY { throw SealingError.libraryFailed("starting") }
    guard result == REPRISE_LIBCRYPTO_OK, let functions else {
      throw SealingError.selfCheckFailed(
        library: name, "it lacks functions that libcrypto has since OpenSSL 3.0")
    }
    self.name = name
    self.functions = functions
  }

  func scrypt(
    _ password: [UInt8], salt: [UInt8], cost: Int, blockSize: Int, parallelism: Int,
    into key: UnsafeMutableRawBufferPointer
  ) throws {
    let result = password.withUnsafeBytes {
      reprise_libcrypto_scrypt(
        functions, $0.baseAddress, $0.count, salt, salt.count, UInt64(cost), UInt64(blockSize),
        UInt64(parallelism), key.baseAddress, key.count)
    }
    if result == REPRISE_LIBCRYPTO_NO_MEMORY {
      throw SealingError.outOfMemory(bytes: 128 * cost * blockSize)
    }
    try require(result, "deriving a key")
  }

  func sha256(_ bytes: [UInt8]) throws -> [UInt8] {
    let count = Int(REPRISE_DIGEST_LENGTH)
    return try [UInt8](unsafeUninitializedCapacity: count) { digest, length in
      try require(
        reprise_libcrypto_sha256(functions, bytes, bytes.count, digest.baseAddress),
        "computing a checksum")
      length = count
    }
  }

  /// The secret must be indistinguishable from random. The key has `keyLength` bytes.
  func derive(
    from secret: UnsafeRawBufferPointer, for purpose: [UInt8],
    into key: UnsafeMutableRawBufferPointer
  ) throws {
    precondition(key.count >= Self.keyLength)
    try require(
      reprise_libcrypto_derive(
        functions, secret.baseAddress, secret.count, purpose, purpose.count, key.baseAddress),
      "deriving a key")
  }

  /// Returns `prefix`, neither encrypted nor authenticated, then nonce, ciphertext and tag.
  func seal(
    _ plain: [UInt8], key: UnsafeRawBufferPointer, nonce: [UInt8], header: [UInt8],
    behind prefix: [UInt8] = []
  ) throws -> [UInt8] {
    precondition(key.count >= Self.keyLength && nonce.count == Self.nonceLength)
    let start = prefix.count + nonce.count
    let count = start + plain.count + Self.tagLength
    return try [UInt8](unsafeUninitializedCapacity: count) { sealed, length in
      _ = sealed.initialize(from: prefix)
      _ = UnsafeMutableBufferPointer(rebasing: sealed[prefix.count...]).initialize(from: nonce)
      try require(
        reprise_libcrypto_seal(
          functions, key.baseAddress, nonce, header, header.count, plain, plain.count,
          sealed.baseAddress.map { $0 + start }), "sealing")
      length = count
    }
  }

  /// Throws `SealingError.changed` if authentication fails.
  func open(
    _ sealed: [UInt8], key: UnsafeRawBufferPointer, header: [UInt8]
  ) throws -> [UInt8] {
    precondition(key.count >= Self.keyLength)
    let count = sealed.count - Self.nonceLength - Self.tagLength
    guard count >= 0 else { throw SealingError.changed }
    return try [UInt8](unsafeUninitializedCapacity: count) { plain, length in
      let result = sealed.withUnsafeBufferPointer { sealed in
        reprise_libcrypto_open(
          functions, key.baseAddress, sealed.baseAddress, header, header.count,
          sealed.baseAddress.map { $0 + Self.nonceLength }, count, plain.baseAddress)
      }
      if result == REPRISE_LIBCRYPTO_CHANGED { throw SealingError.changed }
      try require(result, "opening")
      length = count
    }
  }

  /// In constant time.
  func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    left.count == right.count
      && reprise_libcrypto_equal(functions, left.baseAddress, right.baseAddress, left.count)
  }

  private func require(_ result: reprise_libcrypto_result, _ action: String) throws {
    if result != REPRISE_LIBCRYPTO_OK { throw SealingError.libraryFailed(action) }
  }
}
