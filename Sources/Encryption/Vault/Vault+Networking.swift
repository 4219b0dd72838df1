import Core
public import Networking

extension Vault {
  package var responseCache: ResponseCache {
    ResponseCache(
      directory: "\(directory.path)/answers", of: account, sealing: sealing(of: "answers"),
      name: { self.name(of: $0.text) },
      makingDirectory: { try self.makeDirectory("answers") })
  }
}

extension Vault {
  static let tokenName = "token"

  /// A store that keeps the token of a `TokenSession` encrypted in this vault.
  public var tokens: TokenStore {
    TokenStore(
      read: {
        try self.read(Self.tokenName, in: Self.tokenName, limit: 1 << 16).map { Secret(bytes: $0) }
      },
      write: { token in
        guard let token else { return try self.remove(Self.tokenName, in: Self.tokenName) }
        try self.write(
          token.withBytes { Array($0) }, to: Self.tokenName, in: Self.tokenName)
      })
  }
}

extension Vault {
  /// Executes `body` while holding a lock on one of the vault's directories, for example to change
  /// a file without losing another process's change.
  ///
  /// While another caller of this method holds the lock, it waits about two seconds at most. Other
  /// accesses aren't prevented. Calls must not be nested. Throws `VaultError`,
  /// `SealingError.locked` if the vault is locked, and the errors of `body`.
  public func whileLocked<Value>(_ directory: String, _ body: () throws -> Value) throws -> Value {
    try requireExists()
    // Throws if the vault is locked, before any directory is created.
    _ = try sealer.name(of: [])
    return try VaultError.ofVault {
      try makeDirectory(directory)
      return try PrivateDirectory("\(self.directory.path)/\(directory)").whileLocked(body)
    }
  }
}
