import CRescue
public import Terminals

extension NcursesTerminal {
  /// Returns the events since the last call, oldest first.
  ///
  /// Never waits, except for ESCDELAY (25 ms) when the last byte is an Escape: it may begin a sequence. Call it again at
  /// `inputDeadline`.
  public func readEvents() -> [Event] {
    var events: [Event] = []
    if isResizeUntold {
      isResizeUntold = false
      events.append(.resize(size))
    }
    guard phase == .shown, !isLent else { return events }
    // The main actor may be on another thread than last time.
    reprise_rescue_cover_thread()
    events += reader.readEvents()
    if takeAnswers() { events.append(.resize(size)) }
    return events
  }

  /// The moment at which `readEvents()` may have something to tell though no key was pressed, because what the terminal has begun to
  /// send isn't waited for any longer; nil if nothing is begun.
  public var inputDeadline: ContinuousClock.Instant? { phase == .shown ? reader.deadline : nil }
}
