public import Terminals

extension NcursesTerminal {
  /// Copies text to the terminal's clipboard, if the terminal type supports it.
  ///
  /// Text over 100,000 bytes isn't sent, because terminals truncate or ignore it.
  @discardableResult public func copy(_ text: String) -> Copying {
    guard clipboard != .none else { return .impossible(type.name) }
    guard let bytes = ClipboardText.sequence(for: text) else { return .tooLong }
    guard phase == .shown else { return .impossible(type.name) }
    tty.write(bytes)
    return clipboard == .certain ? .taken : .unsure(type.name)
  }
}
