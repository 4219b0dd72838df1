public import Networking

extension Connections {
  /// How an application asks its kind of servers.
  public struct Configuration: Sendable {
    /// Sent with every request, beside what the settings say.
    public var headers: [HTTPHeader] = []
    /// How many requests of an account are under way at once; the others wait.
    public var concurrentRequests = 6
    /// Whether the last good answers are kept in the application's folder, for whoever can read the user's files. Nothing of patients is.
    public var keepsAnswers = true
    /// What an answer says that is an error in these servers' own manner; nil for all others.
    public var refusal: @Sendable (HTTPResponse) -> (any Error)? = { _ in nil }

    public init() {}
  }
}
