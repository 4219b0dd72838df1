public import Terminals

extension NcursesTerminal {
  /// Hands text to the terminal's clipboard, if the terminal is of a kind that has one for programs.
  ///
  /// Text of more than `ClipboardText.limit` bytes isn't sent: terminals cut or ignore it.
  @discardableResult public func copy(_ text: String) -> Copying {
    guard clipboard != .none else { return .impossible(type.name) }
    guard let bytes = ClipboardText.sequence(for: text) else { return .tooLong }
    guard phase == .shown else { return .impossible(type.name) }
    tty.write(bytes)
    return clipboard == .certain ? .taken : .unsure(type.name)
  }
}
