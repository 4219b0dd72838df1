public import Networking

extension Connections {
  /// How an application asks its kind of servers.
  public struct Configuration: Sendable {
    /// Sent with every request, beside what the settings say.
    public var headers: [HTTPHeader] = []
    /// How many requests of an account are under way at once; the others wait.
    public var concurrentRequests = 6
    /// Whether the last good answers are kept in the clear, for whoever can read the user's files. In a vault they always are kept.
    public var keepsAnswers = true
    /// How answers are recorded in what holds them, where one can be made of others.
    public var recorded: @Sendable (any RecordedAnswers) -> any RecordedAnswers = { $0 }
    /// What an answer says that is an error in these servers' own manner; nil for all others.
    public var refusal: @Sendable (HTTPResponse) -> (any Error)? = { _ in nil }

    /// Asks the server whether it knows the user. Throws if it doesn't.
    public var logIn: @Sendable (Connection) async throws -> Void = { _ in }

    public init() {}
  }
}
