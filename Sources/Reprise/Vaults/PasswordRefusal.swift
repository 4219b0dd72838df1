import Foundation

/// Why a password opens nothing, as far as that can be said.
enum PasswordRefusal: LocalizedError {
  /// Nothing is kept, and the server doesn't take it.
  case byServer
  /// What is kept was sealed with another one.
  case byVault
  /// The same, while the application is locked.
  case whileLocked
  /// A run that keeps nothing was begun with another one.
  case byRun

  var errorDescription: String? {
    switch self {
    case .byServer: "The server doesn't know it."
    case .byVault, .whileLocked: "What is kept here was sealed with another one."
    case .byRun: "What is locked here was unlocked with another one."
    }
  }

  var recoverySuggestion: String? {
    switch self {
    case .byServer, .byRun: "Type it again."
    case .byVault:
      "After a change at the server the old one still opens it. If nobody knows it, press Forgotten."
    case .whileLocked:
      """
      After a change at the server the old one still opens it. If nobody knows it, quit, and the next \
      start can erase what is kept.
      """
    }
  }
}
