import Synchronization
public import Values

/// A session at a server that gives a token for a password, and wants the token with every question.
///
/// The token is kept and used by the next start, after the server was asked once whether the session still lives: servers allow a user few
/// sessions, and end the oldest without a word. If a question is answered with the end of the session, there is one new login, and the
/// question is asked once more. However many questions wait, one login is under way.
///
/// ```swift
/// let answer = try await session.withToken { token in try await server.ask("listServices", token) }
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

  /// Creates a session; nothing is sent yet.
  ///
  ///     TokenSession(
  ///       store, isAlive: { try await server.isActive($0) }, logIn: { try await server.logIn() },
  ///       logOut: { try await server.logOut($0) }, hasEnded: { $0 as? ServerProblem == .notLoggedIn })
  ///
  /// - Parameters:
  ///   - store: The place where the token is kept.
  ///   - isAlive: Asks the server whether a token's session lives.
  ///   - logIn: Logs in, and returns the token.
  ///   - logOut: Gives a token back.
  ///   - hasEnded: Tells whether an error says that the session has ended.
  ///   - openLogins: The place where the login is noted if the next process can't use it; nil to leave it to the caller.
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

  /// Asks a question with the token. If its session has ended, the question is asked once more after a new login.
  public nonisolated(nonsending) func withToken<ScreenResult: Sendable>(
    _ ask: nonisolated(nonsending) (Secret) async throws -> ScreenResult
  ) async throws -> ScreenResult {
    let token = try await token(after: nil)
    do {
      return try await ask(token)
    } catch {
      guard hasEnded(error) else { throw error }
      return try await ask(try await self.token(after: token))
    }
  }

  /// Ends the session at the server, and forgets the token. If the server doesn't end it, nothing has changed.
  public nonisolated(nonsending) func end() async throws {
    // A login that is under way would leave a session behind. Its failure is told to those who have asked.
    if let beginning = state.withLock(\.beginning) { _ = try? await beginning.value }
    while let token = try state.withLock(\.token) ?? store.read() {
      try await logOut(token)
      let isOver = state.withLock { state in
        // Another question may have logged in meanwhile.
        if state.token === token || state.token == nil { state.token = nil }
        return state.token == nil
      }
      if isOver {
        openLogins?.forget(self)
        return try store.keep(nil)
      }
    }
  }

  /// The token at hand, or a new one; never the one whose session has ended.
  private nonisolated(nonsending) func token(after ended: Secret?) async throws -> Secret {
    let beginning: Task<Secret, any Error>
    switch state.withLock({ state in begin(&state, after: ended) }) {
    case .known(let token): return token
    case .beginning(let task): beginning = task
    }
    // Not cancelled with its question: others may wait for the same login, and it is short.
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
      let kept = try await kept(otherThan: ended)
      let token = if let kept { kept } else { try await fresh() }
      state.withLock { ($0.token, $0.beginning) = (token, nil) }
      return token
    } catch {
      state.withLock { $0.beginning = nil }
      throw error
    }
  }

  /// The kept token, if its session lives. Another process may have logged in meanwhile, so it is read anew.
  private func kept(otherThan ended: Secret?) async throws -> Secret? {
    // A token that can't be read costs a login.
    guard let token = try? store.read(), ended.map({ !$0.areContentsEqual(as: token) }) ?? true
    else {
      return nil
    }
    return try await isAlive(token) ? token : nil
  }

  private func fresh() async throws -> Secret {
    // Noted before the server answers: who quits meanwhile has logged in all the same.
    openLogins?.note(self) { [self] in try? await end() }
    do {
      let token = try await logIn()
      // A token that can't be kept costs the next start a login.
      let isKept = (try? store.keep(token)) != nil && store.isKept
      if isKept { openLogins?.forget(self) }
      return token
    } catch {
      openLogins?.forget(self)
      throw error
    }
  }
}
