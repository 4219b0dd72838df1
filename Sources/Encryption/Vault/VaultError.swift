public import Core
public import FoundationEssentials
import Glibc

/// The error if a vault, that is, a directory of encrypted data, can't be opened, read or written.
public enum VaultError: Error, Hashable, Sendable {
  /// A file or directory of the vault couldn't be accessed. The value is the reason.
  case file(FileError)
  /// A file of the vault couldn't be decrypted, because it was changed or damaged. The values are
  /// its path and the reason.
  case damaged(path: String, String)
  /// The operation failed, because another process has the vault open. It is thrown, for example,
  /// when the vault is erased.
  case inUse
  /// Nothing was written, because the vault was deleted while it was open. The value is its path.
  case deleted(path: String)
  /// Nothing was written, because the contents of a file would exceed the maximum size. The values
  /// are the size and the limit, in bytes.
  case tooLarge(bytes: Int, limit: Int)
  /// The vault couldn't be opened, because its key file was changed or damaged. The values are the
  /// file's path and the reason.
  case damagedKey(path: String, String)
  /// The vault couldn't be opened, because a newer release of the program wrote its key file. The
  /// value is the file's path.
  case newerKey(path: String)
}

extension VaultError {
  static func ofVault<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let problem as FileError {
      throw VaultError.file(problem)
    }
  }

  /// A wrong password and a missing library remain `SealingError`s.
  static func ofKey<Value>(at path: String, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch SealingError.newer {
      throw VaultError.newerKey(path: path)
    } catch SealingError.notSealed, SealingError.changedEnvelope {
      throw VaultError.damagedKey(
        path: path, "its header was changed or damaged")
    } catch SealingError.unsafeParameters(let reason) {
      throw VaultError.damagedKey(
        path: path, "its key derivation is unsupported: \(reason)")
    } catch SealingError.changed {
      throw VaultError.damagedKey(path: path, SealedFormat.Refusal.changed.rawValue)
    }
  }

  /// A short description of the error without a period, to be inserted at the end of a sentence.
  public var brief: String {
    switch self {
    case .file(let problem): problem.brief
    case .damaged(_, let reason), .damagedKey(_, let reason): reason
    case .newerKey: "a newer release wrote it"
    case .inUse: "it is open in another window"
    case .deleted: "it was deleted"
    case .tooLarge(let bytes, let limit):
      "it has \(bytes >> 20) MiB, and at most \(limit >> 20) MiB can be saved"
    }
  }
}

extension VaultError: BriefError, LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .file(let problem): problem.errorDescription
    case .damaged(let path, let reason): "\(path) is damaged: \(reason)."
    case .inUse: "The data saved here is open in another window."
    case .deleted(let path):
      "The data saved here was deleted while it was open (\(path)): nothing more is saved."
    case .tooLarge(let bytes, let limit):
      "This needs \(bytes >> 20) MiB in one file; at most \(limit >> 20) MiB can be saved."
    case .damagedKey(let path, let reason):
      "\(path), which the password opens, is damaged: \(reason)."
    case .newerKey(let path):
      "\(path), which the password opens, was written by a newer release; this one can't read it."
    }
  }

  public var recoverySuggestion: String? {
    switch self {
    case .file(.system(_, _, ENOSPC)), .file(.system(_, _, EDQUOT)):
      "Free some space, or save nothing: --ephemeral."
    case .file(let problem) where problem.ownershipAdvice != nil: problem.ownershipAdvice
    case .file(.linked(let path)): FileError.linked(path: path).recoverySuggestion
    case .file:
      "Check the folder and its permissions, name another in XDG_STATE_HOME, or use --ephemeral."
    case .inUse: "Quit or lock it there first. Nothing was deleted."
    case .deleted: "Quit, and log in again."
    case .tooLarge: "Nothing was replaced: what was saved before is still there."
    case .damaged: "It isn't used, and nothing was deleted. The other data saved here still opens."
    case .damagedKey:
      "Nothing was deleted. Restore it from a backup; without it the data saved here can't be opened."
    case .newerKey: "Open it with that release. Nothing was changed or deleted."
    }
  }
}
