import Accounts
import Foundation
import Reprise
import Synchronization

/// The users and sessions of a simulated server. Checks cookies, passwords and lockouts before
/// `OpenMRSServer` handles a request.
///
///     let sessions = ServerSessions(server, users: [nurse])
///     sessions.reply(to: request).headers.value("Set-Cookie")
///
/// A cookie takes precedence over a password [030]; an unknown cookie is refused whatever else the
/// request has [021, 024]. A request with a wrong password is treated as unauthenticated, which is
/// no error [003]; so is one with the right password during a lockout [012].
final class ServerSessions: Sendable {
  private struct State {
    var number = 0
    /// User names by cookie; `nil` for an unauthenticated session.
    var sessions: [String: String?] = [:]
    var failures: [String: Int] = [:]
  }

  let server: OpenMRSServer
  private let users: [String: ServerUser]
  private let state = Mutex(State())
  /// The number of wrong passwords a user may send without being locked out.
  private static let allowedFailures = 7

  init(_ server: OpenMRSServer, users: [ServerUser]) {
    self.server = server
    self.users = Dictionary(uniqueKeysWithValues: users.map { ($0.name, $0) })
  }

  var count: Int { state.withLock { $0.sessions.count } }

  /// Ends all sessions, as a restart of the server does.
  func expire() { state.withLock { $0.sessions = [:] } }

  /// Ends all lockouts, as if their time had passed.
  func unlock() { state.withLock { $0.failures = [:] } }

  func reply(to request: ServerRequest) -> ServerReply {
    let cookie = request.cookie("JSESSIONID")
    var started: [HTTPHeader] = []
    var user: ServerUser?
    if let cookie {
      let session = state.withLock { $0.sessions[cookie] }
      guard let session else { return timedOut }
      user = session.flatMap { users[$0] }
    }
    if user == nil {
      switch Authorization(request.headers.value("Authorization")) {
      case .unreadable: return .page(400, "HTTP Status 400 – Bad Request", isClosing: true)
      case .nobody: break
      case .somebody(let name, let password): user = logIn(name, password)
      }
    }
    if cookie == nil { started = [start(user)] }
    var reply = server.reply(to: request, for: user)
    if request.method == "DELETE", request.path == ["session"] {
      if let cookie { state.withLock { $0.sessions[cookie] = nil } }
      reply.headers = [
        HTTPHeader("Set-Cookie", "JSESSIONID=; Max-Age=0; Path=/openmrs; HttpOnly")
      ]
      return reply
    }
    reply.headers = started + reply.headers
    return reply
  }

  /// The servlet container's page. The cookie that it sets is valid [021].
  private var timedOut: ServerReply {
    var reply = ServerReply.page(
      server.profile.answersStaleCookiesWith401 ? 401 : 403, "Session timed out")
    reply.headers.insert(start(nil), at: 0)
    return reply
  }

  private func start(_ user: ServerUser?) -> HTTPHeader {
    let cookie = state.withLock { state in
      state.number += 1
      let cookie = "STRICT\(state.number)"
      state.sessions[cookie] = .some(user?.name)
      return cookie
    }
    return HTTPHeader("Set-Cookie", "JSESSIONID=\(cookie); Path=/openmrs; HttpOnly")
  }

  private func logIn(_ name: String, _ password: String) -> ServerUser? {
    state.withLock { state in
      let isLockedOut = state.failures[name, default: 0] > Self.allowedFailures
      guard !isLockedOut, let user = users[name], user.password == password else {
        state.failures[name, default: 0] += 1
        return nil
      }
      state.failures[name] = nil
      return user
    }
  }
}

private enum Authorization {
  case nobody
  case somebody(String, String)
  /// A malformed header, which the servlet container refuses [007, 008].
  case unreadable

  init(_ header: String?) {
    guard let header, header.hasPrefix("Basic ") else {
      self = .nobody
      return
    }
    guard let data = Data(base64Encoded: String(header.dropFirst("Basic ".count))),
      let text = String(data: data, encoding: .utf8)
    else {
      self = .unreadable
      return
    }
    // Servers split at every colon, and ignore the text after a second one [005].
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count > 1 else {
      self = .unreadable
      return
    }
    self = .somebody(String(parts[0]), String(parts[1]))
  }
}

extension ServerRequest {
  fileprivate func cookie(_ name: String) -> String? {
    for pair in (headers.value("Cookie") ?? "").split(separator: ";") {
      let halves = pair.split(separator: "=", maxSplits: 1)
      if halves.count == 2, halves[0].trimmingCharacters(in: .whitespaces) == name {
        return String(halves[1])
      }
    }
    return nil
  }
}
