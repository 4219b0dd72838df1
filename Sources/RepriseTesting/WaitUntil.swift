/// Waits until other tasks make a condition true. Throws `TimeoutError` on timeout.
///
///     async let pressed: Void = session.press(.end)
///     try await waitUntil("a question is asked") { !source.requests.isEmpty }
///
/// Unlike a loop around `Task.yield()`, it ends if the condition never becomes true.
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

/// The error if a condition didn't become true in time.
public struct TimeoutError: Error, CustomStringConvertible {
  /// The condition that the test waited for: "a question is asked".
  public let what: String

  /// A message that names the condition.
  public var description: String { "Waited in vain until \(what)." }
}
