public import Core
public import Encryption

/// The result of a successful sign-in: the account, its decrypted vault, and its authenticated
/// connections.
@MainActor public struct AccountSession {
  /// The account.
  public let account: Account
  /// The account's vault; `nil` if nothing is stored.
  public let vault: Vault?
  /// The connections, which know the password.
  public let connections: Connections
  /// The recording that is replayed; `nil` for a server.
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

  /// The account with its connections and vault, for screens that can log out and erase.
  public var serverAccount: ServerAccount {
    ServerAccount(account, connections, vault: vault, eraseAndLeave: eraseAndLeave)
  }

  /// Deletes everything stored about the account, and returns to the sign-in screen. If it throws
  /// `VaultError`, the application continues.
  public func eraseAndLeave() throws { try delegate.eraseAndLeave(opened) }
}

/// The authentication result: the vault that a password has opened, and the recording opened with
/// it.
public struct AuthenticationResult: Sendable {
  /// The vault.
  public let vault: Vault
  /// The recording that is replayed or written to; `nil` if there is none.
  public let recording: SealedRecording?
  /// A message for the user if the recording, or the list of recent accounts, couldn't be opened;
  /// otherwise `nil`.
  public let notice: String?
  /// The name of the session that the user chose; `nil` if the sign-in screen didn't ask.
  public internal(set) var session: String?

  /// Creates a result from an open vault and recording.
  ///
  ///     AuthenticationResult(try await directory.open(password))
  public init(_ vault: Vault, recording: SealedRecording? = nil, notice: String? = nil) {
    self.vault = vault
    self.recording = recording
    self.notice = notice
  }

  /// The account of the vault.
  public var account: Account { vault.account }

  /// Wipes the keys. The files aren't changed.
  public func lock() {
    vault.lock()
    recording?.lock()
  }
}
