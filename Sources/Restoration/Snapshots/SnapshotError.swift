public import Core
public import FoundationEssentials
import Glibc

/// The reason why a saved session can't be opened, read or written.
public enum SnapshotError: Error, Hashable, Sendable {
  /// A file of the session can't be accessed. The value is the reason.
  case file(FileError)
  /// The session can't be read, because its file is damaged or invalid. The value is the reason.
  case unreadable(String)
  /// The session can't be read, because a newer release saved it in another format. The value is
  /// the number of that format.
  case newer(format: Int)
  /// The session can't be opened, because another application saved it. The value is that
  /// application's name.
  case foreign(application: String)
  /// The session can't be read, because it is encrypted and no password was given.
  case sealed
  /// The session can't be saved, because it exceeds the maximum size. The value is its size in
  /// bytes.
  case tooLarge(bytes: Int)
  /// A session can't have this name, because it is empty, too long, or has characters that aren't
  /// allowed. The value is the name.
  case badName(String)
  /// The session can't be opened, because another process has it open. The value describes that
  /// process, if possible by its id, its terminal, and the time when it opened the session.
  case inUse(by: String)
  /// The session can't be saved any more, because another process has taken it over.
  case takenOver
}

extension SnapshotError {
  /// Runs `body` and converts a `FileError` to `SnapshotError.file`.
  static func ofSession<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let problem as FileError {
      throw SnapshotError.file(problem)
    }
  }
}

extension SnapshotError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .file(.unsafe(let path, let reason)): "\(path) isn't used for a session: \(reason)."
    case .file(.linked(let path)):
      "\(path) isn't used for a session: the file has several names (hard links, as cp -al makes them)."
    case .file(.noHome): "There is no home folder to save the session in."
    case .file(let problem): problem.errorDescription
    case .unreadable(let reason): "The saved session can't be read: \(reason)."
    case .newer(let format):
      "This session uses snapshot format \(format); this release reads up to \(Slot.format)."
    case .foreign(let application): "This session was saved by “\(application)”."
    case .sealed: "This session is sealed with a password."
    case .tooLarge(let bytes):
      "The session needs \(bytes >> 10) KiB; at most \(Slot.maximumSize >> 10) KiB are saved."
    case .badName(let name): "“\(name)” can't be a session's name."
    case .inUse(let owner): "Already open in \(SnapshotError.description(of: owner))."
    case .takenOver: "This session was taken over by another process."
    }
  }

  public var recoverySuggestion: String? {
    switch self {
    case .file(let problem) where problem.ownershipAdvice != nil: problem.ownershipAdvice
    case .file(let problem) where problem.isOtherUsersHome: problem.recoverySuggestion
    case .file(.system(_, _, ENOSPC)), .file(.system(_, _, EDQUOT)):
      "Free some space; saving then resumes."
    case .file(.system):
      """
      Check the folder and its permissions, save the session elsewhere with --snapshot FILE, or save \
      nothing with --ephemeral.
      """
    case .file(.linked(let path)): FileError.linked(path: path).recoverySuggestion
    case .file(.unsafe), .file(.untrusted), .file(.otherUsersHome):
      "Name another file with --snapshot FILE, or save nothing with --ephemeral."
    case .unreadable: "It was set aside; nothing was deleted."
    case .newer: "Open it with a newer release, or start over with --fresh."
    case .foreign(let application): "Open it with \(application)."
    case .sealed: "Open it with the application that sealed it, or name another file."
    case .tooLarge: "Shorten what was typed; saving then resumes."
    case .badName: "Use letters, digits, “-”, “_” and “.”, at most 64 of them."
    case .inUse(let owner) where SessionOwner(text: owner)?.isSuspended == true:
      """
      It is suspended: type fg in its shell, take it over with --take-over, or open another one with \
      --session NAME.
      """
    case .inUse:
      "Continue there, take it over with --take-over, or open another one with --session NAME."
    case .takenOver: "Continue there; changes here are no longer saved."
    case .file(.noHome): "Set HOME or XDG_STATE_HOME, or name a file with --snapshot FILE."
    }
  }

  private static func description(of owner: String) -> String {
    SessionOwner(text: owner)?.description() ?? owner
  }

  /// A description of the error and a suggestion for the user, as sentences.
  public var sentences: String {
    [errorDescription, recoverySuggestion].compactMap(\.self).joined(separator: " ")
  }

  /// A short description of the error, which the status line shows after "not saving:".
  public var brief: String {
    switch self {
    case .file(let problem): problem.brief
    case .tooLarge: "the session is too large"
    case .inUse(let owner): "already open in \(SnapshotError.description(of: owner))"
    case .takenOver: "taken over by another process"
    default: errorDescription ?? "unknown"
    }
  }
}
