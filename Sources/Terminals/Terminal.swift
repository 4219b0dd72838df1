/// A terminal that shows frames and reports events.
///
/// After `show(frame)`, the screen must show exactly `frame`, whatever it showed before, with those
/// images that `graphics` supports. Tests compare the frame held by `InMemoryTerminal`, and read
/// the screen of `NcursesTerminal` through tmux.
@MainActor public protocol Terminal: AnyObject {
  /// The size that the next frame should have.
  var size: Size { get }

  /// The protocol in which the terminal accepts images, or `nil` if none or not yet known.
  ///
  /// After it changes, the next `readEvents()` includes a `.resize`, even if the size is the same.
  var graphics: Graphics? { get }

  /// Starts detecting the terminal's image support, before the first image. Later calls do nothing.
  func queryGraphics()

  /// Whether the terminal has a mouse whose capture can be toggled.
  var hasMouse: Bool { get }

  /// Toggles between capturing the mouse and leaving it to the terminal. Returns `true` if the
  /// mouse is now captured, or `nil` if there is no mouse.
  func toggleMouse() -> Bool?

  /// Shows a frame, clipped to the terminal's size.
  func show(_ frame: Frame)

  /// Returns the events since the last call, oldest first. Never blocks.
  func readEvents() -> [Event]

  /// Makes the next `show` repaint every cell, because other output may have changed it.
  func invalidate()

  /// Copies text to the clipboard of the user's terminal. Returns whether it likely worked.
  @discardableResult func copy(_ text: String) -> CopyResult
}

extension Terminal {
  /// `nil`, for a terminal that shows only text.
  public var graphics: Graphics? { nil }

  /// Does nothing, for a terminal whose image support is known.
  public func queryGraphics() {}

  /// `false`, for a terminal without a mouse that can be toggled.
  public var hasMouse: Bool { false }

  /// Returns `nil`, for a terminal without a mouse that can be toggled.
  public func toggleMouse() -> Bool? { nil }
}

/// The result of copying to a terminal's clipboard. Terminals don't confirm it.
public enum CopyResult: Hashable, Sendable {
  /// Sent to a terminal type that is known to accept it.
  case copied
  /// Sent to a terminal of this type, which may or may not accept it.
  case unsure(String)
  /// Nothing was sent: a terminal of this type has no clipboard for programs.
  case impossible(String)
  /// Nothing was sent: the text is longer than terminals accept.
  case tooLong
  /// Nothing was sent: the terminal is suspended or closed.
  case notShown

  /// Whether the text was sent to the terminal.
  public var isSent: Bool {
    switch self {
    case .copied, .unsure: true
    case .impossible, .tooLong, .notShown: false
    }
  }

  /// The result as a sentence for the status line.
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
