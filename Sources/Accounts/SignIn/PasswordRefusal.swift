import Encryption
public import Foundation

/// Why a password was rejected.
public enum PasswordRefusal: LocalizedError, Hashable {
  /// Nothing is stored, and the server rejects the password.
  case byServer
  /// The password doesn't open the vault: it was mistyped, or the vault still uses the previous
  /// one.
  case byVault
  /// The password doesn't open the vault while the application is locked.
  case whileLocked
  /// The run stores nothing, and was started with another password.
  case byRun

  /// The recording at this path was made with another password.
  case byRecording(String)

  public var errorDescription: String? {
    switch self {
    case .byRecording(let path): RecordingError.wrongPassword(path).errorDescription
    case .byServer: "Wrong user or password."
    case .byVault, .whileLocked: "It doesn't unlock the data saved here."
    case .byRun: "It isn't the password this session was unlocked with."
    }
  }

  /// A suggestion for the user, with the most likely reason first.
  public var recoverySuggestion: String? {
    switch self {
    case .byRecording(let path): RecordingError.wrongPassword(path).recoverySuggestion
    // Servers don't report a lockout, and further attempts prolong it.
    case .byServer:
      "Type it again. After several wrong ones many servers refuse the right one too, for some minutes."
    case .byRun: "Type it again."
    case .byVault:
      """
      Type it again. If it was changed on the server, the old password still unlocks this; if nobody \
      knows the old one, press Forgotten.
      """
    case .whileLocked:
      """
      Type it again. If it was changed on the server, the old password still unlocks this; if nobody \
      knows the old one, quit, and the next start can erase the saved data.
      """
    }
  }
}
