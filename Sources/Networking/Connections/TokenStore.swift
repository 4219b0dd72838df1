public import Core
import Synchronization

/// Storage for a session's token, so that the next start needs no login.
public struct TokenStore: Sendable {
  /// Returns the stored token; `nil` if there is none.
  public let read: @Sendable () throws -> Secret?
  /// Stores a token, replacing the previous one; `nil` deletes it.
  public let keep: @Sendable (Secret?) throws -> Void
  /// Whether the next process can read the token.
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

  /// Creates a store in memory, whose token is lost when the process exits.
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
