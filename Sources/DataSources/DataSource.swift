public import Networking

/// A source of responses with their times: a server, a cache, or a combination of them.
///
/// An application implements one for its kind of server. ``SourceChain`` wraps it in others: one
/// coalesces the requests of a screen, one falls back to the cache if the server fails, and one
/// records all responses for an offline copy.
public protocol DataSource: Sendable {
  /// Returns the response to a request, with its time. Suspends only if it has to wait, so that
  /// built-in responses are available for the first frame.
  nonisolated(nonsending) func answer(to question: DataRequest) async throws -> ServerResponse
}
