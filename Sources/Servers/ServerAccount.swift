public import Networking
public import Screens
public import Values

/// An account of a run, and the connections to its server.
@MainActor public struct ServerAccount {
  /// The account.
  public let account: Account
  /// The connections of the run, which know the account's password.
  public let connections: Connections

  /// Creates the account of a run.
  ///
  ///     ServerAccount(unlocked.account, unlocked.connections)
  public init(_ account: Account, _ connections: Connections) {
    self.account = account
    self.connections = connections
  }

  /// The connection to the account's server.
  public var connection: Connection { connections.connection(account) }

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
