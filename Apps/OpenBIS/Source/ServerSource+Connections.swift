import Reprise

extension ServerSource {
  /// Creates the source of a user at a server. The connections must use
  /// `OpenBISSession.configuration`.
  ///
  ///     ServerSource(unlocked.account, unlocked.connections, vault: unlocked.vault)
  ///
  /// - Parameters:
  ///   - account: The user and the server.
  ///   - connections: The connections of the run.
  ///   - vault: The vault that stores entities, images and the session's token; `nil` to store them
  ///     in memory for this run.
  @MainActor convenience init(_ account: Account, _ connections: Connections, vault: Vault?) {
    let connection = connections.connection(account)
    self.init(
      OpenBISSession(connection, keeping: vault?.tokens ?? .inMemory()),
      EntityStore(vault.map { .vault($0) } ?? .inMemory(), now: { connection.timestamp })
    ) { server, hasUser in
      await connections.connection(
        Account(server: server.text, user: hasUser ? account.user : ""))
    }
  }
}
