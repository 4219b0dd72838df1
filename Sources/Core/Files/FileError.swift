public import Foundation

/// The reason why one of the user's private files can't be read or written.
public enum FileError: Error, Hashable, Sendable {
  /// The operating system returned an error: the failed operation ("opened"), the path, and
  /// `errno`.
  case system(String, path: String, code: Int32)
  /// The path isn't a plain file owned by the user, for example a link, a device, or another user's
  /// file. The second value is the reason.
  case unsafe(path: String, String)
  /// The file has several hard links, as `cp -al` makes them, so writing it would change all of
  /// them.
  case linked(path: String)
  /// A file that names commands or servers isn't trusted: it or its directory belongs to another
  /// user, or other users can write to it.
  case untrusted(path: String, isOtherUsers: Bool)
  /// Root would create files in another user's home directory, which that user couldn't change.
  /// `variable` is the environment variable that led there.
  case otherUsersHome(path: String, owner: String, variable: String)
  /// The environment names no directory for an application's files.
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
    case .untrusted(let path, true): "\(path) belongs to another user, so it is ignored."
    case .untrusted(let path, false): "\(path) can be written by others, so it is ignored."
    case .otherUsersHome(let path, let owner, _):
      "\(path) belongs to \(owner), who couldn't open files that root writes there."
    case .noHome: "There is no home folder to save files in."
    }
  }

  public var recoverySuggestion: String? {
    if let ownershipAdvice { return ownershipAdvice }
    return switch self {
    case .system(_, _, ENOSPC), .system(_, _, EDQUOT): "Free some space."
    case .system: "Check the folder and its permissions."
    case .unsafe: "Move it, or replace it with a plain file of your own."
    case .linked:
      "Writing to one name changes them all. Replace it with a copy: cp -p FILE COPY, then mv COPY FILE."
    case .untrusted(_, true): "Take ownership, or remove it."
    case .untrusted(let path, false): "chmod go-w \(path)"
    case .otherUsersHome(_, let owner, "HOME"):
      "Run it as \(owner), or as root with HOME=/root (sudo -H)."
    case .otherUsersHome(_, let owner, let variable):
      "Run it as \(owner), or as root with HOME=/root and without \(variable)."
    case .noHome: "Set HOME or XDG_STATE_HOME."
    }
  }

  package var isOtherUsersHome: Bool { if case .otherUsersHome = self { true } else { false } }

  /// The command that gives the user root's files back; `nil` if the error has another cause.
  package var ownershipAdvice: String? {
    let path: String
    switch self {
    case .system(_, let refused, EACCES), .unsafe(let refused, _): path = refused
    default: return nil
    }
    return Ownership.rootsLeftover(on: path).map {
      let word = "'" + $0.replacing("'", with: #"'\''"#) + "'"
      return "Root owns part of this path. To take it back: sudo chown -R \(geteuid()): \(word)"
    }
  }

  /// The error as a sentence for use within another error's message: "/a/b: it is a symbolic link."
  public var reason: String {
    if case .linked(let path) = self { return "\(path): \(brief)." }
    if case .unsafe(let path, let reason) = self { return "\(path): \(reason)." }
    return errorDescription ?? brief
  }

  /// A short description without a period, for the end of a sentence: "no space left on device".
  public var brief: String {
    switch self {
    case .system(_, _, let code): String(cString: strerror(code)).lowercased()
    case .unsafe(_, let reason): reason
    case .linked: "it has several names (hard links); replace it with a copy"
    case .untrusted(_, true): "it belongs to another user"
    case .untrusted(_, false): "others may write to it"
    case .otherUsersHome(_, let owner, _): "root in the home of \(owner)"
    case .noHome: "no home folder"
    }
  }
}

/// The kind of a file, for messages.
package enum FileKind {
  /// Returns the kind with an article: "a named pipe".
  package static func text(_ mode: mode_t) -> String {
    switch mode & S_IFMT {
    case S_IFREG: "a plain file"
    case S_IFDIR: "a folder"
    case S_IFIFO: "a named pipe"
    case S_IFSOCK: "a socket"
    case S_IFCHR, S_IFBLK: "a device"
    default: "something else"
    }
  }
}

/// An error with a short description that can end another sentence.
public protocol BriefError: Error {
  /// The short description, without a period: "no space left on device".
  var brief: String { get }
}

extension FileError: BriefError {}

extension Error {
  /// A short description for the end of a sentence, or the localized description if the error isn't
  /// a `BriefError`.
  ///
  ///     "not saved: \(error.brief)"
  public var brief: String { (self as? any BriefError)?.brief ?? localizedDescription }
}
