public import Core
public import Foundation

/// The reason why trusted certificates can't be read or written. Until they can, none of them is
/// trusted.
public enum TrustError: Error, Hashable, Sendable {
  /// A file was damaged, and was quarantined under the second path.
  case damaged(path: String, quarantine: String)
  /// A file, or the directory, can't be read or written.
  case file(FileError)
}

extension TrustError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .damaged(let path, _):
      "\(path), which says what certificate you trust, is damaged; it isn't used."
    case .file(let problem): "It can't be read which certificates you trust: \(problem.reason)"
    }
  }

  public var recoverySuggestion: String? {
    switch self {
    case .damaged(_, let quarantine):
      "It was set aside as \(quarantine). Try again; you will be asked about the certificate again."
    case .file(let problem): problem.recoverySuggestion
    }
  }
}
