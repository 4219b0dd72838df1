public import Core
import Encryption
public import FoundationEssentials
import Glibc
public import Screens

/// Checks passwords for the sign-in screen and opens the account's encrypted storage, the vault.
/// `ServerAuthenticator` checks a password with a server, `RecordingAuthenticator` with a
/// recording.
///
/// The sign-in screen handles the user interface; an authenticator has none.
@MainActor public protocol Authenticator: Sendable {
  /// The account to sign in to; `nil` if the user enters it on the sign-in screen.
  var account: Account? { get }
  /// The accounts that the sign-in screen suggests, most recently used first.
  var known: [Account] { get }

  /// Whether a server checks the password of an account that has no vault on this machine.
  var checksWithServer: Bool { get }

  /// Returns whether an account has a vault or a recording on this machine. These open with a
  /// password and without a server.
  func isStored(_ account: Account) -> Bool

  /// Returns the sentence above the password field of the sign-in screen. Throws if the password
  /// can't be checked now.
  ///
  /// - Parameters:
  ///   - account: The account to sign in to.
  ///   - isLocked: Whether a running application is locked and the user unlocks it again.
  func greeting(_ account: Account, isLocked: Bool) async throws -> String

  /// Returns the shell command that supplies an account's password, so that the user needn't type
  /// it; `nil` if none is configured.
  func passwordCommand(for account: Account) -> String?

  /// Checks the password and opens the account's vault. If there is no vault, creates one when the
  /// password is accepted.
  ///
  /// Throws an error that `refusal` explains if the password is wrong, and other errors if the
  /// vault can't be opened.
  ///
  /// - Parameters:
  ///   - account: The account to sign in to.
  ///   - password: The password that the user entered or the password command supplied.
  ///   - key: The encryption key of the locked application, which is needed if no file contains it;
  ///     `nil` if no application is locked.
  func open(_ account: Account, _ password: Secret, key: [UInt8]?) async throws
    -> AuthenticationResult

  /// Returns why a password was rejected; `nil` if the error isn't about the password.
  ///
  /// - Parameters:
  ///   - error: The error that `open` threw.
  ///   - ofRun: Whether the application stores nothing, so that the password is compared only with
  ///     the one that unlocked it first.
  ///   - isLocked: Whether a running application is locked and the user unlocks it again.
  func refusal(_ error: any Error, ofRun: Bool, isLocked: Bool) -> PasswordRefusal?

  /// Returns the account, with its connections and vault, that the application uses after a
  /// successful sign-in.
  func unlocked(_ opened: AuthenticationResult, _ delegate: any SignInDelegate) -> ServerAccount

  // MARK: If the user enters the account

  /// Returns the account for a server and user that the user typed on the sign-in screen; `nil` if
  /// the text doesn't name a valid account.
  func account(server: String, user: String) -> Account?

  /// Returns a short description of the error in a server's address; `nil` if the address is valid.
  nonisolated func problem(ofServer text: String) -> String?

  /// Returns an account's server in the shortest form that the user can type on the sign-in screen.
  func typed(_ account: Account) -> String

  /// Returns the name of an account's server that messages show.
  func name(of account: Account) -> String

  /// Returns the screen that shows an untrusted certificate and asks the user whether to trust it;
  /// `nil` if the authenticator uses no server.
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

/// The reason why a password was rejected. Its description and recovery suggestion are shown to the
/// user.
public enum PasswordRefusal: LocalizedError, Hashable {
  /// The server rejected the password. No data is stored on this machine that it could open.
  case byServer
  /// The password doesn't open the data stored on this machine. It was mistyped, or it was changed
  /// on the server while the stored data still requires the previous password.
  case byVault
  /// The password doesn't unlock the running application, which is locked and has stored data.
  case whileLocked
  /// The password doesn't unlock the running application, which stores no data: it was first
  /// unlocked with another password.
  case byRun

  /// The password doesn't open a recording, which was made with another one. The value is the
  /// recording's path.
  case byRecording(String)

  public var errorDescription: String? {
    switch self {
    case .byRecording(let path): RecordingError.wrongPassword(path).errorDescription
    case .byServer: "Wrong user or password."
    case .byVault, .whileLocked: "It doesn't unlock the data saved here."
    case .byRun: "It isn't the password this session was unlocked with."
    }
  }

  /// A suggestion for the user, such as to type the password again.
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
