public import FoundationEssentials
import Glibc

/// The reason why the terminal can't be opened. Each error has a suggestion for the user.
public enum TerminalError: Error, Hashable, Sendable {
  /// The standard streams that a terminal application needs.
  public enum Stream: String, Hashable, Sendable {
    /// Standard input, from which keys are read, or standard output, to which frames are written.
    case input, output
  }

  /// Standard input or output isn't connected to a terminal but to a pipe or file. The value is
  /// that stream.
  case notATerminal(Stream)
  /// The terminal type isn't known, because the environment variable TERM is missing or empty.
  case typeNotSet
  /// The terminal type is unknown, because terminfo has no entry for it. The value is the type,
  /// from TERM.
  case unknownType(String)
  /// The terminal can't position its cursor, so it can't show frames. The value is the terminal
  /// type.
  case incapableType(String)
  /// ncurses can't open a screen for the terminal, although its type is known. The value is the
  /// terminal type.
  case noScreen(String)
  /// The process has already opened its terminal and not closed it.
  case alreadyOpen
  /// The terminal's control strings are too long for the buffer of the crash handler, so the
  /// terminal couldn't be restored after a crash. The value is the terminal type.
  case overlongType(String)
  /// The terminal modes can't be read, so they couldn't be restored later. The value is `errno`.
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
