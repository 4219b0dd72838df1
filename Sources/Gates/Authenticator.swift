public import Screens
public import Servers
public import Values
import Vaults

/// Checks passwords, and opens what they open: by a server (`ServerAuthenticator`), a recording (`RecordingAuthenticator`), or this machine alone
/// (`LocalAuthenticator`).
///
/// A gate shows and asks. A gatekeeper answers, and shows nothing.
@MainActor public protocol Authenticator: Sendable {
  /// The account that is asked for; nil where the person names it.
  var account: Account? { get }
  /// The accounts that the person may mean, those that were used last first.
  var known: [Account] { get }

  /// True if a server checks the password where nothing is kept.
  var asksServer: Bool { get }

  /// Tells whether an account has a vault or recording here, which a password opens without a server.
  func isKept(_ account: Account) -> Bool

  /// The sentence above the password. Throws where the password couldn't be checked now.
  func greeting(_ account: Account, isLocked: Bool) async throws -> String

  /// The command that gives an account's password; nil without one.
  func passwordCommand(for account: Account) -> String?

  /// Opens an account's vault; where there is none, makes one if the password is accepted.
  ///
  /// `key` is that of a run which is locked, for where no file has it. Throws the error that `refusal` explains, or another one.
  func open(_ account: Account, _ password: Secret, key: [UInt8]?) async throws
    -> AuthenticationResult

  /// The reason why a password opens nothing; nil for an error that isn't about the password.
  func refusal(_ error: any Error, ofRun: Bool, isLocked: Bool) -> PasswordRefusal?

  /// The application's share of what was opened.
  func unlocked(_ opened: AuthenticationResult, _ delegate: any SignInDelegate) -> AccountSession

  // MARK: Where the person names the account

  /// The account that is typed; nil if the text names none.
  func account(server: String, user: String) -> Account?

  /// The reason why a text names no server; nil if it does.
  nonisolated func problem(ofServer text: String) -> String?

  /// An account's server as short as it can be typed.
  func typed(_ account: Account) -> String

  /// An account's server as people call it.
  func name(of account: Account) -> String

  /// The screen with a certificate that isn't trusted; nil where there are none.
  func certificateScreen(for unknown: UnknownCertificate) -> (any Screen)?
}

/// The answers where there is one account alone, which nobody names, and no server.
extension Authenticator {
  public var known: [Account] { account.map { [$0] } ?? [] }
  public var asksServer: Bool { false }
  public func account(server: String, user: String) -> Account? { account }
  public nonisolated func problem(ofServer text: String) -> String? { nil }
  public func typed(_ account: Account) -> String { name(of: account) }
  public func name(of account: Account) -> String { account.words }
  public func certificateScreen(for unknown: UnknownCertificate) -> (any Screen)? { nil }
}
