import Terminals

extension NcursesTerminal {
  /// Hands text to the terminal's clipboard, of which there is no telling whether it took it.
  ///
  /// Text of more than `ClipboardText.limit` bytes isn't sent: terminals cut or ignore it.
  public func copy(_ text: String) {
    guard phase == .shown, type.followsXterm, let bytes = ClipboardText.sequence(for: text) else {
      return
    }
    tty.write(bytes)
  }
}
