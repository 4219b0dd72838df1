public import Foundation

/// A type that answers requests: by sending them to a server, or by replaying recorded responses.
///
/// A request gets the same response from a server and from a recording of it.
public protocol HTTPTransport: Sendable {
  /// Sends a request and returns the response, whatever its status.
  ///
  /// Throws `HTTPError`, or `ReplayError` if a recorded response can't be read. If the task is
  /// cancelled, throws `HTTPError.cancelled` without waiting for the response. Runs on the caller's
  /// actor, and suspends only if it has to wait.
  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse

  /// Checks that the server of a URL is reachable and trusted, without sending a request. A
  /// connection calls it before the user is asked for a password.
  ///
  /// Throws the errors with which `send` fails before sending anything. With a recording, the check
  /// always succeeds.
  nonisolated(nonsending) func check(_ url: URL) async throws

  /// Deletes all cookies, which ends the session from the client's side: the next request starts a
  /// new one.
  nonisolated(nonsending) func forgetCookies() async
}

extension HTTPTransport {
  public nonisolated(nonsending) func check(_ url: URL) async throws {}
}
