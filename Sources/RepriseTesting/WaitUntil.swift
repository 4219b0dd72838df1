/// Waits until other tasks make a condition true. Throws `TimeoutError` if that takes longer than
/// 60 seconds.
///
///     async let pressed: Void = session.press(.end)
///     try await waitUntil("a question is asked") { !source.requests.isEmpty }
///
/// Unlike a loop around `Task.yield()`, it ends if the condition never becomes true.
public nonisolated(nonsending) func waitUntil(
  _ what: String, _ condition: () async throws -> Bool
) async throws {
  var patience = WaitLimit(.seconds(60))
  while !(try await condition()) {
    try Task.checkCancellation()
    if patience.isOver() { throw TimeoutError(what: what) }
    await Task.yield()
  }
}

/// The error of `waitUntil` if a condition didn't become true within the maximum waiting time.
public struct TimeoutError: Error, CustomStringConvertible {
  /// The condition that didn't become true, as text, such as "a question is asked".
  public let what: String

  /// A message that names the condition that didn't become true.
  public var description: String { "Waited in vain until \(what)." }
}

/// A timeout that is measured in polls: on a busy machine, polls are late, and so is the awaited
/// event. So the time between two polls counts only up to 50 ms.
struct WaitLimit {
  private var left: Duration
  private var last = ContinuousClock.now
  private static let longestLook = Duration.milliseconds(50)

  init(_ whole: Duration) { left = whole }

  mutating func isOver() -> Bool {
    let now = ContinuousClock.now
    left -= min(now - last, Self.longestLook)
    last = now
    return left <= .zero
  }
}
