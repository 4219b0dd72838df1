/// The certainty that a terminal takes text for its clipboard. No terminal answers, so its kind decides.
enum ClipboardAccess: Hashable, Sendable {
  case certain, uncertain, none

  /// - Parameters:
  ///   - type: The terminal's type: TERM.
  ///   - hasCapability: True if terminfo says how to copy: Ms.
  ///   - followsXterm: True if the terminal has a mouse as xterm has.
  ///   - environment: The variables in which terminals name themselves.
  init(
    type: String, hasCapability: Bool, followsXterm: Bool, environment: [String: String]
  ) {
    guard followsXterm else {
      self = .none
      return
    }
    // tmux takes it itself, whatever terminal is around it, if its option set-clipboard is on; at first it isn't.
    let isMultiplexer = type.hasPrefix("tmux") || environment["TMUX"] != nil
    if isMultiplexer {
      self = .uncertain
    } else if environment["VTE_VERSION"] != nil || environment["TERM_PROGRAM"] == "Apple_Terminal" {
      // They claim to be xterm, and take nothing.
      self = .none
    } else if Self.takers.contains(where: { type.hasPrefix($0) })
      || Self.programs.contains(environment["TERM_PROGRAM"] ?? "")
      || (hasCapability && !type.hasPrefix("xterm"))
    {
      self = .certain
    } else {
      self = .uncertain
    }
  }

  private static let takers = [
    "xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour", "rio",
  ]
  private static let programs: Set = ["WezTerm", "iTerm.app", "ghostty", "vscode", "rio"]
}
