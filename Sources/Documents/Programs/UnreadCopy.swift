public import Foundation

/// A copy that a program has left so that it can't be read back. It stays where it is, since it may be all that there is of somebody's work.
public struct UnreadCopy: Error, Hashable, Sendable {
  /// The path of the copy.
  public let path: String
  /// The name of the program that had it.
  public let program: String
  /// The reason in words: "it is larger than 67108864 bytes".
  public let reason: String
}

extension UnreadCopy: LocalizedError {
  public var errorDescription: String? {
    "The copy that \(program) had can't be read back, and stays as \(path): \(reason)."
  }

  public var recoverySuggestion: String? { "Look at it, and move it elsewhere within a week." }
}
