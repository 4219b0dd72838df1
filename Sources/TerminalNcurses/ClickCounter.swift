import Terminals

/// Tells clicks from drags, and a double click from two clicks.
///
/// A click is a press and its release at the same cell. A double click's second is at the same cell within 400 ms.
struct ClickCounter {
  private var pressed: Position?
  private var last: (position: Position, instant: ContinuousClock.Instant)?

  mutating func press(at position: Position) { pressed = position }

  /// Returns the action that the release completes; nil if the mouse was dragged.
  mutating func release(
    at position: Position, _ now: ContinuousClock.Instant
  ) -> Mouse.Action? {
    defer { pressed = nil }
    guard pressed == position else { return nil }
    if let last, last.position == position, now - last.instant < .milliseconds(400) {
      self.last = nil
      return .doubleClick
    }
    last = (position, now)
    return .click
  }
}
