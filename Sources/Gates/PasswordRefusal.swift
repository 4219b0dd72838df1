public import Foundation
import Vaults

/// The reason why a password opens nothing, as far as that can be said.
public enum PasswordRefusal: LocalizedError, Hashable {
  /// Nothing is kept, and the server doesn't take the password.
  case byServer
  /// The password doesn't open the vault: it was mistyped, most likely, or the vault was sealed with the one before.
  case byVault
  /// The password doesn't open the vault, while the application is locked.
  case whileLocked
  /// The run keeps nothing, and was begun with another password.
  case byRun

  /// The recording was made with another password: its path.
  case byRecording(String)

  public var errorDescription: String? {
    switch self {
    case .byRecording(let path): RecordingError.wrongPassword(path).errorDescription
    case .byServer: "Wrong user or password."
    case .byVault, .whileLocked: "It doesn't unlock the data saved here."
    case .byRun: "It isn't the password this session was unlocked with."
    }
  }

  /// Advice, the likely reason first.
  public var recoverySuggestion: String? {
    switch self {
    case .byRecording(let path): RecordingError.wrongPassword(path).recoverySuggestion
    // No server says that it has locked somebody out, and whoever goes on typing makes that last.
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
