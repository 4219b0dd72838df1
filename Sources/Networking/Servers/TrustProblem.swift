public import Foundation

/// The reason why trusted certificates can't be read or written. Until they can, none of them is trusted.
public enum TrustProblem: Error, Hashable, Sendable {
  /// A file was damaged; it lies under the second path now.
  case damaged(path: String, setAside: String)
  /// The file can't be reached, in the system's words.
  case inaccessible(reason: String)
}

extension TrustProblem: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .damaged(let path, _):
      "\(path), which says what certificate you trust, is damaged; it isn't used."
    case .inaccessible(let reason): "It can't be read which certificates you trust: \(reason)"
    }
  }

  public var recoverySuggestion: String? {
    switch self {
    case .damaged(_, let setAside):
      "It was set aside as \(setAside). Try again; you will be asked about the certificate again."
    case .inaccessible: "Check the folder and its permissions."
    }
  }
}
