/// Where frames are shown and events come from.
///
/// The law: after `show(frame)` a person sees `frame` and nothing else, whatever was shown before. `InMemoryTerminal` keeps the
/// frame to be compared; `NcursesTerminal` is tested by reading the screen back through tmux.
@MainActor public protocol Terminal: AnyObject {
  /// The size that the next frame should have.
  var size: Size { get }

  /// Shows a frame. One of another size than the terminal's is clipped.
  func show(_ frame: Frame)

  /// What has happened since the last call, oldest first. Never waits.
  func readEvents() -> [Event]

  /// Forgets what is believed to be on the screen, so that the next `show` paints every cell.
  func invalidate()

  /// Hands text to the clipboard of the person's own terminal, and says what came of that.
  @discardableResult func copy(_ text: String) -> Copying
}

/// What came of handing text to a terminal's clipboard, which never answers.
public enum Copying: Hashable, Sendable {
  /// The terminal is of a kind that takes it.
  case taken
  /// The terminal, of this type, may take it or not.
  case unsure(String)
  /// Nothing was sent: a terminal of this type has no clipboard that programs reach.
  case impossible(String)
  /// Nothing was sent: it is more than terminals take.
  case tooLong

  /// For the status line.
  public var sentence: String {
    switch self {
    case .taken: "Copied."
    case .unsure(let type): "Copied, if this terminal (\(type)) lets programs copy."
    case .impossible(let type): "This terminal (\(type)) can't copy; select with the mouse."
    case .tooLong: "Too long to copy; write it into a file instead."
    }
  }
}
