public import Foundation
import Networking

/// The reason why a sealed recording can't be replayed, or nothing be recorded in a folder. A path is as the person gave it.
public enum RecordingError: Error, Hashable, Sendable {
  /// No such folder.
  case nowhere(String)
  /// The path leads to a file.
  case notADirectory(String)
  /// The folder has no key; `hasJSON` tells whether it holds files that may be answers in the clear.
  case notSealed(String, hasJSON: Bool)
  /// The folder is sealed, but isn't a recording.
  case notARecording(String)
  /// The recording's file `key` was changed or damaged.
  case damagedKey(String)
  /// A recorded answer was changed or damaged: its file.
  case damagedAnswer(file: String)
  /// The operating system refused, with its reason.
  case unreadable(String, reason: String)
  /// The recording was made by a later release.
  case newer(String)
  /// The password isn't the one that the recording was made with.
  case wrongPassword(String)
  /// The password is needed, and nobody was there to be asked.
  case passwordNeeded(String)
  /// The folder can't be recorded into: it holds other files.
  case occupied(String)
  /// The folder can't be recorded into: another password opens it.
  case otherPassword(String)
  /// The folder can't be recorded into: it is of another application, server or user.
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
    case .damagedAnswer(let file): "\(file): this recorded answer was changed or damaged."
    case .unreadable(let path, let reason): "\(path): it can't be read: \(reason)."
    case .newer(let path): "\(path): this was recorded by a newer release."
    case .wrongPassword(let path): "\(path) was recorded with another password."
    case .passwordNeeded(let path): "\(path): its password is needed."
    case .occupied(let path): "\(path): this folder holds other files."
    case .otherPassword(let path): "\(path) was recorded with another password than this one."
    case .otherOrigin(let path, let words): "\(path) was recorded of \(words)."
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
      "Put the file back from a copy; without it nobody can open the recording."
    case .damagedAnswer: "Put the file back from a copy, or record into the folder again."
    case .unreadable: "Check the folder and its permissions."
    case .newer: "Play it with a newer release."
    case .wrongPassword: "Type the one it was recorded with; without it nobody can open it."
    case .passwordNeeded: "Start it at a terminal, or add --password-command CMD."
    case .occupied: "Name an empty folder, or a new one, with --record DIR."
    case .otherPassword: "Name another folder with --record DIR."
    case .otherOrigin: "Name another folder with --record DIR: one holds one user's answers."
    }
  }
}
