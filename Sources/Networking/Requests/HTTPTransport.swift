public import Foundation

/// Carries a request to a server, or to a recording of one.
///
/// The law: the same request gets the same answer from a server, and from a recording of it. `RecordingTests` hold every
/// transport to that.
public protocol HTTPTransport: Sendable {
  /// Returns the answer, whatever its status. Ends early, with `HTTPError.cancelled`, when the task is cancelled.
  ///
  /// Throws `HTTPError`, or `ReplayError` where the answers are files. Runs where it is called, and suspends only if it has to
  /// wait.
  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse

  /// Makes sure that a URL's server is there and is trusted, and sends it nothing.
  ///
  /// Throws the errors of `send` before anything is sent. A recording is always there.
  nonisolated(nonsending) func check(_ url: URL) async throws

  /// Forgets the cookies that servers have set: for them it is a new session.
  nonisolated(nonsending) func forgetCookies() async
}

extension HTTPTransport {
  public nonisolated(nonsending) func check(_ url: URL) async throws {}
}
