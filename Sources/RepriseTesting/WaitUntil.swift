/// Waits until something is so that other tasks bring about. Throws `TimeoutError`, which names it, if that doesn't come.
///
///     async let pressed: Void = session.press(.end)
///     try await waitUntil("a question is asked") { !source.requests.isEmpty }
///
/// A loop of one's own around `Task.yield()` goes on for ever where it waits in vain, and not even a time limit ends it.
public nonisolated(nonsending) func waitUntil(
  _ what: String, _ isSo: () async throws -> Bool
) async throws {
  var patience = Patience(.seconds(60))
  while !(try await isSo()) {
    try Task.checkCancellation()
    if patience.isOver() { throw TimeoutError(what: what) }
    await Task.yield()
  }
}

/// Something that a test waited for and that didn't come.
public struct TimeoutError: Error, CustomStringConvertible {
  /// The condition that the test waited for: "a question is asked".
  public let what: String

  /// The sentence.
  public var description: String { "Waited in vain until \(what)." }
}
