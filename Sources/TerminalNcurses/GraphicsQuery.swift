import Terminals

/// The query for a terminal's image support, and the replies so far. It ends with a query for the
/// attributes (DA1), to which every terminal that replies at all replies: after that reply, the
/// missing ones won't come.
struct GraphicsQuery {
  /// tmux and screen pass no images through, but may draw sixels themselves and report it.
  private let isInMultiplexer: Bool
  private var takesKitty = false
  private var takesITerm: Bool
  private var attributes: [Int]?

  var isOver: Bool { attributes != nil }

  /// Returns `nil` for a terminal that must not be queried.
  init?(type: String, environment: [String: String]) {
    // Terminal.app prints the query on the screen.
    guard environment["TERM_PROGRAM"] != "Apple_Terminal" else { return nil }
    isInMultiplexer =
      type.hasPrefix("tmux") || type.hasPrefix("screen")
      || ["TMUX", "STY", "ZELLIJ"].contains { environment[$0] != nil }
    // LC_TERMINAL is passed on by ssh.
    takesITerm =
      !isInMultiplexer
      && (environment["TERM_PROGRAM"] == "iTerm.app" || environment["LC_TERMINAL"] == "iTerm2")
  }

  /// First ends an incomplete image from a killed process, or the terminal would wait for its rest.
  /// Sent from the first line, so that the next frame overwrites what a terminal prints.
  var query: [UInt8] {
    let kitty = "\u{1B}\\\u{1B}_Gm=0,q=2;\u{1B}\\\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
    let version = "\u{1B}[>q"
    let attributes = "\u{1B}[c"
    return Array(
      (isInMultiplexer ? attributes : "\u{1B}7\u{1B}[H\(kitty)\(version)\(attributes)\u{1B}8").utf8)
  }

  mutating func take(_ report: TerminalReport) {
    switch report {
    case .attributes(let numbers): attributes = numbers
    case .version(let name):
      takesITerm = takesITerm || Self.iTermCompatibleNames.contains { name.hasPrefix($0) }
    case .image(let status): takesKitty = takesKitty || status == "OK"
    }
  }

  private static let iTermCompatibleNames = ["iTerm2 ", "WezTerm ", "mintty "]

  /// Returns `nil` also while replies are missing. Without `cell`, the cells that a sixel image
  /// covers are unknown; evaluated only when needed, because this runs at every key press.
  func graphics(cell: @autoclosure () -> PixelSize?) -> Graphics? {
    guard let attributes else { return nil }
    if !isInMultiplexer {
      if takesKitty { return .kitty }
      if takesITerm { return .iTerm }
    }
    // The first number is the terminal's conformance level.
    guard attributes.dropFirst().contains(4) else { return nil }
    return cell().map { .sixel(cell: $0) }
  }
}

enum TerminalReport: Hashable {
  /// The attributes (DA1), for example 62 and 4: the conformance level; 4 means sixels.
  case attributes([Int])
  /// The name and version (XTVERSION): "iTerm2 3.5.0".
  case version(String)
  /// The result of kitty's image query: OK, or an error message.
  case image(String)

  /// Parses xterm's `DCS > | version` or kitty's `APC G i=31 ; status`, otherwise returns `nil`.
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
