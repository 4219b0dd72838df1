/// A terminal that shows frames and reports events.
///
/// After `show(frame)`, the terminal must display exactly that frame, with the images that
/// `graphics` supports, whatever it displayed before. Use `InMemoryTerminal` in tests, and
/// `NcursesTerminal` (in TerminalNcurses) for a real terminal.
@MainActor public protocol Terminal: AnyObject {
  /// The current size of the terminal in cells. Draw the next frame in this size.
  var size: Size { get }

  /// The protocol in which the terminal accepts images; `nil` if it accepts none, or if this isn't
  /// known yet.
  ///
  /// After it changes, the next `readEvents()` includes a `.resize`, even if the size hasn't
  /// changed.
  var graphics: Graphics? { get }

  /// Asks the terminal whether it supports images, and sets `graphics` when it replies. Call it
  /// before showing the first image; later calls do nothing.
  func queryGraphics()

  /// Whether the terminal has a mouse, so that `toggleMouse()` has an effect.
  var hasMouse: Bool { get }

  /// Switches between reporting mouse events and leaving the mouse to the terminal, for example to
  /// select text. Returns `true` if mouse events are now reported, `false` if not, or `nil` if
  /// there is no mouse.
  func toggleMouse() -> Bool?

  /// Displays a frame, clipped to the terminal's size.
  func show(_ frame: Frame)

  /// Returns the events that have occurred since the last call, oldest first. Never blocks.
  func readEvents() -> [Event]

  /// Makes the next `show` repaint every cell. Call it after another program may have written to
  /// the terminal.
  func invalidate()

  /// Copies text to the clipboard of the user's terminal. Returns whether it likely worked.
  @discardableResult func copy(_ text: String) -> CopyResult
}

extension Terminal {
  /// By default `nil`: the terminal shows only text.
  public var graphics: Graphics? { nil }

  /// By default does nothing, for a terminal whose image support is known from the start.
  public func queryGraphics() {}

  /// By default `false`: the terminal has no mouse that could be switched on or off.
  public var hasMouse: Bool { false }

  /// By default returns `nil`: the terminal has no mouse that could be switched on or off.
  public func toggleMouse() -> Bool? { nil }
}

/// The result of copying text to a terminal's clipboard. It says whether the text was sent, because
/// terminals don't confirm that they have accepted it.
public enum CopyResult: Hashable, Sendable {
  /// The text was sent to a terminal that is known to accept it.
  case copied
  /// The text was sent to a terminal that may or may not accept it. The value is the terminal type.
  case unsure(String)
  /// The text wasn't sent, because the terminal gives programs no access to the clipboard. The
  /// value is the terminal type.
  case impossible(String)
  /// The text wasn't sent, because it is longer than terminals accept.
  case tooLong
  /// The text wasn't sent, because the terminal is suspended or closed.
  case notShown

  /// Whether the text was sent to the terminal.
  public var isSent: Bool {
    switch self {
    case .copied, .unsure: true
    case .impossible, .tooLong, .notShown: false
    }
  }

  /// A sentence about the result for the status line, such as "Copied."
  public var sentence: String {
    switch self {
    case .copied: "Copied."
    case .unsure(let type) where type.hasPrefix("tmux"):
      "Copied, if tmux's option set-clipboard is on."
    case .unsure(let type): "Copied, if this terminal (\(type)) lets programs copy."
    case .impossible(let type): "This terminal (\(type)) can't copy; select with the mouse."
    case .tooLong: "Too long to copy."
    case .notShown: "Nothing was copied: the terminal was suspended."
    }
  }
}
