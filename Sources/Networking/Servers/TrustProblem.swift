public import Files
public import Foundation

/// The reason why trusted certificates can't be read or written. Until they can, none of them is trusted.
public enum TrustProblem: Error, Hashable, Sendable {
  /// A file was damaged; it lies under the second path now.
  case damaged(path: String, setAside: String)
  /// A file, or the folder, can't be read or written.
  case file(FileProblem)
}

extension TrustProblem: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .damaged(let path, _):
      "\(path), which says what certificate you trust, is damaged; it isn't used."
    case .file(let problem): "It can't be read which certificates you trust: \(problem.reason)"
    }
  }

  public var recoverySuggestion: String? {
    switch self {
    case .damaged(_, let setAside):
      "It was set aside as \(setAside). Try again; you will be asked about the certificate again."
    case .file(let problem): problem.recoverySuggestion
    }
  }
}
