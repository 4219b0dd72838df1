public import Networking
public import Screens
public import Values
public import Vaults

/// An account of a run, the connections to its server, and what is kept of it.
@MainActor public struct ServerAccount {
  /// The account.
  public let account: Account
  /// The connections of the run, which know the account's password.
  public let connections: Connections
  /// The account's vault; nil if nothing is kept.
  public let vault: Vault?
  /// Deletes everything that is kept of the account, and goes back to the gate; nil without a gate.
  package let eraseAndLeave: (@MainActor () throws -> Void)?

  /// Creates the account of a run without a gate.
  ///
  ///     ServerAccount(try settings.requireAccount(), Connections(settings))
  ///
  /// The connections must have been made with the same vault.
  public init(_ account: Account, _ connections: Connections, vault: Vault? = nil) {
    self.init(account, connections, vault: vault, eraseAndLeave: nil)
  }

  /// Creates the account of a run; `eraseAndLeave` is the gate's.
  package init(
    _ account: Account, _ connections: Connections, vault: Vault?,
    eraseAndLeave: (@MainActor () throws -> Void)?
  ) {
    self.account = account
    self.connections = connections
    self.vault = vault
    self.eraseAndLeave = eraseAndLeave
  }

  /// The connection to the account's server.
  public var connection: Connection { connections.connection(account) }

  /// True if a load of such a freshness leads to the question for the password: one that the person
  /// asks for, where there is none.
  public func awaitsPassword(_ loadReason: LoadReason) -> Bool {
    loadReason == .userRefresh && connection.lacksPassword
  }

  /// The warning that stands above every screen, where the command line allows what isn't safe; nil if there is none.
  public var warning: String? { connections.settings.warning }

  /// Returns the question for the account's password. `isRefused` if the server has refused one.
  public func passwordScreen(isRefused: Bool) -> any Screen {
    connections.passwordScreen(for: account, isRefused: isRefused)
  }

  /// Returns the screen with a certificate of the server's that isn't trusted.
  public func certificateScreen(for unknown: UnknownCertificate) -> any Screen {
    connections.certificateScreen(for: unknown)
  }
}
