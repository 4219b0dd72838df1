public import FoundationEssentials
import Glibc

/// The error if a password can't be read from its source, or can't be saved. The first value of
/// most cases is the source.
public enum PasswordError: Error, Hashable, Sendable {
  /// The program that supplies the password couldn't be started. `reason` is the system's error
  /// message.
  case notStarted(Origin, reason: String)
  /// The program that supplies the password exited with an error. `code` is its exit code; `line`
  /// is the first line of its standard error, or `nil`.
  case failed(Origin, code: Int32, line: String?)
  /// A signal ended the program that supplies the password. `line` is the first line of its
  /// standard error, or `nil`.
  case killed(Origin, signal: Int32, line: String?)
  /// The program that supplies the password was killed, because it exceeded its time limit.
  /// `seconds` is the limit.
  case timedOut(Origin, seconds: Int)
  /// The user cancelled the wait for the program that supplies the password.
  case givenUp(Origin)
  /// The program that supplies the password was killed, because it printed more than `limit` bytes.
  case endless(Origin, limit: Int)
  /// The password command supplied no password: the first line of its output is empty.
  case nothingPrinted
  /// The password was rejected, because it is longer than `limit` bytes.
  case tooLong(Origin, limit: Int)
  /// The password was rejected, because it isn't UTF-8 or contains a zero byte.
  case notText(Origin)
  /// The file that lists the accounts with saved passwords was damaged. It was moved, so that it
  /// isn't read again: `quarantine` is its new path.
  case damagedList(path: String, quarantine: String)
  /// The file that lists the accounts with saved passwords couldn't be read or written. `reason` is
  /// a sentence with the path and the cause.
  case inaccessibleList(reason: String)

  /// The source from which a password was requested.
  public enum Origin: Hashable, Sendable {
    /// The command that the user set with `--password-command`.
    case command
    /// The desktop's keyring, accessed through the program `secret-tool`.
    case keyring
    /// The user, who was prompted at a terminal.
    case terminal
  }
}

extension PasswordError: LocalizedError {
  /// The error as a sentence. It may quote a program's output: remove control characters before
  /// writing it to a terminal.
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

  /// A sentence that suggests to the user how to correct the error.
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
