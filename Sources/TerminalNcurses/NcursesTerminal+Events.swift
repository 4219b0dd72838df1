import CRescue
public import Terminals

extension NcursesTerminal {
  /// Returns the events since the last call, oldest first.
  ///
  /// Never waits, except for ESCDELAY (25 ms) when the last byte is an Escape: it may begin a sequence.
  public func readEvents() -> [Event] {
    var events: [Event] = []
    if isResizeUntold {
      isResizeUntold = false
      events.append(.resize(size))
    }
    guard phase == .shown, !isLent else { return events }
    // The main actor may be on another thread than last time.
    reprise_rescue_cover_thread()
    while let event = reader.next() { events.append(event) }
    if takeAnswers() { events.append(.resize(size)) }
    return events
  }
}
