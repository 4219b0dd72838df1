public import Values
public import Vaults

/// A vault that a password has opened at a gate, and the recording opened with it.
public struct AuthenticationResult: Sendable {
  /// The vault.
  public let vault: Vault
  /// The recording that is replayed, or that the server's answers are recorded in; nil for most.
  public let recording: SealedRecording?
  /// A sentence for the person about the recording, which couldn't be opened with the vault; nil for nothing.
  public let notice: String?
  /// The name of the session that the person wants; nil if the gate didn't ask.
  public internal(set) var session: String?

  /// A vault and its recording, both open.
  ///
  ///     AuthenticationResult(try await directory.open(password))
  public init(_ vault: Vault, recording: SealedRecording? = nil, notice: String? = nil) {
    self.vault = vault
    self.recording = recording
    self.notice = notice
  }

  /// The account that the vault is of.
  public var account: Account { vault.account }

  /// Wipes the keys. The files stay as they are.
  public func lock() {
    vault.lock()
    recording?.lock()
  }
}
