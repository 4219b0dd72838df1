public import Networking

extension Connections {
  /// How an application communicates with its kind of servers.
  public struct Configuration: Sendable {
    /// Headers that are sent with every request, in addition to those of the settings.
    public var headers: [HTTPHeader] = []
    /// The number of an account's concurrent requests; others wait.
    public var concurrentRequests = 6
    /// How requests authenticate the user.
    public var authentication = Authentication.basic
    /// The memory limit for parsing one response, in bytes; less on a machine with little memory. A
    /// third of it limits the response's body.
    public var answerMemory = 384 << 20
    /// Whether responses are also cached outside vaults: unencrypted, readable by anyone who can
    /// read the user's files.
    public var keepsAnswers = true
    /// Wraps the recording, for servers where one recorded response can be derived from others.
    public var recorded: @Sendable (any RecordedResponses) -> any RecordedResponses = { $0 }
    /// Returns the error that a response reports in these servers' own format; `nil` if it reports
    /// none.
    public var refusal: @Sendable (HTTPResponse) -> (any Error)? = { _ in nil }

    /// Checks the user's credentials with the server. Throws if the server rejects them.
    public var logIn: @Sendable (Connection) async throws -> Void = { _ in }

    /// Creates a configuration for servers with HTTP Basic authentication.
    ///
    ///     var configuration = Connections.Configuration()
    ///     configuration.concurrentRequests = 2
    public init() {}
  }
}
