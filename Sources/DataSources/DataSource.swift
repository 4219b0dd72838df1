public import Networking

/// A source of dated answers: a server, what was heard of it earlier, or one after the other.
///
/// An application writes one that knows its kind of server. ``SourceChain`` puts others around it: one that asks each question once for a
/// screen, one that gives what is kept where the server fails, one that notes all answers for a complete copy.
public protocol DataSource: Sendable {
  /// Returns the answer to a question, with its moment. Suspends only if it has to wait, so that built-in answers are there for the first
  /// painted frame.
  nonisolated(nonsending) func answer(to question: DataRequest) async throws -> ServerResponse
}
