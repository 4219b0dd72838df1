public import FoundationEssentials
import Glibc

/// A type that answers requests: by sending them to a server, or by replaying recorded responses.
///
/// A recorded resource has the same body when it is replayed as when the server sent it.
public protocol HTTPTransport: Sendable {
  /// Sends a request and returns the response, whatever its status.
  ///
  /// Throws `HTTPError`, `TrustError` if the trusted certificates can't be read, or the error of a
  /// recording, usually `ReplayError`. If the task is cancelled, throws `HTTPError.cancelled`
  /// without waiting for the response. Runs on the caller's actor, and suspends only if it has to
  /// wait.
  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse

  /// Checks that the server of a URL is reachable and trusted, without sending a request. A
  /// connection calls it before it queries a password source.
  ///
  /// Throws the errors with which `send` fails before sending anything. If responses are replayed,
  /// and by default, the check succeeds without doing anything.
  nonisolated(nonsending) func check(_ url: URL) async throws

  /// Deletes all cookies, which ends the session from the client's side: the next request starts a
  /// new one.
  nonisolated(nonsending) func forgetCookies() async
}

extension HTTPTransport {
  public nonisolated(nonsending) func check(_ url: URL) async throws {}
}
