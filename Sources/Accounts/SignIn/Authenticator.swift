public import Core
import Encryption
public import Foundation
public import Screens

/// Checks passwords and opens the vault: with a server (`ServerAuthenticator`) or a recording
/// (`RecordingAuthenticator`).
///
/// The sign-in screen handles the user interface; an authenticator has none.
@MainActor public protocol Authenticator: Sendable {
  /// The account to sign in to; `nil` if the user enters it.
  var account: Account? { get }
  /// The accounts to suggest, most recently used first.
  var known: [Account] { get }

  /// Whether a server checks the password if nothing is stored.
  var checksWithServer: Bool { get }

  /// Returns whether an account has a vault or recording here, which opens with a password but
  /// without a server.
  func isStored(_ account: Account) -> Bool

  /// Returns the sentence above the password field. Throws if the password can't be checked now.
  func greeting(_ account: Account, isLocked: Bool) async throws -> String

  /// Returns the command that supplies an account's password; `nil` without one.
  func passwordCommand(for account: Account) -> String?

  /// Opens an account's vault. If there is none, creates one if the password is accepted.
  ///
  /// `key` is that of a locked run whose key isn't in a file. Throws an error that `refusal`
  /// explains, or another one.
  func open(_ account: Account, _ password: Secret, key: [UInt8]?) async throws
    -> AuthenticationResult

  /// Returns why a password was rejected; `nil` if the error isn't about the password.
  func refusal(_ error: any Error, ofRun: Bool, isLocked: Bool) -> PasswordRefusal?

  /// Returns the account that the application gets after a successful sign-in.
  func unlocked(_ opened: AuthenticationResult, _ delegate: any SignInDelegate) -> ServerAccount

  // MARK: If the user enters the account

  /// Returns the account for the typed server and user; `nil` if the text isn't an account.
  func account(server: String, user: String) -> Account?

  /// Returns a short description of the error in a server's address; `nil` if the address is valid.
  nonisolated func problem(ofServer text: String) -> String?

  /// Returns an account's server in the shortest form that can be typed.
  func typed(_ account: Account) -> String

  /// Returns the display name of an account's server.
  func name(of account: Account) -> String

  /// Returns the screen for an untrusted certificate; `nil` if the authenticator has no server.
  func certificateScreen(for unknown: UnknownCertificate) -> (any Screen)?
}

/// Defaults for an authenticator with a single fixed account and no server.
extension Authenticator {
  public var known: [Account] { account.map { [$0] } ?? [] }
  public var checksWithServer: Bool { false }
  public func account(server: String, user: String) -> Account? { account }
  public nonisolated func problem(ofServer text: String) -> String? { nil }
  public func typed(_ account: Account) -> String { name(of: account) }
  public func name(of account: Account) -> String { account.description }
  public func certificateScreen(for unknown: UnknownCertificate) -> (any Screen)? { nil }
}

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
      "Type it again. After several wrong passwords many servers lock you out for some minutes."
    case .byRun: "Type it again."
    case .byVault:
      """
      Type it again. If it was changed on the server, the old password still unlocks this; if you don't \
      know the old one, press Forgotten.
      """
    case .whileLocked:
      """
      Type it again. If it was changed on the server, the old password still unlocks this; if you don't \
      know the old one, quit, and the next start can erase the saved data.
      """
    }
  }
}
