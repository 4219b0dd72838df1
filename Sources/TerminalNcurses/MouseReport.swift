import Terminals

struct MouseReport: Hashable {
  enum Action {
    case press, release, scrollUp, scrollDown
  }

  let action: Action
  let position: Position

  /// `button` is a button or wheel direction, including the modifiers. Cells count from 1.
  init?(button: Int, column: Int, row: Int, isRelease: Bool = false) {
    // No terminal reports such cells, but the user may type the bytes.
    guard column > 0, row > 0 else { return nil }
    // Ignores Shift, Alt and Ctrl.
    switch button & ~0b11100 {
    case 0: action = isRelease ? .release : .press
    case 64 where !isRelease: action = .scrollUp
    case 65 where !isRelease: action = .scrollDown
    default: return nil
    }
    position = Position(row: row - 1, column: column - 1)
  }
}

/// Distinguishes clicks from drags, and double clicks (within 400 ms) from single ones. A click is
/// a press and a release at the same cell.
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
