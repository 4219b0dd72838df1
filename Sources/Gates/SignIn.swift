import Commands
public import Screens
public import Servers
public import Values
public import Vaults

/// The gate before an application that keeps private data: it asks for the account and its password.
@MainActor public struct SignIn {
  let authenticator: any Authenticator
  package let settings: ServerSettings
  /// The kinds of files that the application keeps, beside those that all applications keep.
  let kinds: [StoredItemKind]
  /// The time without a key after which the application is locked.
  public let idleLimit: IdleLimit
  /// The application's name in the top line; nil for the program's name with a capital.
  public let title: String?
  /// A server and a user, shown in the fields while nothing is typed.
  let examples: (server: String, user: String)
  let zone: Zone
  let time: WallClock

  /// Makes a gate.
  ///
  ///     try SignIn(ServerAuthenticator(settings, OpenMRSClient.configuration), settings, keeping: OfflineRecords<Patient>.kinds)
  ///
  /// Throws `UsageError` for an idle limit that can't be understood.
  ///
  /// - Parameters:
  ///   - keeper: The judge of a password: a server, a recording, or nobody but this machine.
  ///   - settings: The settings of the run, which name the account, the idle limit and the folder of the vaults.
  ///   - kinds: The kinds of files that the application keeps in its vaults, so that they can be named before they are erased.
  ///   - title: The application's name in the top line; nil for the program's name with a capital.
  ///   - examples: A server and a user, shown in the fields while nothing is typed.
  ///   - zone: The time zone in which the gate says when a session was saved.
  ///   - time: The clock that those moments are compared with.
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

  /// The account that the gate asks for; nil where the person names it.
  public var account: Account? { authenticator.account }

  /// Tells whether there is a vault of an account that this run may open.
  public func isKept(_ account: Account?) -> Bool {
    account.map { settings.isKept($0) } ?? false
  }

  /// The application's share of what was opened.
  public func unlocked(_ opened: AuthenticationResult, _ delegate: any SignInDelegate)
    -> AccountSession
  {
    authenticator.unlocked(opened, delegate)
  }
}
