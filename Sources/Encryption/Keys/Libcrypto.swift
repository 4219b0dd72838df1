import Synchronization

/// OpenSSL's libcrypto, loaded and checked at first use.
///
/// A failure isn't cached: the next call tries again, so a library installed in the meantime is
/// found.
public final class Libcrypto: Sendable {
  /// The system's library.
  public static let system = Libcrypto(named: names)

  #if canImport(Darwin)
    // dyld doesn't search Homebrew's directories.
    private static let names = [
      "libcrypto.3.dylib", "/opt/homebrew/opt/openssl@3/lib/libcrypto.3.dylib",
      "/usr/local/opt/openssl@3/lib/libcrypto.3.dylib",
    ]
  #else
    private static let names = ["libcrypto.so.3"]
  #endif

  private let names: [String]
  private let opened = Mutex<LoadedLibcrypto?>(nil)

  /// Uses the first of these libraries that is installed.
  ///
  ///     Libcrypto(named: ["libcrypto.so.3"])
  public init(named names: [String]) {
    self.names = names
  }

  /// Loads and checks the library in advance, which takes about 40 ms.
  ///
  /// Throws `SealingError.missingLibrary` or `selfCheckFailed`.
  public func load() throws {
    _ = try loaded()
  }

  /// Returns a name that identifies the bytes: the first half of their SHA-256, as 32 hexadecimal
  /// digits.
  ///
  /// Anyone who guesses the bytes can confirm the guess; for names without this weakness see
  /// `Sealer.name(of:)`. Throws as `load` does.
  public func name(of bytes: [UInt8]) throws -> String {
    try Array(loaded().sha256(bytes).prefix(16)).hexadecimal
  }

  func loaded() throws -> LoadedLibcrypto {
    // Concurrent callers wait for the first one's check.
    try opened.withLock { opened in
      if let opened { return opened }
      let library = try open()
      try KnownAnswerTest().run(on: library)
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
