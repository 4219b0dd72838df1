public import Foundation

/// Why a session can't be read or written.
public enum SnapshotProblem: Error, Hashable, Sendable {
  /// The operating system refused: what was tried, on which path, and its error number.
  case system(String, path: String, code: Int32)
  /// A path that a snapshot is not written to: a link, a device, another user's file.
  case unsafe(path: String, String)
  case unreadable(String)
  /// A format that only a later release reads.
  case newer(format: Int)
  /// Written by another application.
  case foreign(application: String)
  /// Sealed with a password, and no password was given.
  case sealed
  case tooLarge(bytes: Int)
  case badName(String)
  /// Another process has it open: which, on what terminal, since when.
  case inUse(by: String)
  /// Another process took it over from this one.
  case takenOver
  case noHome
}

extension SnapshotProblem: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .system(let action, let path, let code):
      "\(path) can't be \(action): \(String(cString: strerror(code)))."
    case .unsafe(let path, let reason): "\(path) isn't used for a session: \(reason)."
    case .unreadable(let reason): "The saved session can't be read: \(reason)."
    case .newer(let format):
      "This session uses snapshot format \(format); this release reads up to \(Slot.format)."
    case .foreign(let application): "This session was saved by “\(application)”."
    case .sealed: "This session is sealed with a password."
    case .tooLarge(let bytes):
      "The session needs \(bytes >> 10) KiB; at most \(Slot.maximumSize >> 10) KiB are saved."
    case .badName(let name): "“\(name)” can't be a session's name."
    case .inUse(let owner): "Already open in \(SnapshotProblem.words(of: owner))."
    case .takenOver: "This session was taken over by another process."
    case .noHome: "There is no home folder to keep the session in."
    }
  }

  public var recoverySuggestion: String? {
    switch self {
    case .system(_, _, ENOSPC), .system(_, _, EDQUOT): "Free some space; saving goes on by itself."
    case .system:
      """
      Check the folder and its permissions, keep the session elsewhere with --snapshot FILE, or keep \
      none with --ephemeral.
      """
    case .unsafe: "Name another file with --snapshot FILE, or keep nothing with --ephemeral."
    case .unreadable: "It was set aside; nothing was deleted."
    case .newer: "Open it with a newer release, or start afresh with --fresh."
    case .foreign(let application): "Open it with \(application)."
    case .sealed: "Open it with the application that sealed it, or start afresh with --fresh."
    case .tooLarge: "Shorten what was typed; saving goes on by itself."
    case .badName: "Use letters, digits, “-”, “_” and “.”, at most 64 of them."
    case .inUse(let owner) where SessionOwner(text: owner)?.isSuspended == true:
      """
      It is suspended: type fg in its shell, take it over with --take-over, or open another one with \
      --session NAME.
      """
    case .inUse:
      "Go on there, take it over with --take-over, or open another one with --session NAME."
    case .takenOver: "Go on there; nothing that is done here is saved any more."
    case .noHome: "Set HOME or XDG_STATE_HOME, or name a file with --snapshot FILE."
    }
  }

  private static func words(of owner: String) -> String {
    SessionOwner(text: owner)?.words() ?? owner
  }

  /// What is wrong, and what to do about it.
  public var sentences: String {
    [errorDescription, recoverySuggestion].compactMap(\.self).joined(separator: " ")
  }

  /// A few words for the status line, behind "not saving:".
  public var brief: String {
    switch self {
    case .system(_, _, let code): String(cString: strerror(code)).lowercased()
    case .unsafe(_, let reason): reason
    case .tooLarge: "the session is too large"
    case .inUse(let owner): "already open in \(SnapshotProblem.words(of: owner))"
    case .takenOver: "taken over by another process"
    case .noHome: "no home folder"
    default: errorDescription ?? "unknown"
    }
  }
}
