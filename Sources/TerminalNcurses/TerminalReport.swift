/// An answer of the terminal's to a question that it was asked.
enum TerminalReport: Hashable {
  /// Its attributes (DA1), for example 62 and 4: the first is its level, 4 says that it draws sixels.
  case attributes([Int])
  /// Its name and version (XTVERSION): "iTerm2 3.5.0".
  case version(String)
  /// The word about an image that was only asked about, in kitty's protocol: OK, or what is wrong.
  case image(String)

  /// Reads the answer that a string is, of xterm's `DCS > | version` and kitty's `APC G i=31 ; word`;
  /// nil if it is another string.
  init?(_ string: ControlString) {
    let text = String(decoding: string.bytes, as: UTF8.self)
    switch string.kind {
    case .device where text.hasPrefix(">|"): self = .version(String(text.dropFirst(2)))
    case .application where text.hasPrefix("G"):
      let parts = text.dropFirst().split(separator: ";", maxSplits: 1)
      guard parts.count == 2, parts[0].split(separator: ",").contains("i=31") else { return nil }
      self = .image(String(parts[1]))
    default: return nil
    }
  }
}
