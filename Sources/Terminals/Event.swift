/// Something that happened at the terminal.
public enum Event: Hashable, Sendable {
  case key(Key)
  /// Text pasted in one piece. It never triggers a key binding.
  case paste(String)
  case mouse(Mouse)
  case resize(Size)
  /// Whether the terminal's window now has the keyboard. Only some terminals say.
  case focus(Bool)
}

/// What the mouse did, and at which cell.
public struct Mouse: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    case click, doubleClick, scrollUp, scrollDown
  }

  public var action: Action
  public var position: Position

  public init(_ action: Action, at position: Position) {
    self.action = action
    self.position = position
  }
}
