import Foundation

/// A command line that can't be understood.
public struct UsageError: ExitCoded, Hashable {
  public let errorDescription: String?
  public let recoverySuggestion: String?
  public var exitCode: ExitCode { .usage }

  /// Creates a problem.
  ///
  ///     UsageError("unknown option --frehs", advice: "Did you mean --fresh?")
  public init(_ what: String, advice: String) {
    errorDescription = what
    recoverySuggestion = advice
  }
}
