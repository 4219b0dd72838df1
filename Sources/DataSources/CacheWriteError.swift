public import Controllers
import Core
public import Foundation
public import Screens

/// The error if a response couldn't be cached, because the disk is full or the directory can't be
/// written. The response is shown nevertheless.
public struct CacheWriteError: SourceError, LocalizedError {
  /// A short reason.
  public let reason: String
  /// A suggestion for the user; `nil` if there is none.
  public let recoverySuggestion: String?

  /// Creates an error with a short reason.
  ///
  ///     CacheWriteError(reason: "no space left on the device")
  public init(reason: String, recoverySuggestion: String? = nil) {
    self.reason = reason
    self.recoverySuggestion = recoverySuggestion
  }

  /// Creates an error from the underlying one, usually a vault's.
  ///
  ///     do { try store.store(response) } catch { cacheWriteError = CacheWriteError(because: error)
  ///     }
  public init(because problem: any Error) {
    self.init(
      reason: problem.brief,
      recoverySuggestion: (problem as? any LocalizedError)?.recoverySuggestion)
  }

  /// Runs the work that stores something, and returns the error if it fails.
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

  /// The error as a sentence.
  public var errorDescription: String? { "Shown, but not cached: \(reason)." }

  /// Current: the server's response is shown, although it isn't cached.
  public var dataStatus: Provenance.DataStatus { .current }
}
