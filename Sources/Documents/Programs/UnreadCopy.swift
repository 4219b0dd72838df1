public import Foundation

/// Thrown when a program left a copy that can't be read back. The copy is retained, because it may
/// contain the user's changes.
public struct UnreadCopy: Error, Hashable, Sendable {
  /// The path of the copy.
  public let path: String
  /// The name of the program that opened the copy.
  public let program: String
  /// The reason: "it is larger than 67108864 bytes".
  public let reason: String
}

extension UnreadCopy: LocalizedError {
  public var errorDescription: String? {
    "The copy that \(program) had can't be read back, and stays as \(path): \(reason)."
  }

  public var recoverySuggestion: String? { "Look at it, and move it elsewhere within a week." }
}
