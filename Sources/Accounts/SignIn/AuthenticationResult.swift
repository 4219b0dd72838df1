public import Core
public import Encryption

/// The result of a successful sign-in: the account's unlocked encrypted storage, and the recording
/// that the password has opened.
public struct AuthenticationResult: Sendable {
  /// The account's encrypted storage, unlocked.
  public let vault: Vault
  /// The recording from which responses are replayed, or to which they are written; `nil` if there
  /// is none.
  public let recording: SealedRecording?
  /// A message for the user if the recording or the list of recent accounts couldn't be opened;
  /// otherwise `nil`.
  public let notice: String?
  /// The name of the application session that the user chose on the sign-in screen; `nil` if the
  /// screen didn't ask for one.
  public internal(set) var session: String?

  /// Creates a result from an open vault and recording.
  ///
  ///     AuthenticationResult(try await directory.open(password))
  public init(_ vault: Vault, recording: SealedRecording? = nil, notice: String? = nil) {
    self.vault = vault
    self.recording = recording
    self.notice = notice
  }

  /// The server and user to whom the vault belongs.
  public var account: Account { vault.account }

  /// Erases the encryption keys from memory, so that the data can't be read without the password.
  /// The files aren't changed.
  public func lock() {
    vault.lock()
    recording?.lock()
  }
}
