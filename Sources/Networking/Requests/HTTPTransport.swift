public import Foundation

/// Sends requests to a server, or to a recording of one.
///
/// Contract: a request gets the same response from a server and from a recording of it.
/// `RecordingTests` check every transport.
public protocol HTTPTransport: Sendable {
  /// Returns the response, whatever its status. If the task is cancelled, throws
  /// `HTTPError.cancelled` early.
  ///
  /// Throws `HTTPError`, or `ReplayError` if the responses are files. Runs on the caller's
  /// actor, and suspends only if it has to wait.
  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse

  /// Checks that a URL's server is reachable and trusted, without sending a request.
  ///
  /// Throws the errors that `send` throws before it sends anything. A recording is always
  /// reachable.
  nonisolated(nonsending) func check(_ url: URL) async throws

  /// Deletes all cookies, so that the next request starts a new session.
  nonisolated(nonsending) func forgetCookies() async
}

extension HTTPTransport {
  public nonisolated(nonsending) func check(_ url: URL) async throws {}
}
