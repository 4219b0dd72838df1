import Core
import Synchronization

/// The password of a connection's user: the known one, the sources that may supply it, and what the
/// server said about it.
///
/// Concurrent requests share one lookup. A password that the user enters during a lookup takes
/// precedence over its result.
final class LoginPassword: Sendable {
  private let server: ServerAddress
  private let user: String
  private let sources: [PasswordSource]
  private let state = Mutex(State())

  private struct State {
    var password: Secret?
    /// The source that supplied the password; `nil` if the user entered it.
    var source: PasswordSource?
    /// True after the server rejected the last password. To avoid locking the account, none is sent
    /// until a new one is passed to `use`.
    var isRefused = false
    /// The server's rejection of the last password, with its text; `nil` if the user logged out.
    var refusal: HTTPError?
    /// The passwords that the server rejected. They aren't used if a source returns them again.
    var refused: [Secret] = []
    /// The error of the last source. Automatic loads don't query it again, so that no window opens
    /// every 30 s and no smart card gets locked.
    var failure: PasswordError?
    /// True if the user wants the sources to be queried again.
    var mayRepeat = false
    /// True if no source had the password: then the user is prompted, without querying all sources
    /// again.
    var isUnknown = false
    /// True if the user cancelled waiting for a source. The user is prompted instead, and the
    /// source is queried again only on request.
    var isGivenUp = false
    /// True if the prompt was shown since the last password was given.
    var wasPrompted = false
    /// True if the server accepted the password once, so that a rejection may mean an expired
    /// session.
    var wasAccepted = false
    var lookup: Lookup?
    var lookups = 0

    var mayQuerySources: Bool { !isRefused && !isUnknown && failure == nil }

    mutating func use(_ password: Secret, from source: PasswordSource?) {
      (self.password, self.source) = (password, source)
      (isRefused, refusal, isUnknown, failure, lookup) = (false, nil, false, nil, nil)
      (isGivenUp, wasPrompted) = (false, false)
    }

    /// Forgets the password. No lookup starts until a new one is passed to `use`.
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

  /// The error to throw if the user has to enter a password, or another one than the server
  /// rejected.
  var needed: HTTPError { state.withLock { needed($0) } }

  private func needed(_ state: State) -> HTTPError {
    state.refusal ?? .passwordNeeded(server: server.name, user: user)
  }

  var atHand: Secret? { state.withLock(\.password) }

  var wasAccepted: Bool { state.withLock(\.wasAccepted) }

  /// Whether a password is known, or a source may supply it.
  var isKnowable: Bool {
    state.withLock { $0.password != nil || (!sources.isEmpty && $0.mayQuerySources) }
  }

  /// Whether to prompt as soon as a password is needed: none is known, and the prompt wasn't shown
  /// yet.
  var shouldPrompt: Bool { state.withLock { $0.password == nil && !$0.wasPrompted } }

  var isGivenUp: Bool { state.withLock(\.isGivenUp) }

  func notePrompted() { state.withLock { $0.wasPrompted = true } }

  /// The number of requests that wait for a lookup. For tests.
  var waitingCount: Int { state.withLock { $0.lookup?.waiting ?? 0 } }

  func use(_ password: Secret, from source: PasswordSource? = nil) {
    state.withLock { $0.use(password, from: source) }
  }

  /// Makes the next request query the sources again after a rejection or failure. A rejected
  /// password isn't used again.
  func querySourcesAgain() {
    state.withLock { $0.mayRepeat = $0.isRefused || $0.failure != nil || $0.isGivenUp }
  }

  func forget() { state.withLock { $0.forget() } }

  /// Records that the server accepted the user. `password` is the one that was sent, if any:
  /// servers answer anonymous requests, too.
  func accept(_ password: Secret?) {
    state.withLock { state in
      state.wasAccepted = true
      if let password { state.refused.removeAll { $0.areContentsEqual(as: password) } }
    }
  }

  /// Records that the server rejected a password, with the server's text. Does nothing if none was
  /// sent, or if another password has replaced it since.
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

  /// Returns the known password, or looks it up. Throws `needed` if the user has to enter it, or
  /// the error of a source.
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

  /// Handles the cancellation of a request. When the last one is cancelled, so is the lookup, and
  /// its window closes.
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

  /// Queries the repeatable sources. Throws `HTTPError.unauthorized` if the password is one that
  /// the server rejected.
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
