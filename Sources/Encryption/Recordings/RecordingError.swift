public import FoundationEssentials
import Glibc
import Networking

/// The error if an encrypted recording can't be replayed, or if a directory can't be used for
/// recording. Paths in the values are as the user entered them.
public enum RecordingError: Error, Hashable, Sendable {
  /// The directory of the recording doesn't exist. The value is its path.
  case nowhere(String)
  /// The recording can't be opened, because its path leads to a file. The value is the path.
  case notADirectory(String)
  /// The directory isn't an encrypted recording: it contains no file `key`. The value is its path.
  case notSealed(String)
  /// The directory contains encrypted data, but not a recording. The value is its path.
  case notARecording(String)
  /// The recording can't be opened, because its file `key` was changed or damaged. The value is the
  /// directory's path.
  case damagedKey(String)
  /// A recorded response can't be read, because its file was changed or damaged. The value is the
  /// file's path.
  case damagedResponse(file: String)
  /// The operating system failed to read the recording. `reason` is its error message.
  case unreadable(String, reason: String)
  /// The recording can't be read, because a newer release of the program made it. The value is the
  /// directory's path.
  case newer(String)
  /// The recording can't be opened, because it was made with another password. The value is the
  /// directory's path.
  case wrongPassword(String)
  /// The recording can't be opened, because its password is needed and the user can't be prompted.
  /// The value is the directory's path.
  case passwordNeeded(String)
  /// Recording couldn't be started, because the directory contains other files. The value is its
  /// path.
  case occupied(String)
  /// Recording couldn't be continued, because the directory's recording has another password. The
  /// value is the directory's path.
  case otherPassword(String)
  /// Recording couldn't be continued, because the directory's recording belongs to another
  /// application, server or user. The values are the directory's path and a description of the
  /// recording's origin.
  case otherOrigin(String, String)
}

extension RecordingError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .nowhere(let path): "\(path): there is no such folder."
    case .notADirectory(let path): "\(path): this isn't a folder."
    case .notSealed(let path): "\(path): this isn't an encrypted recording."
    case .notARecording(let path):
      "\(path): this is encrypted, but it isn't a recording."
    case .damagedKey(let path): "\(path)/key, which the password opens, is damaged."
    case .damagedResponse(let file): "\(file): this recorded answer was changed or damaged."
    case .unreadable(let path, let reason): "\(path): it can't be read: \(reason)."
    case .newer(let path): "\(path): this was recorded by a newer release."
    case .wrongPassword(let path): "\(path) was recorded with another password."
    case .passwordNeeded(let path): "\(path): its password is needed."
    case .occupied(let path): "\(path): this folder holds other files."
    case .otherPassword(let path): "\(path) was recorded with another password than this one."
    case .otherOrigin(let path, let origin): "\(path) was recorded of \(origin)."
    }
  }

  public var recoverySuggestion: String? {
    switch self {
    case .nowhere, .notADirectory, .notSealed, .notARecording:
      "Name the folder that was recorded with --record DIR."
    case .damagedKey:
      "Put the file back from a copy; without it the recording can't be opened."
    case .damagedResponse: "Put the file back from a copy, or record into the folder again."
    case .unreadable: "Check the folder and its permissions."
    case .newer: "Play it with a newer release."
    case .wrongPassword: "Type the one it was recorded with; no other opens it."
    case .passwordNeeded: "Run it in a terminal, or add --password-command CMD."
    case .occupied: "Name an empty folder, or a new one, with --record DIR."
    case .otherPassword: "Name another folder with --record DIR."
    case .otherOrigin: "Name another folder with --record DIR: one holds one user's answers."
    }
  }
}
