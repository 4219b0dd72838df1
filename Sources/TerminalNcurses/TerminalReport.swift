enum TerminalReport: Hashable {
  /// The attributes (DA1), for example 62 and 4: the conformance level; 4 means sixels.
  case attributes([Int])
  /// The name and version (XTVERSION): "iTerm2 3.5.0".
  case version(String)
  /// The result of kitty's image query: OK, or an error message.
  case image(String)

  /// Parses xterm's `DCS > | version` or kitty's `APC G i=31 ; word`, otherwise returns `nil`.
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
