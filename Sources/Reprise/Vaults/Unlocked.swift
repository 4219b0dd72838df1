public import Values

/// Who has come through the gate, and what that opens.
@MainActor public struct Unlocked {
  public let account: Account
  /// What is kept of the user; nil if nothing is to be kept.
  public let vault: Vault?
  /// These know the password.
  public let connections: Connections
  /// The recording that is played; nil at a server.
  public let played: SealedRecording?
  private let leave: @MainActor () throws -> Void

  init(
    _ account: Account, _ vault: Vault?, _ connections: Connections,
    played: SealedRecording? = nil,
    leave: @escaping @MainActor () throws -> Void
  ) {
    self.account = account
    self.vault = vault
    self.connections = connections
    self.played = played
    self.leave = leave
  }

  /// Deletes everything that is kept of the user, and goes back to the gate. Throws `VaultProblem`, and then the application goes on.
  public func eraseAndLeave() throws { try leave() }
}
