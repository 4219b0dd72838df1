import Terminals

/// The question which graphics a terminal takes, and what has been answered.
///
/// The last thing asked for are the terminal's attributes (DA1), which every terminal answers that answers at all: what hasn't come before
/// won't come. Nobody waits for it.
struct GraphicsInquiry {
  /// True if tmux or screen is between: they don't pass images on, but may draw sixels themselves, and then say so.
  private let isInMultiplexer: Bool
  private var takesKitty = false
  private var takesITerm: Bool
  private var attributes: [Int]?

  /// True once all has been answered.
  var isOver: Bool { attributes != nil }

  /// Plans the question; nil for a terminal that isn't asked.
  ///
  /// - Parameters:
  ///   - type: The terminal's type: TERM.
  ///   - environment: The variables in which terminals and multiplexers name themselves.
  init?(type: String, environment: [String: String]) {
    // It shows the question.
    guard environment["TERM_PROGRAM"] != "Apple_Terminal" else { return nil }
    isInMultiplexer =
      type.hasPrefix("tmux") || type.hasPrefix("screen")
      || ["TMUX", "STY", "ZELLIJ"].contains { environment[$0] != nil }
    // LC_TERMINAL comes along over ssh.
    takesITerm =
      !isInMultiplexer
      && (environment["TERM_PROGRAM"] == "iTerm.app" || environment["LC_TERMINAL"] == "iTerm2")
  }

  /// The bytes that ask.
  ///
  /// An unfinished image of a process that was killed is ended first, or the terminal would wait for the rest of it. What a terminal shows
  /// of the question stands in the first line, for the next picture to cover.
  var question: [UInt8] {
    let kitty = "\u{1B}\\\u{1B}_Gm=0,q=2;\u{1B}\\\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
    let version = "\u{1B}[>q"
    let attributes = "\u{1B}[c"
    return Array(
      (isInMultiplexer ? attributes : "\u{1B}7\u{1B}[H\(kitty)\(version)\(attributes)\u{1B}8").utf8)
  }

  mutating func take(_ answer: TerminalReport) {
    switch answer {
    case .attributes(let numbers): attributes = numbers
    case .version(let name):
      takesITerm = takesITerm || Self.followers.contains { name.hasPrefix($0) }
    case .image(let word): takesKitty = takesKitty || word == "OK"
    }
  }

  /// The terminals that take iTerm2's images, by the beginning of their names.
  private static let followers = ["iTerm2 ", "WezTerm ", "mintty "]

  /// Returns the protocol, once all has been answered; nil if there is none.
  ///
  /// - Parameter cell: The size of a cell in pixels; nil if the terminal doesn't say. Without it sixels would cover nobody knows what.
  ///   It is asked for only where it matters, and not with every key.
  func graphics(cell: @autoclosure () -> PixelSize?) -> Graphics? {
    guard let attributes else { return nil }
    if !isInMultiplexer {
      if takesKitty { return .kitty }
      if takesITerm { return .iTerm }
    }
    // The first number is the terminal's level.
    guard attributes.dropFirst().contains(4) else { return nil }
    return cell().map { .sixel(cell: $0) }
  }
}
