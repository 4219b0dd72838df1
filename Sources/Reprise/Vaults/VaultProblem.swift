import Files
import Foundation

/// Why what is kept in a vault can't be read, or nothing be kept in it.
public enum VaultProblem: Error, Hashable, Sendable {
  /// A file of the vault can't be used.
  case file(FileProblem)
  /// A file in the vault isn't what was sealed: its path, and what is wrong with it.
  case damaged(path: String, String)
  /// The file that the password opens isn't what it was: its path, and what is wrong with it.
  case damagedKey(path: String, String)
}

extension VaultProblem {
  /// Does something with a vault's files. A problem with one of them is thrown as the vault's.
  static func ofVault<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let problem as FileProblem {
      throw VaultProblem.file(problem)
    }
  }

  /// A few words for the end of a sentence.
  public var brief: String {
    switch self {
    case .file(let problem): problem.brief
    case .damaged(_, let reason), .damagedKey(_, let reason): reason
    }
  }
}

extension VaultProblem: ExitCoded {
  public var errorDescription: String? {
    switch self {
    case .file(let problem): problem.errorDescription
    case .damaged(let path, let reason): "\(path) is damaged: \(reason)."
    case .damagedKey(let path, let reason):
      "\(path), which the password opens, is damaged: \(reason)."
    }
  }

  public var recoverySuggestion: String? {
    switch self {
    case .file(.system(_, _, ENOSPC)), .file(.system(_, _, EDQUOT)):
      "Free some space, or save nothing: --ephemeral."
    case .file:
      "Check the folder and its permissions, name another in XDG_STATE_HOME, or use --ephemeral."
    case .damaged: "It isn't used, and nothing was deleted. What else is saved here still opens."
    case .damagedKey:
      "Nothing was deleted. Put it back from a backup; without it nothing opens that is saved here."
    }
  }

  public var exitCode: ExitCode {
    switch self {
    case .file(let problem): ExitCode(problem)
    case .damaged, .damagedKey: .data
    }
  }
}
