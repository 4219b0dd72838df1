import Core
import Synchronization

/// The password of a connection's user, its sources, and the server's verdict on it. Concurrent
/// requests share one lookup. A password that the user enters meanwhile takes precedence.
final class LoginPassword: Sendable {
  private let server: ServerAddress
  private let user: String
  private let sources: [PasswordSource]
  private let state = Mutex(State())

  private struct State {
    var password: Secret?
    /// `nil` if the user entered it.
    var source: PasswordSource?
    /// To avoid locking the account, no password is sent until a new one is passed to `use`.
    var isRefused = false
    /// `nil` if the user logged out.
    var refusal: HTTPError?
    /// They aren't used if a source returns them again.
    var refused: [Secret] = []
    /// Automatic loads don't query a failed source again, so that no window opens every 30 s and no
    /// smart card gets locked.
    var failure: PasswordError?
    var mayRepeat = false
    /// No source had the password: the user is prompted, without querying all sources again.
    var isUnknown = false
    /// The user cancelled waiting for a source, which is queried again only on request.
    var isGivenUp = false
    var wasPrompted = false
    /// After that, a rejection may mean an expired session.
    var wasAccepted = false
    var lookup: Lookup?
    var lookups = 0

    var mayQuerySources: Bool { !isRefused && !isUnknown && failure == nil }

    mutating func use(_ password: Secret, from source: PasswordSource?) {
      (self.password, self.source) = (password, source)
      (isRefused, refusal, isUnknown, failure, lookup) = (false, nil, false, nil, nil)
      (isGivenUp, wasPrompted) = (false, false)
    }

    /// No lookup starts until a new password is passed to `use`.
    mutating func forget() {
      (password, source, isRefused, refusal) = (nil, nil, true, nil)
      (isUnknown, wasAccepted, failure, lookup) = (false, false, nil, nil)
      mayRepeat = false
    }
  }

  /// A running lookup, and the number of requests waiting for it.
  private struct Lookup {
    let number: Int
    let task: Task<Secret, any Error>
    var waiting = 1
  }

  init(of user: String, at server: ServerAddress, sources: [PasswordSource]) {
    self.server = server
    self.user = user
    self.sources = sources
  }

  /// Thrown if the user has to enter a password, or another one than the server rejected.
  var needed: HTTPError { state.withLock { needed($0) } }

  private func needed(_ state: State) -> HTTPError {
    state.refusal ?? .passwordNeeded(server: server.name, user: user)
  }

  var atHand: Secret? { state.withLock(\.password) }

  var wasAccepted: Bool { state.withLock(\.wasAccepted) }

  var isKnowable: Bool {
    state.withLock { $0.password != nil || (!sources.isEmpty && $0.mayQuerySources) }
  }

  var shouldPrompt: Bool { state.withLock { $0.password == nil && !$0.wasPrompted } }

  var isGivenUp: Bool { state.withLock(\.isGivenUp) }

  func notePrompted() { state.withLock { $0.wasPrompted = true } }

  /// For tests.
  var waitingCount: Int { state.withLock { $0.lookup?.waiting ?? 0 } }

  func use(_ password: Secret, from source: PasswordSource? = nil) {
    state.withLock { $0.use(password, from: source) }
  }

  /// A rejected password isn't used again.
  func querySourcesAgain() {
    state.withLock { $0.mayRepeat = $0.isRefused || $0.failure != nil || $0.isGivenUp }
  }

  func forget() { state.withLock { $0.forget() } }

  /// `password` is the one that was sent, if any: servers answer anonymous requests, too.
  func accept(_ password: Secret?) {
    state.withLock { state in
      state.wasAccepted = true
      if let password { state.refused.removeAll { $0.areContentsEqual(as: password) } }
    }
  }

