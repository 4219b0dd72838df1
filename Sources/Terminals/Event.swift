/// Something that happened at the terminal.
public enum Event: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// A text was pasted in one piece. It never triggers a key binding.
  case paste(String)
  /// The mouse was used.
  case mouse(Mouse)
  /// The terminal has another size now, or takes images from now on.
  case resize(Size)
  /// The terminal's window got the keyboard (true) or lost it. Only some terminals say.
  case focus(Bool)

  /// True for what a person does in the application; false for what becomes of its window, and for the key that leads to the shell.
  package var isPersons: Bool {
    switch self {
    case .key(.suspend), .resize, .focus: false
    case .key, .paste, .mouse: true
    }
  }
}

/// An action of the mouse, and the cell that it pointed at.
public struct Mouse: Hashable, Sendable {
  /// The kind of action.
  public enum Action: Hashable, Sendable {
    /// A click, two in short succession, or a turn of the wheel.
    case click, doubleClick, scrollUp, scrollDown
  }

  /// The action.
  public var action: Action
  /// The cell that the mouse pointed at.
  public var position: Position

  /// Creates an action at a cell.
  ///
  ///     Mouse(.click, at: Position(row: 5, column: 10))
  public init(_ action: Action, at position: Position) {
    self.action = action
    self.position = position
  }
}
