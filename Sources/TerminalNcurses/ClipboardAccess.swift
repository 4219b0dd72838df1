import FoundationEssentials
import Glibc
import Terminals

/// Whether a terminal accepts text for its clipboard. Guessed from its type, as no terminal
/// replies.
enum ClipboardAccess: Hashable, Sendable {
  case certain, uncertain, none

  /// `hasCapability`: terminfo has the copy capability (Ms).
  init(
    type: String, hasCapability: Bool, followsXterm: Bool, environment: [String: String]
  ) {
    guard followsXterm else {
      self = .none
      return
    }
    // tmux handles the sequence itself, regardless of the outer terminal, if its option
    // `set-clipboard` is on; by default it is off.
    let isMultiplexer = type.hasPrefix("tmux") || environment["TMUX"] != nil
    if isMultiplexer {
      self = .uncertain
    } else if environment["VTE_VERSION"] != nil || environment["TERM_PROGRAM"] == "Apple_Terminal" {
      // These claim to be xterm, but ignore the sequence.
      self = .none
    } else if Self.supportingTypes.contains(where: { type.hasPrefix($0) })
      || Self.programs.contains(environment["TERM_PROGRAM"] ?? "")
      || (hasCapability && !type.hasPrefix("xterm"))
    {
      self = .certain
    } else {
      self = .uncertain
    }
  }

  private static let supportingTypes = [
    "xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour", "rio",
  ]
  private static let programs: Set = ["WezTerm", "iTerm.app", "ghostty", "vscode", "rio"]
}

enum ClipboardText {
  /// The maximum number of bytes that terminals are known to accept.
  static let limit = 100_000

  static func sequence(for text: String) -> [UInt8]? {
    let bytes = Data(SafeText.copyable(text).utf8)
    guard bytes.count <= limit else { return nil }
    return Array("\u{1B}]52;c;".utf8) + bytes.base64EncodedData() + Array("\u{7}".utf8)
  }
}
