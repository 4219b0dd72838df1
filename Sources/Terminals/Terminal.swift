/// A place where frames are shown and events come from.
///
/// The law: after `show(frame)` a person sees `frame` and nothing else, whatever was shown before; of its images those that `graphics` takes. `InMemoryTerminal` holds the frame for
/// comparison; `NcursesTerminal` is tested by reading the screen back through tmux.
@MainActor public protocol Terminal: AnyObject {
  /// The size that the next frame should have.
  var size: Size { get }

  /// The protocol in which the terminal takes images; nil if it takes none, or hasn't said so yet.
  ///
  /// When that changes, the next `readEvents()` tells of a size, the old one or another.
  var graphics: Graphics? { get }

  /// Finds out whether the terminal takes images, because one is to be shown. Asking again does nothing.
  func askForGraphics()

  /// True if the terminal has a mouse, which it can be left.
  var hasMouse: Bool { get }

  /// Leaves the mouse to the terminal, or takes it again. Returns true if it is taken now; nil if there is none.
  func toggleMouse() -> Bool?

  /// Shows a frame. A frame of another size than the terminal's is clipped.
  func show(_ frame: Frame)

  /// Returns the events since the last call, oldest first. Never waits.
  func readEvents() -> [Event]

  /// Makes the next `show` paint every cell, because the screen may show something else than the last frame.
  func invalidate()

  /// Hands text to the clipboard of the person's own terminal, and returns how far that is known to have worked.
  @discardableResult func copy(_ text: String) -> Copying
}

extension Terminal {
  /// None: the terminal shows characters alone.
  public var graphics: Graphics? { nil }

  /// Does nothing: what the terminal takes is known.
  public func askForGraphics() {}

  /// False: there are events of a mouse, and nothing to be done about them.
  public var hasMouse: Bool { false }

  /// Returns nil: there is none.
  public func toggleMouse() -> Bool? { nil }
}

/// The outcome of handing text to a terminal's clipboard, which never answers.
public enum Copying: Hashable, Sendable {
  /// The terminal is of a kind that takes it.
  case taken
  /// The terminal, of this type, may take it or not.
  case unsure(String)
  /// Nothing was sent: a terminal of this type has no clipboard that programs reach.
  case impossible(String)
  /// Nothing was sent: it is more than terminals take.
  case tooLong

  /// True if the text was sent to the terminal.
  public var isSent: Bool {
    switch self {
    case .taken, .unsure: true
    case .impossible, .tooLong: false
    }
  }

  /// The outcome as a sentence for the status line.
  public var sentence: String {
    switch self {
    case .taken: "Copied."
    case .unsure(let type) where type.hasPrefix("tmux"):
      "Copied, if tmux's option set-clipboard is on."
    case .unsure(let type): "Copied, if this terminal (\(type)) lets programs copy."
    case .impossible(let type): "This terminal (\(type)) can't copy; select with the mouse."
    case .tooLong: "Too long to copy."
    }
  }
}
