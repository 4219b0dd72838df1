/// Something that happened at the terminal.
public enum Event: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// Text was pasted. A paste is delivered as one event and never triggers a key binding.
  case paste(String)
  /// The mouse was used.
  case mouse(Mouse)
  /// The terminal was resized, or has reported that it supports images.
  case resize(Size)
  /// The terminal's window gained (`true`) or lost the focus. Only some terminals report it.
  case focus(Bool)

  /// Whether the user acted in the application. False for window events and Ctrl-Z.
  package var isUserInput: Bool {
    switch self {
    case .key(.suspend), .resize, .focus: false
    case .key, .paste, .mouse: true
    }
  }
}

/// A mouse action and the cell under the pointer.
public struct Mouse: Hashable, Sendable {
  /// The kind of action.
  public enum Action: Hashable, Sendable {
    /// A click, a double click, or one step of the wheel.
    case click, doubleClick, scrollUp, scrollDown
  }

  /// The kind of action.
  public var action: Action
  /// The cell under the pointer.
  public var position: Position

  /// Creates an action at a cell.
  ///
  ///     Mouse(.click, at: Position(row: 5, column: 10))
  public init(_ action: Action, at position: Position) {
    self.action = action
    self.position = position
  }
}
