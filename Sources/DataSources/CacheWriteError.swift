public import Controllers
import Core
public import FoundationEssentials
public import Screens

/// The error if a server's response couldn't be written to the cache, for example because the disk
/// is full. The response itself is shown nevertheless.
public struct CacheWriteError: SourceError, LocalizedError {
  /// A short reason why the response couldn't be cached, without a period: "no space left on the
  /// device".
  public let reason: String
  /// A sentence that suggests to the user how to correct the error; `nil` if there is none.
  public let recoverySuggestion: String?

  /// Creates an error with a short reason.
  ///
  ///     CacheWriteError(reason: "no space left on the device")
  public init(reason: String, recoverySuggestion: String? = nil) {
    self.reason = reason
    self.recoverySuggestion = recoverySuggestion
  }

  /// Creates an error from the one that was thrown when the response was written, usually by a
  /// vault.
  ///
  ///     do { try store.store(response) } catch {
  ///       cacheWriteError = CacheWriteError(because: error)
  ///     }
  public init(because problem: any Error) {
    self.init(
      reason: problem.brief,
      recoverySuggestion: (problem as? any LocalizedError)?.recoverySuggestion)
  }

  /// Performs work that writes a response. Returns the error if it fails, or `nil` if it succeeds.
  ///
  ///     let cacheWriteError = CacheWriteError.catching { try store.store(response) }
  public static func catching(_ keep: () throws -> Void) -> CacheWriteError? {
    do {
      try keep()
      return nil
    } catch {
      return CacheWriteError(because: error)
    }
  }

  /// The error as a sentence for the user, with the reason.
  public var errorDescription: String? { "Shown, but not cached: \(reason)." }

  /// The status of the data on the screen, which is current: the server's response is shown,
  /// although it couldn't be cached.
  public var dataStatus: Provenance.DataStatus { .current }
}
