import CSystem
public import Terminals

extension NcursesTerminal {
  /// Returns the events since the last call, oldest first.
  ///
  /// Never blocks, except for ESCDELAY (25 ms) after a trailing Escape, which may begin a sequence.
  /// Call it again at `inputDeadline`.
  public func readEvents() -> [Event] {
    var events: [Event] = []
    if isResizeUntold {
      isResizeUntold = false
      events.append(.resize(size))
    }
    guard phase == .shown, !isLent else { return events }
    // The main actor may have moved to another thread.
    reprise_rescue_cover_thread()
    events += reader.readEvents()
    if takeAnswers() { events.append(.resize(size)) }
    return events
  }

  /// When to call `readEvents()` even without new input, because incomplete input times out then;
  /// `nil` if no input is incomplete.
  public var inputDeadline: ContinuousClock.Instant? { phase == .shown ? reader.deadline : nil }
}
