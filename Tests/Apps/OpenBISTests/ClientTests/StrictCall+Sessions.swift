import Reprise

extension StrictCall {
  /// session/login-query-*, login-v3-*: null for a wrong password and an unknown user; blanks are
  /// refused.
  mutating func logIn(_ name: String?, _ password: String?) throws(StrictFailure) -> JSON {
    guard let name, !Self.isBlank(name) else { throw .user("No 'user' specified.") }
    guard let password, !Self.isBlank(password) else { throw .user("No 'password' specified.") }
    // The e-mail address logs in too (openbis-live.md, Sessions).
    let user = state.instance.users.first { $0.name == name || $0.email == name }
    guard let user, user.password == password else { return .null }
    guard user.hasRole else {
      throw .user(
        "User '\(user.name)' has no role assignments and thus is not permitted to login.")
    }
    state.counter += 1
    let hexadecimal = String(state.counter, radix: 16, uppercase: true)
    let padding = String(repeating: "0", count: 32 - hexadecimal.count)
    let token = "\(user.name)-261122021259\(100 + state.counter % 900)x\(padding)\(hexadecimal)"
    // session/sixth-login-*: the one that was not used for longest ends in silence.
    let own = state.sessions.filter { $0.user == user.name }.sorted { $0.turn < $1.turn }
    if own.count >= 5, let first = own.first {
      state.sessions.removeAll { $0.token == first.token }
    }
    state.sessions.append(
      StrictSession(token: token, user: user.name, usedAt: state.now, turn: state.counter))
    return .string(token)
  }

  /// session/token-blank-logout, token-null-logout, logout-nonsense
  mutating func logOut(_ token: String?) throws(StrictFailure) {
    guard let token else { throw StrictFailure("java.lang.NullPointerException", nil) }
    if Self.isBlank(token) { throw .user("No 'sessionToken' specified.") }
    state.sessions.removeAll { $0.token == token }
  }

  /// session/token-*-active; pat/general-active: only V3 knows personal access tokens.
  mutating func isActive(_ token: String?, takesPAT: Bool) throws(StrictFailure) -> Bool {
    guard let token, !Self.isBlank(token) else { throw .user("Hash cannot be empty.") }
    if let pat = state.instance.tokens[token] {
      return takesPAT && (pat.validFrom...pat.validTo).contains(state.now)
    }
    guard let place = state.sessions.firstIndex(where: { $0.token == token }) else { return false }
    if state.now - state.sessions[place].usedAt > state.timeout { return false }
    use(place)
    return true
  }

  private mutating func use(_ place: Int) {
    state.counter += 1
    state.sessions[place].usedAt = state.now
    state.sessions[place].turn = state.counter
  }

  /// Returns the user of a session. session/expired-list: once "no longer available", then "not
  /// logged in".
  mutating func user(_ token: JSON, takesPAT: Bool) throws(StrictFailure) -> StrictInstance.User {
    guard let token = try Self.text(token), !Self.isBlank(token) else {
      throw .user("Hash cannot be empty.")
    }
    let notLoggedIn = StrictFailure.session(
      "Session token '\(token)' is invalid: user is not logged in.")
    if let pat = state.instance.tokens[token] {
      // pat/query-list
      guard takesPAT else { throw notLoggedIn }
      // pat/not-yet-spaces, expired-spaces
      if state.now < pat.validFrom { throw .session("Personal access token is not yet valid.") }
      if state.now > pat.validTo { throw .session("Personal access token is no longer valid.") }
      guard let user = state.instance.users.first(where: { $0.name == pat.user }) else {
        throw notLoggedIn
      }
      return user
    }
    guard let place = state.sessions.firstIndex(where: { $0.token == token }) else {
      throw notLoggedIn
    }
    if state.now - state.sessions[place].usedAt > state.timeout {
      state.sessions.remove(at: place)
      throw .session("Session no longer available. Please login again.")
    }
    use(place)
    let name = state.sessions[place].user
    guard let user = state.instance.users.first(where: { $0.name == name }) else {
      throw notLoggedIn
    }
    return user
  }

  static func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }
}
