public import Foundation

/// The reason why there is no terminal to show anything on, and the remedy.
public enum TerminalError: Error, Hashable, Sendable {
  /// A standard stream that isn't a terminal.
  public enum Stream: String, Hashable, Sendable {
    /// The stream that keys are read from, or that pictures are written to.
    case input, output
  }

  /// A standard stream leads elsewhere: into a pipe or a file.
  case notATerminal(Stream)
  /// TERM is missing from the environment or empty.
  case typeNotSet
  /// The type that TERM names has no entry in terminfo.
  case unknownType(String)
  /// The type is known, but can't place its cursor, so there can be no picture.
  case incapableType(String)
  /// The type is known, but ncurses opens no screen on such a terminal.
  case noScreen(String)
  /// One process has one terminal, and it is in use.
  case alreadyOpen
  /// The type's strings are longer than what a crash could write.
  case overlongType(String)
  /// The system doesn't tell the terminal's modes, to which it would have to be brought back: its error number.
  case unreadableModes(Int32)

  /// The reason why the rescue couldn't be armed.
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
