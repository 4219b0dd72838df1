public import Foundation

/// The reason why one of the person's own files can't be read or written.
public enum FileError: Error, Hashable, Sendable {
  /// The operating system refused: the attempt, the path, and the error number.
  case system(String, path: String, code: Int32)
  /// A path that nothing is read from or written to: a link, a device, another user's file.
  case unsafe(path: String, String)
  /// A file with several names, as `cp -al` makes them: what is written under one is there under the others, too.
  case linked(path: String)
  /// A file that names commands or servers, or its folder: it belongs to another user, or others
  /// may write to it.
  case notObeyed(path: String, isAnothers: Bool)
  /// A folder of another user's, with their name, where root would leave files that this user can't
  /// change. The variable of the environment has led there.
  case anothersHome(path: String, owner: String, variable: String)
  /// The environment names no folder for an application's files.
  case noHome
}

extension FileError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .system(let action, let path, let code):
      "\(path) can't be \(action): \(String(cString: strerror(code)))."
    case .unsafe(let path, let reason): "\(path) isn't used: \(reason)."
    case .linked(let path):
      "\(path) isn't used: the file has several names (hard links, as cp -al makes them)."
    case .notObeyed(let path, true): "\(path) belongs to another user, so it isn't obeyed."
    case .notObeyed(let path, false): "\(path) can be written by others, so it isn't obeyed."
    case .anothersHome(let path, let owner, _):
      "\(path) belongs to \(owner), and files of root's there would keep \(owner) out."
    case .noHome: "There is no home folder to keep files in."
    }
  }

  public var recoverySuggestion: String? {
    if let mending { return mending }
    return switch self {
    case .system(_, _, ENOSPC), .system(_, _, EDQUOT): "Free some space."
    case .system: "Check the folder and its permissions."
    case .unsafe: "Move it away, or put a plain file of your own in its place."
    case .linked:
      "What is written under one name changes it under all. Put a copy in its place: cp -p FILE COPY, then mv COPY FILE."
    case .notObeyed(_, true): "Make it yours, or remove it."
    case .notObeyed(let path, false): "chmod go-w \(path)"
    case .anothersHome(_, let owner, "HOME"):
      "Run it as \(owner), or as root with HOME=/root (sudo -H)."
    case .anothersHome(_, let owner, let variable):
      "Run it as \(owner), or as root with HOME=/root and without \(variable)."
    case .noHome: "Set HOME or XDG_STATE_HOME."
    }
  }

  /// True if root would write in another user's home.
  package var isAnothersHome: Bool { if case .anothersHome = self { true } else { false } }

  /// The command that gives the user back what root has left in their home; nil if the problem has
  /// another reason.
  package var mending: String? {
    let path: String
    switch self {
    case .system(_, let refused, EACCES), .unsafe(let refused, _): path = refused
    default: return nil
    }
    return Ownership.rootsLeftover(on: path).map {
      let word = "'" + $0.replacing("'", with: #"'\''"#) + "'"
      return "Root owns part of this path. To have it back: sudo chown -R \(geteuid()): \(word)"
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
    case .notObeyed(_, true): "it belongs to another user"
    case .notObeyed(_, false): "others may write to it"
    case .anothersHome(_, let owner, _): "root in the home of \(owner)"
    case .noHome: "no home folder"
    }
  }
}

/// An error that can be told in a few words, for the end of another sentence.
public protocol BriefError: Error {
  /// The words, without a period: "no space left on device".
  var brief: String { get }
}

extension FileError: BriefError {}

extension Error {
  /// A few words for the end of a sentence; of an error that has none, its description.
  ///
  ///     "not saved: \(error.brief)"
  public var brief: String { (self as? any BriefError)?.brief ?? localizedDescription }
}
