import Terminals

/// Tells a double click from two clicks: the second at the same cell within 400 ms.
struct ClickCounter {
  private var last: (position: Position, instant: ContinuousClock.Instant)?

  mutating func click(at position: Position, _ now: ContinuousClock.Instant) -> Mouse.Action {
    if let last, last.position == position, now - last.instant < .milliseconds(400) {
      self.last = nil
      return .doubleClick
    }
    last = (position, now)
    return .click
  }
}
