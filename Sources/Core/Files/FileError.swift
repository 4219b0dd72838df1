public import FoundationEssentials
package import Glibc

/// The reason why a private file of the user can't be read or written.
public enum FileError: Error, Hashable, Sendable {
  /// A system call failed. The values are the operation that failed, as a participle such as
  /// "opened", the path, and `errno`.
  case system(String, path: String, code: Int32)
  /// A path isn't used, for example because it is a symbolic link or a device, belongs to another
  /// user, or is too large. The values are the path and the reason.
  case unsafe(path: String, String)
  /// A file isn't used, because it has several hard links, so that writing would change it under
  /// all its names. The value is its path.
  case linked(path: String)
  /// A file that names commands or servers is ignored, because another user could have written it.
  /// The values are the path of the file or of its directory, and the reason: whether that path
  /// belongs to another user (`true`) or is writable by other users (`false`).
  case untrusted(path: String, isOtherUsers: Bool)
  /// A file isn't written, because the process runs as root and the path is in another user's home
  /// directory. That user couldn't change the file. The values are the path of that directory, its
  /// owner, and the environment variable that determined the path.
  case otherUsersHome(path: String, owner: String, variable: String)
  /// A file can't be stored, because the environment names no directory: neither `HOME` nor
  /// `XDG_STATE_HOME` is an absolute path.
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

  /// The path and the reason, as a sentence to include in the message of another error: "/a/b: it
  /// is a symbolic link."
  public var reason: String {
    if case .linked(let path) = self { return "\(path): \(brief)." }
    if case .unsafe(let path, let reason) = self { return "\(path): \(reason)." }
    return errorDescription ?? brief
  }

  /// A short description without the path and a period, to end a sentence with: "no space left on
  /// device".
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

/// An error with a short description, which can end a sentence such as "not saved: no space left on
/// device".
public protocol BriefError: Error {
  /// The short description of the error, without a period: "no space left on device".
  var brief: String { get }
}

extension FileError: BriefError {}

extension Error {
  /// A short description of the error, to end a sentence with. If the error isn't a `BriefError`,
  /// it is the error's message.
  ///
  ///     "not saved: \(error.brief)"
  public var brief: String { (self as? any BriefError)?.brief ?? message }

  /// The description of the error for the user: that of a `LocalizedError`, or else the value as
  /// text. Foundation's `localizedDescription` would load ICU.
  public var message: String { (self as? any LocalizedError)?.errorDescription ?? "\(self)" }
}
