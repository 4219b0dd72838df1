import Synchronization
public import Values

/// A place where a session's token is kept, so that the next start needs no login.
public struct TokenStore: Sendable {
  /// Returns the token; nil if none is kept.
  public let read: @Sendable () throws -> Secret?
  /// Keeps a token in place of the one before; nil for none.
  public let keep: @Sendable (Secret?) throws -> Void
  /// True if the next process finds the token.
  let isKept: Bool

  /// Creates a store.
  ///
  ///     TokenStore(read: { try vault.token() }, keep: { try vault.keep($0) })
  public init(
    read: @escaping @Sendable () throws -> Secret?,
    keep: @escaping @Sendable (Secret?) throws -> Void
  ) {
    self.init(read: read, keep: keep, isKept: true)
  }

  private init(
    read: @escaping @Sendable () throws -> Secret?,
    keep: @escaping @Sendable (Secret?) throws -> Void, isKept: Bool
  ) {
    self.read = read
    self.keep = keep
    self.isKept = isKept
  }

  /// Creates a store in memory: its token is gone with the process.
  public static func inMemory() -> TokenStore {
    let token = TokenInMemory()
    return TokenStore(
      read: { token.state.withLock { $0 } }, keep: { new in token.state.withLock { $0 = new } },
      isKept: false)
  }
}

private final class TokenInMemory: Sendable {
  let state = Mutex<Secret?>(nil)
}
