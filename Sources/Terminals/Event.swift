/// An event that the terminal reports: input by the user, or a change of the window.
public enum Event: Hashable, Sendable {
  /// A key was pressed. The value is the key with its modifiers.
  case key(Key)
  /// Text was pasted. The value is the text, delivered as one event, which never triggers a key
  /// binding. `NcursesTerminal` truncates it to 1 MiB.
  case paste(String)
  /// The user clicked or turned the mouse wheel. The value is the action and the cell under the
  /// pointer.
  case mouse(Mouse)
  /// The terminal has a new size, or has reported that it supports images. The value is the current
  /// size.
  case resize(Size)
  /// The terminal's window gained (`true`) or lost (`false`) the keyboard focus. Not all terminals
  /// report it.
  case focus(Bool)

  /// Whether the user acted in the application. False for window events and Ctrl-Z.
  package var isUserInput: Bool {
    switch self {
    case .key(.suspend), .resize, .focus: false
    case .key, .paste, .mouse: true
    }
  }
}

/// A click, a double click, or a step of the mouse wheel, and the cell under the pointer.
public struct Mouse: Hashable, Sendable {
  /// The mouse actions that a terminal reports.
  public enum Action: Hashable, Sendable {
    /// A click, a double click, or one step of the mouse wheel up or down.
    case click, doubleClick, scrollUp, scrollDown
  }

  /// Whether the mouse was clicked, double-clicked, or its wheel turned.
  public var action: Action
  /// The position of the cell under the pointer.
  public var position: Position

  /// Creates a mouse action at the position of a cell.
  ///
  ///     Mouse(.click, at: Position(row: 5, column: 10))
  public init(_ action: Action, at position: Position) {
    self.action = action
    self.position = position
  }
}
