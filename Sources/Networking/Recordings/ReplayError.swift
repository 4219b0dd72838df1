public import Core
public import Foundation

/// The reason why a recorded response can't be read or written. The first value is a file's path as
/// the user entered it, or "the demo data".
public enum ReplayError: Error, Hashable, Sendable {
  /// There is no such file or directory.
  case noSuchFile(String)
  /// The user isn't permitted to read the file.
  case notPermitted(String)
  /// The path leads to something other than a file: "a named pipe".
  case notAFile(String, kind: String)
  /// The file is larger than the limit, in bytes.
  case tooLarge(String, limit: Int)
  /// The operating system can't read the file, for this reason.
  case unreadable(String, reason: String)
  /// The directory lacks a file: "resources/virtualSystems.json".
  case notRecorded(String, name: String)
  /// The file is empty.
  case empty(String)
  /// The file isn't JSON.
  case malformed(String, JSON.Malformed)
  /// The response has another kind of value ("an object") than expected ("a list"). If it is a
  /// server's error message, `message` quotes it.
  case unexpected(String, kind: String, expected: String, message: String?)
  /// The response is a list of which no entry can be read, for these reasons.
  case noReadableEntry(String, reasons: String)
  /// Nothing can be recorded in this file or directory.
  case unwritable(String, reason: String)
}

extension ReplayError: LocalizedError {
  /// The path and the reason: `answers.json, line 44, column 1: the array that begins in line 1
  /// isn't closed; "]" is missing.` Not escaped for a terminal, although it may quote a file.
  public var errorDescription: String? {
    switch self {
    case .noSuchFile(let path): "\(shown(path)): there is no such file or folder."
    case .notPermitted(let path): "\(shown(path)): you aren't permitted to read it."
    case .notAFile(let path, let kind): "\(shown(path)): this is \(kind), not a file."
    case .tooLarge(let path, let limit): "\(shown(path)): it has more than \(limit >> 20) MiB."
    case .unreadable(let path, let reason): "\(shown(path)): it can't be read: \(reason)."
    case .notRecorded(let path, let name): "\(shown(path)): this folder has no \(name)."
    case .empty(let location): "\(shown(location)): the file is empty."
    case .malformed(let location, let malformed):
      "\(shown(location)), line \(malformed.line), column \(malformed.column): "
        + "\(malformed.reason)."
    case .noReadableEntry(let location, let reasons):
      "\(shown(location)): no entry can be read: \(reasons)."
    case .unexpected(let location, let kind, let expected, let message):
      "\(shown(location)): this is \(kind), not \(expected)"
        + (message.map { "; it says “\(firstLine($0))”." } ?? ".")
    case .unwritable(let path, let reason): "\(shown(path)): nothing can be recorded: \(reason)."
    }
  }

  /// A suggestion for the user, as a sentence.
  public var recoverySuggestion: String? {
    if case .unwritable = self {
      return "Name another folder with --record DIR."
    }
    return "\(recoveryRoute), or name another with --unplugged=FILE."
  }

  private var recoveryRoute: String {
    switch self {
    case .noSuchFile: "Put the file there"
    case .notPermitted: "Make the file readable"
    case .notAFile, .notRecorded, .unexpected, .empty: "Put a recorded answer there"
    case .tooLarge: "Shorten it"
    case .unreadable: "Check the disk"
    case .malformed, .noReadableEntry: "Fix the file"
    case .unwritable: ""
    }
  }

  private func shown(_ location: String) -> String { location.isEmpty ? "“”" : location }

  private func firstLine(_ message: String) -> String {
    let line = message.split(whereSeparator: \.isNewline).first ?? ""
    return line.count > 200 ? line.prefix(199) + "…" : String(line)
  }
}
