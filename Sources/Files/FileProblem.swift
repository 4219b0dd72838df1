public import Foundation

/// The reason why one of the person's own files can't be read or written.
public enum FileProblem: Error, Hashable, Sendable {
  /// The operating system refused: the attempt, the path, and the error number.
  case system(String, path: String, code: Int32)
  /// A path that nothing is read from or written to: a link, a device, another user's file.
  case unsafe(path: String, String)
  /// A file with several names, as `cp -al` makes them: what is written under one is there under the others, too.
  case linked(path: String)
  /// The environment names no folder for an application's files.
  case noHome
}

extension FileProblem: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .system(let action, let path, let code):
      "\(path) can't be \(action): \(String(cString: strerror(code)))."
    case .unsafe(let path, let reason): "\(path) isn't used: \(reason)."
    case .linked(let path):
      "\(path) isn't used: the file has several names (hard links, as cp -al makes them)."
    case .noHome: "There is no home folder to keep files in."
    }
  }

  public var recoverySuggestion: String? {
    switch self {
    case .system(_, _, ENOSPC), .system(_, _, EDQUOT): "Free some space."
    case .system: "Check the folder and its permissions."
    case .unsafe: "Move it away, or put a plain file of your own in its place."
    case .linked:
      "What is written under one name changes it under all. Put a copy in its place: cp -p FILE COPY, then mv COPY FILE."
    case .noHome: "Set HOME or XDG_STATE_HOME."
    }
  }

  /// The problem as a sentence of another problem has it: "/a/b: it is a symbolic link."
  public var reason: String {
    if case .linked(let path) = self { return "\(path): \(brief)." }
    if case .unsafe(let path, let reason) = self { return "\(path): \(reason)." }
    return errorDescription ?? brief
  }

  /// A few words for the end of a sentence: "no space left on device".
  public var brief: String {
    switch self {
    case .system(_, _, let code): String(cString: strerror(code)).lowercased()
    case .unsafe(_, let reason): reason
    case .linked: "it has several names (hard links); put a copy of its own in its place"
    case .noHome: "no home folder"
    }
  }
}
