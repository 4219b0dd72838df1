public import Core
public import Encryption
public import Networking
public import Screens

/// The account of a run, with its connections and its vault: the result of a successful sign-in, or
/// the account of a run without one.
@MainActor public struct ServerAccount {
  /// The account.
  public let account: Account
  /// The connections of the run, which know the account's password.
  public let connections: Connections
  /// The account's vault; `nil` if nothing is stored.
  public let vault: Vault?
  /// The recording that is replayed; `nil` for a server.
  public let played: SealedRecording?
  /// Returns to the sign-in screen; `nil` if the application has none.
  package let eraseAndLeave: (@MainActor () throws -> Void)?

  /// Creates the account of a run without sign-in.
  ///
  ///     ServerAccount(try settings.requireAccount(), Connections(settings))
  ///
  /// `connections` must use the same vault.
  public init(_ account: Account, _ connections: Connections, vault: Vault? = nil) {
    self.init(account, connections, vault: vault, eraseAndLeave: nil)
  }

  package init(
    _ account: Account, _ connections: Connections, vault: Vault?,
    played: SealedRecording? = nil, eraseAndLeave: (@MainActor () throws -> Void)?
  ) {
    self.account = account
    self.connections = connections
    self.vault = vault
    self.played = played
    self.eraseAndLeave = eraseAndLeave
  }

  /// The connection to the account's server.
  public var connection: Connection { connections.connection(account) }

  /// Whether a load with this load reason opens the password prompt: the user started it, and no
  /// password is known.
  public func awaitsPassword(_ loadReason: LoadReason) -> Bool {
    loadReason == .userRefresh && connection.lacksPassword
  }

  /// The warning above every screen if the command line allows something insecure; otherwise `nil`.
  public var warning: String? { connections.settings.warning }

  /// Returns the password prompt of the account. `isRefused` if the server rejected a password.
  public func passwordScreen(isRefused: Bool) -> any Screen {
    connections.passwordScreen(for: account, isRefused: isRefused)
  }

  /// Returns the screen for an untrusted certificate of the server.
  public func certificateScreen(for unknown: UnknownCertificate) -> any Screen {
    connections.certificateScreen(for: unknown)
  }
}
