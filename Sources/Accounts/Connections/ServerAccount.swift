public import Core
public import Encryption
public import Networking
public import Screens

/// The account that a running application uses, with its connections and its encrypted storage. A
/// successful sign-in returns it. An application without a sign-in creates it itself.
@MainActor public struct ServerAccount {
  /// The server and user.
  public let account: Account
  /// The connections to servers. After a sign-in at a server, they have the account's password.
  public let connections: Connections
  /// The account's encrypted storage on this machine; `nil` if the application stores nothing for
  /// this account.
  public let vault: Vault?
  /// The recording from which responses are replayed; `nil` if they come from a server.
  public let played: SealedRecording?
  /// Returns to the sign-in screen; `nil` if the application has none.
  package let eraseAndLeave: (@MainActor () throws -> Void)?

  /// Creates an account for an application without a sign-in.
  ///
  ///     ServerAccount(try settings.requireAccount(), Connections(settings))
  ///
  /// - Parameters:
  ///   - account: The server and user.
  ///   - connections: The connections. They must have been created with the same `vault`.
  ///   - vault: The account's encrypted storage; `nil` if nothing is stored.
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

  /// Returns whether a screen may open the password prompt when it loads data for the given reason.
  /// Only a refresh by the user opens it.
  public func awaitsPassword(_ loadReason: LoadReason) -> Bool {
    loadReason == .userRefresh && connection.lacksPassword
  }

  /// The warning above every screen if the command line allows an insecure connection, such as
  /// unencrypted `http`; otherwise `nil`.
  public var warning: String? { connections.settings.warning }

  /// Returns the screen that prompts for the account's password. `isRefused` states whether it
  /// opens because the server rejected a password.
  public func passwordScreen(isRefused: Bool) -> any Screen {
    connections.passwordScreen(for: account, isRefused: isRefused)
  }

  /// Returns the screen that shows an untrusted certificate of the server and asks the user whether
  /// to trust it.
  public func certificateScreen(for unknown: UnknownCertificate) -> any Screen {
    connections.certificateScreen(for: unknown)
  }
}
