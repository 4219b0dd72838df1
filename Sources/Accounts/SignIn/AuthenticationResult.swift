public import Core
public import Encryption

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
