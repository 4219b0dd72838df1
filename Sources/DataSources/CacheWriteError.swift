public import Controllers
import Files
public import Foundation
public import Screens

/// An answer that came and couldn't be kept: the disk is full, or the folder can't be written. It
/// is shown all the same.
public struct CacheWriteError: SourceError, LocalizedError {
  /// The reason in a few words.
  public let reason: String
  /// The advice; nil if there is none.
  public let recoverySuggestion: String?

  /// Creates a problem for a reason in a few words.
  ///
  ///     CacheWriteError(reason: "no space left on the device")
  public init(reason: String, recoverySuggestion: String? = nil) {
    self.reason = reason
    self.recoverySuggestion = recoverySuggestion
  }

  /// Creates the problem that another one causes: a vault's, most often.
  ///
  ///     do { try store.keep(answer) } catch { notKept = CacheWriteError(because: error) }
  public init(because problem: any Error) {
    self.init(
      reason: problem.brief,
      recoverySuggestion: (problem as? any LocalizedError)?.recoverySuggestion)
  }

  /// Keeps something. Returns the problem if that fails.
  ///
  ///     let notKept = CacheWriteError.catching { try store.keep(answer) }
  public static func catching(_ keep: () throws -> Void) -> CacheWriteError? {
    do {
      try keep()
      return nil
    } catch {
      return CacheWriteError(because: error)
    }
  }

  /// The problem in a sentence.
  public var errorDescription: String? { "Shown, but not saved for later: \(reason)." }

  /// The server's own: the answer is shown, though it isn't kept.
  public var dataStatus: Provenance.DataStatus { .current }
}
