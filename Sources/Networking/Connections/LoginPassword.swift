import Synchronization
import Values

/// The password of a connection's user: the one at hand, the sources that may know it, and what the server said of it.
///
/// However many questions wait for a password, a source is asked once. What a person gives meanwhile goes before what it finds.
final class LoginPassword: Sendable {
  private let server: ServerAddress
  private let user: String
  private let sources: [PasswordSource]
  private let state = Mutex(State())

  private struct State {
    var password: Secret?
    /// The source of the password at hand; nil if a person gave it.
    var source: PasswordSource?
    /// True if the server refused the last password: then none is sent again before somebody has given another, lest the account be locked.
    var isRefused = false
    /// The server's refusal of the last password, with its words; nil if the user logged out.
    var refusal: HTTPError?
    /// The passwords that the server refused: a source that gives one of them again knows no better.
    var refused: [Secret] = []
    /// The reason why a source failed to give a password: by itself it isn't asked again, lest a window open every half minute, or a card
    /// be locked.
    var failure: PasswordError?
    /// True if a person wants the sources to be asked once more.
    var mayRepeat = false
    /// True if no source knew the password: then a person has to be asked, and not all sources again.
    var isUnknown = false
    /// True if the user gave up waiting for a source: a person is asked then, and the source again
    /// where they want that.
    var isGivenUp = false
    /// True if the question for the password was on the screen since the last one was given.
    var isAsked = false
    /// True if the server took the password once, so that a refusal may be about a session that has ended.
    var wasAccepted = false
    var lookup: Lookup?
    var lookups = 0

    var mayAsk: Bool { !isRefused && !isUnknown && failure == nil }

    mutating func use(_ password: Secret, from source: PasswordSource?) {
      (self.password, self.source) = (password, source)
      (isRefused, refusal, isUnknown, failure, lookup) = (false, nil, false, nil, nil)
      (isGivenUp, isAsked) = (false, false)
    }

    /// Forgets the password. Nothing is looked for until somebody gives one.
    mutating func forget() {
      (password, source, isRefused, refusal) = (nil, nil, true, nil)
      (isUnknown, wasAccepted, failure, lookup) = (false, false, nil, nil)
      mayRepeat = false
    }
  }

  /// A search for the password that is under way, and the number of questions that wait for it.
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

  /// The problem where a person has to be asked: for a password, or for another than the one that the server refused.
  var needed: HTTPError { state.withLock { needed($0) } }

  private func needed(_ state: State) -> HTTPError {
    state.refusal ?? .passwordNeeded(server: server.name, user: user)
  }

  /// The password at hand.
  var atHand: Secret? { state.withLock(\.password) }

  /// True if the server took the password at hand.
  var wasAccepted: Bool { state.withLock(\.wasAccepted) }

  /// True if there may be a password without anybody giving one.
  var isKnowable: Bool {
    state.withLock { $0.password != nil || (!sources.isEmpty && $0.mayAsk) }
  }

  /// True if a person is to be asked for the password as soon as it is needed: there is none, and
  /// the question wasn't on the screen yet.
  var isToBeAsked: Bool { state.withLock { $0.password == nil && !$0.isAsked } }

  /// True if the user gave up waiting for a source, and has given no password since.
  var isGivenUp: Bool { state.withLock(\.isGivenUp) }

  /// Notes that the question for the password is on the screen.
  func noteAsked() { state.withLock { $0.isAsked = true } }

  /// The number of questions that wait for the password to be found; for tests.
  var waitingCount: Int { state.withLock { $0.lookup?.waiting ?? 0 } }

  /// Uses a password from now on. If the server refuses it, `source` is told.
  func use(_ password: Secret, from source: PasswordSource? = nil) {
    state.withLock { $0.use(password, from: source) }
  }

  /// Has the next question look for a password once more after a refusal or a failure. One that was refused isn't used again.
  func askSourcesAgain() {
    state.withLock { $0.mayRepeat = $0.isRefused || $0.failure != nil || $0.isGivenUp }
  }

  /// Forgets the password at hand. No other is looked for.
  func forget() { state.withLock { $0.forget() } }

  /// Notes that the server knows the user. `password` is the one that was sent: servers answer those, too, who aren't logged in.
  func accept(_ password: Secret?) {
    state.withLock { state in
      state.wasAccepted = true
      if let password { state.refused.removeAll { $0.areContentsEqual(as: password) } }
    }
  }

  /// Notes that the server has refused a password, with the server's words. It changes nothing if there is another by now.
  ///
  /// Where none was sent, the server has refused none.
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

  /// Returns the password at hand, or looks for it. Throws `needed` if a person has to be asked, or the problem of a source.
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
    guard isRepeated || state.mayAsk else { throw needed(state) }
    state.lookups += 1
    let number = state.lookups
    let lookup = Lookup(
      number: number, task: Task { try await self.found(number, isRepeated: isRepeated) })
    state.lookup = lookup
    return .lookup(lookup)
  }

  /// A question was cancelled. With the last one, the lookup is: nobody wants its window any more.
  private func leave(_ lookup: Lookup) {
    let isLast = state.withLock { state in
      guard state.lookup?.number == lookup.number else { return false }
      state.lookup?.waiting -= 1
      guard state.lookup?.waiting == 0 else { return false }
      state.lookup = nil
      return true
    }
    // A source may look at the connection when it is cancelled.
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
        // A person has given one meanwhile, or has logged out.
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

  /// The password that a source gives now. Throws `HTTPError.unauthorized` for one that the server has refused.
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
        // A person is asked then, who can do without it.
      }
    }
    return nil
  }
}

extension Secret {
  /// Tells whether another secret has the same bytes.
  func areContentsEqual(as other: Secret) -> Bool {
    withBytes { bytes in other.withBytes { bytes.elementsEqual($0) } }
  }
}
