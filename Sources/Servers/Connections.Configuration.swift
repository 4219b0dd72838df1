public import Networking

extension Connections {
  /// The manner in which an application asks its kind of servers.
  public struct Configuration: Sendable {
    /// The headers of every request, beside those of the settings.
    public var headers: [HTTPHeader] = []
    /// The number of an account's requests that are under way at once; the others wait.
    public var concurrentRequests = 6
    /// The manner in which servers are told who asks.
    public var authentication = Authentication.basic
    /// The most memory that an answer may take while it is read, in bytes, where the machine has enough; a third of it as it came.
    public var answerMemory = 384 << 20
    /// True if the cache is kept outside vaults too: in the clear, readable by anybody who can read the user's files.
    public var keepsAnswers = true
    /// Wraps the recording, for servers of which one recorded answer can be made of others.
    public var recorded: @Sendable (any RecordedResponses) -> any RecordedResponses = { $0 }
    /// Returns the error that an answer states in these servers' own manner; nil for all other answers.
    public var refusal: @Sendable (HTTPResponse) -> (any Error)? = { _ in nil }

    /// Asks the server whether it knows the user. Throws if it doesn't.
    public var logIn: @Sendable (Connection) async throws -> Void = { _ in }

    /// A configuration for servers without a login of their own.
    ///
    ///     var configuration = Connections.Configuration()
    ///     configuration.concurrentRequests = 2
    public init() {}
  }
}
