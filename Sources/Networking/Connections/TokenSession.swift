public import Core
import Synchronization

/// A session at a server that issues a token at login and requires it in every request.
///
/// The token is stored, so that the next start of the program can reuse the session. If a request
/// fails because the session has ended, the user is logged in again and the request is sent once
/// more. Concurrent requests share one login.
///
/// ```swift
/// let answer = try await session.withToken { token in
///   try await server.ask("listServices", token)
/// }
/// ```
public final class TokenSession: Sendable {
  private struct State {
    var token: Secret?
    var beginning: Task<Secret, any Error>?
  }

  private let store: TokenStore
  private let isAlive: @Sendable (Secret) async throws -> Bool
  private let logIn: @Sendable () async throws -> Secret
  private let logOut: @Sendable (Secret) async throws -> Void
  private let hasEnded: @Sendable (any Error) -> Bool
  private let openLogins: OpenLogins?
  private let state = Mutex(State())

  /// Creates a session. Nothing is sent until a token is needed.
  ///
  ///     TokenSession(
  ///       store, isAlive: { try await server.isActive($0) }, logIn: { try await server.logIn() },
  ///       logOut: { try await server.logOut($0) },
  ///       hasEnded: { $0 as? ServerError == .notLoggedIn })
  ///
  /// - Parameters:
  ///   - store: The storage for the token.
  ///   - isAlive: Asks the server whether a stored token is still valid.
  ///   - logIn: Logs in at the server, and returns the new token.
  ///   - logOut: Ends a token's session at the server.
  ///   - hasEnded: Returns whether an error means that the session has ended.
  ///   - openLogins: The registry that ends the login before the process exits if its token can't
  ///     be stored permanently; `nil` if the caller ends it.
  public init(
    _ store: TokenStore, isAlive: @escaping @Sendable (Secret) async throws -> Bool,
    logIn: @escaping @Sendable () async throws -> Secret,
    logOut: @escaping @Sendable (Secret) async throws -> Void,
    hasEnded: @escaping @Sendable (any Error) -> Bool, openLogins: OpenLogins? = nil
  ) {
    self.store = store
    self.isAlive = isAlive
    self.logIn = logIn
    self.logOut = logOut
    self.hasEnded = hasEnded
    self.openLogins = openLogins
  }

  /// Performs a request with a valid token, logging in first if necessary. If the session has
  /// ended, logs in again and performs the request once more.
  public nonisolated(nonsending) func withToken<Result: Sendable>(
    _ body: nonisolated(nonsending) (Secret) async throws -> Result
  ) async throws -> Result {
    let token = try await token(after: nil)
    do {
      return try await body(token)
    } catch {
      guard hasEnded(error) else { throw error }
      return try await body(try await self.token(after: token))
    }
  }

  /// Ends the session at the server, and deletes the stored token. If the server can't end the
  /// session, this throws, and the token is retained.
  public nonisolated(nonsending) func end() async throws {
    // A login in progress would leave a session behind. Its error goes to the requests that wait
    // for it.
    if let beginning = state.withLock(\.beginning) { _ = try? await beginning.value }
    while let token = try state.withLock(\.token) ?? store.read() {
      try await logOut(token)
      let isOver = state.withLock { state in
        // Another request may have logged in since.
        if state.token === token || state.token == nil { state.token = nil }
        return state.token == nil
      }
      if isOver {
        openLogins?.forget(self)
        return try store.write(nil)
      }
    }
  }

  private nonisolated(nonsending) func token(after ended: Secret?) async throws -> Secret {
    let beginning: Task<Secret, any Error>
    switch state.withLock({ state in begin(&state, after: ended) }) {
    case .known(let token): return token
    case .beginning(let task): beginning = task
    }
    // Not cancelled with its request: others may wait for the same login, and it is short.
    return try await beginning.value
  }

  private enum Beginning {
    case known(Secret)
    case beginning(Task<Secret, any Error>)
  }

  private func begin(_ state: inout State, after ended: Secret?) -> Beginning {
    if let token = state.token, token !== ended { return .known(token) }
    if let beginning = state.beginning { return .beginning(beginning) }
    state.token = nil
    let task = Task { try await self.begun(after: ended) }
    state.beginning = task
    return .beginning(task)
  }

  private func begun(after ended: Secret?) async throws -> Secret {
    do {
      let stored = try await storedToken(otherThan: ended)
      let token = if let stored { stored } else { try await fresh() }
      state.withLock { ($0.token, $0.beginning) = (token, nil) }
      return token
    } catch {
      state.withLock { $0.beginning = nil }
      throw error
    }
  }

  /// It is read again, because another process may have logged in.
  private func storedToken(otherThan ended: Secret?) async throws -> Secret? {
    // An unreadable token only costs a login.
    guard let token = try? store.read(), ended.map({ !$0.areContentsEqual(as: token) }) ?? true
    else {
      return nil
    }
    return try await isAlive(token) ? token : nil
  }

  private func fresh() async throws -> Secret {
    // Registered before the server responds: if the user quits during the login, the session may
    // exist already.
    openLogins?.note(self) { [self] in try? await end() }
    do {
      let token = try await logIn()
      // A token that can't be stored only costs the next start a login.
      let isStored = (try? store.write(token)) != nil && store.isPersistent
      if isStored { openLogins?.forget(self) }
      return token
    } catch {
      openLogins?.forget(self)
      throw error
    }
  }
}

/// Storage for the token of a ``TokenSession``, so that the next start of the program doesn't need
/// to log in.
public struct TokenStore: Sendable {
  /// Reads the stored token; returns `nil` if there is none.
  public let read: @Sendable () throws -> Secret?
  /// Stores a token, replacing the previous one. `nil` deletes the stored token.
  public let write: @Sendable (Secret?) throws -> Void
  let isPersistent: Bool

  /// Creates a store from two closures: `read` returns the stored token, and `write` replaces it,
  /// or deletes it if its argument is `nil`.
  ///
  ///     TokenStore(read: { try vault.token() }, write: { try vault.keep($0) })
  public init(
    read: @escaping @Sendable () throws -> Secret?,
    write: @escaping @Sendable (Secret?) throws -> Void
  ) {
    self.init(read: read, write: write, isPersistent: true)
  }

  private init(
    read: @escaping @Sendable () throws -> Secret?,
    write: @escaping @Sendable (Secret?) throws -> Void, isPersistent: Bool
  ) {
    self.read = read
    self.write = write
    self.isPersistent = isPersistent
  }

  /// Creates a store in memory. Its token is lost when the process exits, so the next start has to
  /// log in.
  public static func inMemory() -> TokenStore {
    let token = TokenInMemory()
    return TokenStore(
      read: { token.state.withLock { $0 } }, write: { new in token.state.withLock { $0 = new } },
      isPersistent: false)
  }
}

private final class TokenInMemory: Sendable {
  let state = Mutex<Secret?>(nil)
}
