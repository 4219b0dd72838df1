import Synchronization

/// The libcurl library, loaded when it is first needed.
///
/// A failure isn't remembered, so that the library can be installed in the meantime.
public final class Libcurl: Sendable {
  /// The system's library.
  public static let system = Libcurl(named: ["libcurl.so.4"])

  private let names: [String]
  private let opened = Mutex<LoadedLibcurl?>(nil)

  /// Creates a library that is loaded under the first of these names that exists.
  ///
  ///     Libcurl(named: ["libcurl.so.4"])
  public init(named names: [String]) {
    self.names = names
  }

  func loaded() throws(TransferFailure) -> LoadedLibcurl {
    let result: Result<LoadedLibcurl, TransferFailure> = opened.withLock { opened in
      if let opened { return .success(opened) }
      let result = Result { () throws(TransferFailure) in try open() }
      opened = try? result.get()
      return result
    }
    return try result.get()
  }

  private func open() throws(TransferFailure) -> LoadedLibcurl {
    #if canImport(Darwin)
      // On Apple's systems, URLSession could conform to the same protocol.
      throw .libraryFailed("on Apple's systems no transport is written yet")
    #else
      for name in names {
        if let library = try LoadedLibcurl(named: name) { return library }
      }
      throw .missingLibrary(names.first ?? "libcurl")
    #endif
  }
}
