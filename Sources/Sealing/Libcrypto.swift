import Synchronization

/// OpenSSL's libcrypto, opened and checked when it is first needed.
///
/// A failure isn't remembered: a library that was installed meanwhile is found.
public final class Libcrypto: Sendable {
  /// The machine's own library.
  public static let system = Libcrypto(named: names)

  #if canImport(Darwin)
    // dyld looks into none of Homebrew's folders by itself.
    private static let names = [
      "libcrypto.3.dylib", "/opt/homebrew/opt/openssl@3/lib/libcrypto.3.dylib",
      "/usr/local/opt/openssl@3/lib/libcrypto.3.dylib",
    ]
  #else
    private static let names = ["libcrypto.so.3"]
  #endif

  private let names: [String]
  private let opened = Mutex<LoadedLibcrypto?>(nil)

  /// The first library there is of these names.
  ///
  ///     Libcrypto(named: ["libcrypto.so.3"])
  public init(named names: [String]) {
    self.names = names
  }

  /// Opens and checks the library, so that a later call needn't: some 40 ms.
  ///
  /// Throws `SealingError.missingLibrary` or `selfCheckFailed`.
  public func load() throws {
    _ = try loaded()
  }

  /// Returns a name that is the same for the same bytes, and for no others: half a SHA-256, as 32 hexadecimal digits.
  ///
  /// A guess at the bytes can be checked; for names that nobody may guess see `Sealer.name(of:)`. Throws as `load` does.
  public func name(of bytes: [UInt8]) throws -> String {
    try Array(loaded().sha256(bytes).prefix(16)).hexadecimal
  }

  func loaded() throws -> LoadedLibcrypto {
    // Whoever comes second waits for the check that the first one makes.
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
