public import Foundation
import Networking

/// The reason why an encrypted recording can't be replayed, or why recording into a directory isn't
/// possible. Paths are as the user entered them.
public enum RecordingError: Error, Hashable, Sendable {
  /// The directory doesn't exist.
  case nowhere(String)
  /// The path leads to a file.
  case notADirectory(String)
  /// The directory has no key. `hasJSON` is true if it contains JSON files, which may be
  /// unencrypted responses.
  case notSealed(String, hasJSON: Bool)
  /// The directory is encrypted but isn't a recording.
  case notARecording(String)
  /// The recording's file `key` was changed or damaged.
  case damagedKey(String)
  /// A recorded response was changed or damaged. The value is its file.
  case damagedResponse(file: String)
  /// The operating system refused access.
  case unreadable(String, reason: String)
  /// The recording was made by a newer release.
  case newer(String)
  /// The recording was made with another password.
  case wrongPassword(String)
  /// The password is needed, but the user can't be prompted for it.
  case passwordNeeded(String)
  /// Can't record into the directory: it contains other files.
  case occupied(String)
  /// Can't record into the directory: its recording has another password.
  case otherPassword(String)
  /// Can't record into the directory: its recording belongs to another application, server or user.
  /// The second value describes which.
  case otherOrigin(String, String)
}

extension RecordingError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .nowhere(let path): "\(path): there is no such folder."
    case .notADirectory(let path): "\(path): this isn't a folder."
    case .notSealed(let path, true):
      "\(path): this isn't an encrypted recording: it holds plain JSON."
    case .notSealed(let path, false): "\(path): this isn't an encrypted recording."
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
    case .nowhere, .notADirectory, .notARecording:
      "Name the folder that was recorded with --record DIR."
    case .notSealed(_, true):
      """
      Name the folder that was recorded with --record DIR. Plain recordings of other applications \
      can't be played; record it again.
      """
    case .notSealed: "Name the folder that was recorded with --record DIR."
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
