import Terminals

/// Distinguishes clicks from drags, and double clicks from single ones.
///
/// A click is a press and a release at the same cell. A second one within 400 ms is a double click.
struct ClickCounter {
  private var pressed: Position?
  private var last: (position: Position, instant: ContinuousClock.Instant)?

  mutating func press(at position: Position) { pressed = position }

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
