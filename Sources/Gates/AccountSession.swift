public import Servers
public import Values
public import Vaults

/// An account that has come through the gate, with the vault and connections that its password opens.
@MainActor public struct AccountSession {
  /// The account.
  public let account: Account
  /// The account's vault; nil if nothing is to be kept.
  public let vault: Vault?
  /// The connections, which know the password.
  public let connections: Connections
  /// The recording that is replayed; nil at a server.
  public let played: SealedRecording?
  private let opened: AuthenticationResult
  private let delegate: any SignInDelegate

  init(
    _ opened: AuthenticationResult, vault: Vault?, _ connections: Connections,
    played: SealedRecording? = nil,
    _ delegate: any SignInDelegate
  ) {
    account = opened.account
    self.vault = vault
    self.connections = connections
    self.played = played
    self.opened = opened
    self.delegate = delegate
  }

  /// The account with its connections and vault, which a log-out erases.
  public var serverAccount: ServerAccount {
    ServerAccount(account, connections, vault: vault, eraseAndLeave: eraseAndLeave)
  }

  /// Deletes everything that is kept of the account, and goes back to the gate. Throws `VaultError`, and then the application goes on.
  public func eraseAndLeave() throws { try delegate.eraseAndLeave(opened) }
}
