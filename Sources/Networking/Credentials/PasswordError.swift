public import Foundation

/// The error if a password can't be read from its source or saved.
public enum PasswordError: Error, Hashable, Sendable {
  /// The program can't be started; `reason` is the system's error message.
  case notStarted(Origin, reason: String)
  /// The program failed; `line` is the first line of its standard error, if any.
  case failed(Origin, code: Int32, line: String?)
  /// A signal ended the program.
  case killed(Origin, signal: Int32, line: String?)
  /// The program exceeded its time limit, in seconds, and was killed.
  case timedOut(Origin, seconds: Int)
  /// The user cancelled waiting for the program.
  case givenUp(Origin)
  /// The program was killed because it printed more than the limit, in bytes.
  case endless(Origin, limit: Int)
  /// The first line that the command printed is empty.
  case nothingPrinted
  /// The password is longer than the limit, in bytes.
  case tooLong(Origin, limit: Int)
  /// The password isn't UTF-8, or contains a zero byte.
  case notText(Origin)
  /// The list of accounts in the keyring was damaged, and was quarantined under the second path.
  case damagedList(path: String, quarantine: String)
  /// The list can't be read or written; `reason` is the system's error message.
  case inaccessibleList(reason: String)

  /// The source of a password.
  public enum Origin: Hashable, Sendable {
    /// The command that `--password-command` names.
    case command
    /// The desktop's keyring, through secret-tool.
    case keyring
    /// The user, at a terminal.
    case terminal
  }
}

extension PasswordError: LocalizedError {
  /// The error as a sentence. Not escaped for a terminal, although it may quote a program's output.
  public var errorDescription: String? {
    switch self {
    case .notStarted(let origin, let reason): "\(origin.subject) can't be started: \(reason)."
    case .failed(let origin, let code, let line):
      "\(origin.subject) ended with exit code \(code)" + PasswordError.quote(line)
    case .killed(let origin, let signal, let line):
      "\(origin.subject) was killed by \(PasswordError.name(of: signal))"
        + PasswordError.quote(line)
    case .timedOut(let origin, let seconds):
      "\(origin.subject) didn't finish within \(seconds) s and was stopped."
    case .givenUp(let origin): "You stopped waiting for \(origin.name)."
    case .endless(let origin, let limit):
      "\(origin.subject) printed more than \(limit >> 10) KiB and was stopped."
    case .nothingPrinted: "The password command printed nothing in its first line."
    case .tooLong(_, let limit): "The password has more than \(limit) bytes."
    case .notText: "The password isn't text in UTF-8."
    case .damagedList(let path, _):
      "\(path), the list of passwords in the keyring, is damaged and wasn't used."
    case .inaccessibleList(let reason):
      "Can't read or save the list of passwords in the keyring: \(reason)"
    }
  }

  /// A suggestion for the user, as a sentence.
  public var recoverySuggestion: String? {
    switch self {
    case .tooLong(.command, _), .notText(.command), .nothingPrinted, .endless(.command, _):
      "The command must print the password, and nothing else, as its first line."
    case .tooLong(.terminal, _), .notText(.terminal): "Type the password again."
    case .givenUp: "Try again, or type the password."
    case .timedOut(.command, _):
      "Run the command in a shell to see what it waits for."
    case .notStarted(.command, _), .failed(.command, _, _), .killed(.command, _, _):
      "Run the command in a shell to see what is wrong with it."
    case .notStarted, .failed, .killed, .timedOut, .tooLong, .notText, .endless:
      "Type the password; check that a keyring runs on this desktop."
    case .damagedList(_, let quarantine):
      "It was set aside as \(quarantine). Type the password and tick “remember” again."
    case .inaccessibleList: "Check the folder and its permissions."
    }
  }

  private static func quote(_ line: String?) -> String { line.map { ": “\($0)”." } ?? "." }

  private static func name(of signal: Int32) -> String {
    "signal \(signal)" + (strsignal(signal).map { " (\(String(cString: $0)))" } ?? "")
  }
}

extension PasswordError.Origin {
  var name: String {
    switch self {
    case .command: "the password command"
    case .keyring: "the keyring"
    case .terminal: "the terminal"
    }
  }

  fileprivate var subject: String {
    switch self {
    case .command: "The password command"
    case .keyring: "secret-tool, which asks the keyring,"
    case .terminal: "The terminal"
    }
  }
}
