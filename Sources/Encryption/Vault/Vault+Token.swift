import Core
public import Networking

extension Vault {
  static let tokenName = "token"

  /// A store that keeps the session token encrypted in this vault.
  public var tokens: TokenStore {
    TokenStore(
      read: {
        try self.read(Self.tokenName, in: Self.tokenName, limit: 1 << 16).map { Secret(bytes: $0) }
      },
      keep: { token in
        guard let token else { return try self.remove(Self.tokenName, in: Self.tokenName) }
        try self.write(
          token.withBytes { Array($0) }, to: Self.tokenName, in: Self.tokenName)
      })
  }
}
