import Foundation

/// Why a password opens nothing, as far as that can be said.
enum PasswordRefusal: LocalizedError {
  /// Nothing is kept, and the server doesn't take it.
  case byServer
  /// It doesn't open what is kept: it was mistyped, most likely, or what is kept was sealed with the one before.
  case byVault
  /// The same, while the application is locked.
  case whileLocked
  /// A run that keeps nothing was begun with another one.
  case byRun

  var errorDescription: String? {
    switch self {
    case .byServer: "Wrong user or password."
    case .byVault, .whileLocked: "It doesn't unlock the data saved here."
    case .byRun: "It isn't the password this session was unlocked with."
    }
  }

  /// What is likely comes first.
  var recoverySuggestion: String? {
    switch self {
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
