import Commands
public import Core
public import Encryption
public import Screens

/// The sign-in of an application with private data: prompts for the account and its password.
@MainActor public struct SignIn {
  let authenticator: any Authenticator
  package let settings: ServerSettings
  let kinds: [StoredItemKind]
  /// The time without a key press after which the application locks.
  public let idleLimit: IdleLimit
  /// The application's name in the top line; `nil` for the program's name, capitalized.
  public let title: String?
  /// The placeholders of the server and user fields.
  let examples: (server: String, user: String)
  let zone: Zone
  let time: WallClock

  /// Creates a sign-in.
  ///
  ///     try SignIn(ServerAuthenticator(settings, OpenMRSClient.configuration), settings,
  ///       keeping: OfflineRecords<Patient>.kinds)
  ///
  /// Throws `UsageError` for an invalid idle limit.
  ///
  /// - Parameters:
  ///   - authenticator: The authenticator that checks the password: with a server or a recording.
  ///   - settings: The settings of the run, with the account, the idle limit and the directory of
  ///     the vaults.
  ///   - kinds: The kinds of files in the application's vaults, which are listed before they are
  ///     erased.
  ///   - title: The application's name in the top line; `nil` for the program's name, capitalized.
  ///   - examples: The placeholders of the server and user fields.
  ///   - zone: The time zone in which the sign-in screen shows when a session was saved.
  ///   - time: The clock with which those times are compared.
  public init(
    _ authenticator: any Authenticator, _ settings: ServerSettings,
    keeping kinds: [StoredItemKind] = [],
    title: String? = nil,
    examples: (server: String, user: String) = ("server.example.org", "name"),
    zone: Zone = .local, time: WallClock = .system
  ) throws {
    self.authenticator = authenticator
    self.settings = settings
    self.kinds = kinds
    self.title = title
    self.examples = examples
    self.zone = zone
    self.time = time
    idleLimit = try IdleLimit(settings)
  }

  /// The account to sign in to; `nil` if the user enters it.
  public var account: Account? { authenticator.account }

  /// Returns whether an account has a vault that this run may open.
  public func isKept(_ account: Account?) -> Bool {
    account.map { settings.isKept($0) } ?? false
  }

  /// Returns the account session that the application gets after a successful sign-in.
  public func unlocked(_ opened: AuthenticationResult, _ delegate: any SignInDelegate)
    -> AccountSession
  {
    authenticator.unlocked(opened, delegate)
  }
}
