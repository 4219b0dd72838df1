public import Foundation

/// The reason why no terminal could be opened, with a recovery suggestion.
public enum TerminalError: Error, Hashable, Sendable {
  /// A standard stream.
  public enum Stream: String, Hashable, Sendable {
    /// The stream for keys, or the stream for frames.
    case input, output
  }

  /// A standard stream isn't a terminal but a pipe or file.
  case notATerminal(Stream)
  /// TERM is missing or empty in the environment.
  case typeNotSet
  /// The type in TERM has no terminfo entry.
  case unknownType(String)
  /// The type is known, but has no cursor addressing, so frames can't be shown.
  case incapableType(String)
  /// The type is known, but ncurses can't open a screen for it.
  case noScreen(String)
  /// This process has already opened its terminal.
  case alreadyOpen
  /// The type's control strings are too long for the crash handler's buffer.
  case overlongType(String)
  /// The terminal modes can't be read, so they couldn't be restored. The payload is `errno`.
  case unreadableModes(Int32)

  init(arming code: Int32, type: String) {
    switch code {
    case EBUSY: self = .alreadyOpen
    case E2BIG: self = .overlongType(type)
    default: self = .unreadableModes(code)
    }
  }
}

extension TerminalError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .notATerminal(let stream): "standard \(stream.rawValue) is not a terminal"
    case .typeNotSet: "TERM is not set"
    case .unknownType(let type): "the terminal type \"\(type)\" is unknown here"
    case .incapableType(let type): "a terminal of the type \"\(type)\" can't place its cursor"
    case .noScreen(let type): "there is no screen on a terminal of the type \"\(type)\""
    case .alreadyOpen: "the terminal is in use by this process already"
    case .overlongType(let type):
      "the terminfo entry of the type \"\(type)\" has strings that are too long"
    case .unreadableModes(let code):
      "the terminal's modes can't be read: \(String(cString: strerror(code)))"
    }
  }

  public var recoverySuggestion: String? {
    switch self {
    case .notATerminal:
      "Start it in a terminal, or use a subcommand such as list, which works in pipes."
    case .typeNotSet:
      "Set it to what your terminal is, for example: export TERM=xterm-256color"
    case .unknownType:
      """
      Install its terminfo entry (package ncurses-term; kitty-terminfo and foot-terminfo for those), \
      or try: export TERM=xterm-256color
      """
    case .incapableType, .overlongType:
      "Set TERM to what your terminal is, for example: export TERM=xterm-256color"
    case .noScreen:
      "If LINES or COLUMNS is set, try: unset LINES COLUMNS"
    case .alreadyOpen:
      "Close it first."
    case .unreadableModes:
      "Try another terminal."
    }
  }
}