  /// Does nothing if none was sent, or if another password has replaced it since.
  nonisolated(nonsending) func refuse(
    _ password: Secret?, line: String? = nil, hasStatus: Bool = true
  ) async {
    guard let password else { return }
    let source = state.withLock { state -> PasswordSource? in
      guard state.password === password else { return nil }
      defer {
        state.forget()
        state.refusal = .unauthorized(server.origin, line: line, hasStatus: hasStatus)
      }
      state.refused.append(password)
      return state.source
    }
    await source?.forget(password)
  }

  /// Throws `needed` if the user has to enter the password, or the error of a source.
  nonisolated(nonsending) func known() async throws -> Secret {
    switch try state.withLock({ try begin(&$0) }) {
    case .atHand(let password): return password
    case .lookup(let lookup):
      return try await withTaskCancellationHandler {
        try await lookup.task.value
      } onCancel: {
        leave(lookup)
      }
    }
  }

  private enum Beginning {
    case atHand(Secret)
    case lookup(Lookup)
  }

  private func begin(_ state: inout State) throws -> Beginning {
    if let password = state.password { return .atHand(password) }
    if let lookup = state.lookup {
      state.mayRepeat = false
      state.lookup?.waiting += 1
      return .lookup(lookup)
    }
    let isRepeated = state.mayRepeat
    state.mayRepeat = false
    if let failure = state.failure, !isRepeated { throw failure }
    guard isRepeated || state.mayQuerySources else { throw needed(state) }
    state.lookups += 1
    let number = state.lookups
    let lookup = Lookup(
      number: number, task: Task { try await self.found(number, isRepeated: isRepeated) })
    state.lookup = lookup
    return .lookup(lookup)
  }

  /// When the last request is cancelled, so is the lookup, and its window closes.
  private func leave(_ lookup: Lookup) {
    let isLast = state.withLock { state in
      guard state.lookup?.number == lookup.number else { return false }
      state.lookup?.waiting -= 1
      guard state.lookup?.waiting == 0 else { return false }
      state.lookup = nil
      return true
    }
    // Outside the lock: a source's cancellation handler may use the connection.
    if isLast { lookup.task.cancel() }
  }

  private func found(_ number: Int, isRepeated: Bool) async throws -> Secret {
    let found: Result<(Secret, PasswordSource)?, any Error>
    do {
      found = .success(isRepeated ? try await repeated() : try await first())
    } catch {
      found = .failure(error)
    }
    return try state.withLock { state in
      guard state.lookup?.number == number else {
        // The user entered a password during the lookup, or logged out.
        if let password = state.password { return password }
        _ = try found.get()
        throw needed(state)
      }
      state.lookup = nil
      if case .failure(PasswordError.givenUp) = found {
        (state.isGivenUp, state.isUnknown) = (true, true)
        throw needed(state)
      }
      if !isRepeated, case .failure(let problem as PasswordError) = found {
        state.failure = problem
      }
      guard let (password, source) = try found.get() else {
        if !isRepeated { state.isUnknown = true }
        throw needed(state)
      }
      state.use(password, from: source)
      return password
    }
  }

  private func first() async throws -> (Secret, PasswordSource)? {
    for source in sources {
      if let password = try await source.password() { return (password, source) }
    }
    return nil
  }

  /// Throws `HTTPError.unauthorized` if the server has rejected the password already.
  private func repeated() async throws -> (Secret, PasswordSource)? {
    for source in sources where source.isRepeatable {
      do {
        guard let password = try await source.password() else { continue }
        let refusal = state.withLock { state in
          state.refused.contains { $0.areContentsEqual(as: password) }
            ? state.refusal ?? .unauthorized(server.origin) : nil
        }
        if let refusal { throw refusal }
        return (password, source)
      } catch let problem as PasswordError {
        if case .givenUp = problem { throw problem }
        // The user is prompted instead.
      }
    }
    return nil
  }
}

extension Secret {
  func areContentsEqual(as other: Secret) -> Bool {
    withBytes { bytes in other.withBytes { bytes.elementsEqual($0) } }
  }
}
