import Synchronization

/// libcurl, opened when it is first needed.
///
/// A failure isn't remembered: a library that was installed meanwhile is found.
public final class Libcurl: Sendable {
  /// The machine's own library.
  public static let system = Libcurl(named: ["libcurl.so.4"])

  private let names: [String]
  private let opened = Mutex<LoadedLibcurl?>(nil)

  /// The first library there is of these names.
  ///
  ///     Libcurl(named: ["libcurl.so.4"])
  public init(named names: [String]) {
    self.names = names
  }

  /// Opens the library, which takes some 15 ms the first time.
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
      // There the same protocol is URLSession's to meet.
      throw .libraryFailed("on Apple's systems no transport is written yet")
    #else
      for name in names {
        if let library = try LoadedLibcurl(named: name) { return library }
      }
      throw .missingLibrary(names.first ?? "libcurl")
    #endif
  }
}
