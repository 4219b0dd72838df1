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

  /// Hands text to the clipboard of the person's own terminal, as far as that allows it.
  func copy(_ text: String)
}
