public import Core
public import FoundationEssentials
import Glibc

/// The error if recorded responses can't be read or written. The first value of each case is the
/// path of a file or directory, or "the demo data".
public enum ReplayError: Error, Hashable, Sendable {
  /// The file or directory of the recording doesn't exist. The value is its path.
  case noSuchFile(String)
  /// The file couldn't be read, because the user isn't permitted to read it. The value is its path.
  case notPermitted(String)
  /// The path leads to something other than a regular file. `kind` describes it: "a named pipe".
  case notAFile(String, kind: String)
  /// The file wasn't read, because it is larger than `limit` bytes. The first value is its path.
  case tooLarge(String, limit: Int)
  /// The operating system failed to read the file. `reason` is its error message.
  case unreadable(String, reason: String)
  /// The recording has no response to the request. `name` is the file that would contain it:
  /// "resources/virtualSystems.json".
  case notRecorded(String, name: String)
  /// The file of a recorded response is empty, although JSON was expected. The value is its path.
  case empty(String)
  /// The recorded response isn't valid JSON. The second value has the position and the reason.
  case malformed(String, JSON.Malformed)
  /// The recorded response is another kind of JSON value than expected. For example, `kind` is "an
  /// object" and `expected` is "a list". `message` quotes the server's error message, if the
  /// response is one.
  case unexpected(String, kind: String, expected: String, message: String?)
  /// The recorded response is a list, but none of its entries could be read. `reasons` says why.
  case noReadableEntry(String, reasons: String)
  /// A response couldn't be recorded. The first value is the path of the file or directory that
  /// can't be written; `reason` says why.
  case unwritable(String, reason: String)
}

extension ReplayError: LocalizedError {
  /// The error as a sentence that begins with the path. It may quote a file: remove control
  /// characters before writing it to a terminal.
  ///
  /// Example: `answers.json, line 44, column 1: the array that begins in line 1 isn't closed; "]"
  /// is missing.`
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

  /// A sentence that suggests to the user how to correct the error.
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
