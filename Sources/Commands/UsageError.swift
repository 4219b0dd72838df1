import Foundation

/// An error for an invalid command line.
public struct UsageError: ExitCoded, Hashable {
  public let errorDescription: String?
  public let recoverySuggestion: String?
  public var exitCode: ExitCode { .usage }

  /// Creates an error from a message and advice.
  ///
  ///     UsageError("unknown option --frehs", advice: "Did you mean --fresh?")
  public init(_ what: String, advice: String) {
    errorDescription = what
    recoverySuggestion = advice
  }
}
