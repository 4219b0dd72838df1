import Accounts
import Foundation
import Reprise
import Synchronization

/// A transport to a strict server in this process, and to no other: it notes where each request
/// would have gone.
final class StrictTransport: HTTPTransport {
  private struct State {
    var hosts: [String] = []
    var isAway = false
    /// The words of which one is in a request that is held back.
    var heldBack: [String] = []
    /// The number of requests that are held back now.
    var heldCount = 0
    var others: [String: StrictServer.Reply] = [:]
    var hadCredentials = false
    var targets: [String] = []
  }

  let server: StrictServer
  private let state = Mutex(State())

  init(_ server: StrictServer) { self.server = server }

  /// The hosts that were asked so far.
  var hosts: [String] { state.withLock(\.hosts) }
  /// The paths and queries that were asked for so far.
  var targets: [String] { state.withLock(\.targets) }
  /// True if a request had a user and a password in its head: openBIS wants neither.
  var hadCredentials: Bool { state.withLock(\.hadCredentials) }

  /// Has no request reach anything from now on, or again.
  func setAway(_ isAway: Bool) { state.withLock { $0.isAway = isAway } }

  /// Holds back the answers to requests whose body has a text in it, until they are released.
  func holdBack(_ text: String) { state.withLock { $0.heldBack.append(text) } }

  /// Releases the answers that are held back, and holds none back any more.
  func release() { state.withLock { $0.heldBack = [] } }

  /// The number of requests whose answers are held back now.
  var heldCount: Int { state.withLock(\.heldCount) }

  private nonisolated(nonsending) func waitWhileHeldBack(_ body: [UInt8]) async throws {
    let text = String(decoding: body, as: UTF8.self)
    func isHeldBack() -> Bool {
      state.withLock { state in state.heldBack.contains { text.contains($0) } }
    }
    guard isHeldBack() else { return }
    state.withLock { $0.heldCount += 1 }
    defer { state.withLock { $0.heldCount -= 1 } }
    while isHeldBack() {
      do {
        try await Task.sleep(for: .milliseconds(1))
      } catch {
        throw HTTPError.cancelled
      }
    }
  }

  /// Sets the answer of another host, which isn't openBIS.
  func answer(_ host: String, _ reply: StrictServer.Reply) {
    state.withLock { $0.others[host] = reply }
  }

  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let host = request.url.host() ?? ""
    let target =
      request.url.path(percentEncoded: true)
      + (request.url.query(percentEncoded: true).map { "?" + $0 } ?? "")
    let other = try state.withLock { state in
      state.hosts.append(host)
      state.targets.append(target)
      if request.credentials != nil { state.hadCredentials = true }
      if state.isAway { throw HTTPError.refused(host: host) }
      return state.others[host]
    }
    let body = request.body.map { $0.content.withBytes { Array($0) } } ?? []
    try await waitWhileHeldBack(body)
    let reply =
      other
      ?? server.reply(
        to: StrictServer.Request(
          method: request.method.rawValue, target: target, headers: request.headers,
          body: body))
    return HTTPResponse(
      status: reply.status, headers: reply.headers, body: reply.body, url: request.url)
  }

  nonisolated(nonsending) func forgetCookies() async {}
}
