import Foundation
import Networking
import RepriseTesting
import Synchronization
import Values

/// A transport that answers what it was told to, one answer after the other, the last one for ever, and remembers what it was asked.
final class ScriptedTransport: HTTPTransport {
  private struct State {
    var statuses: [Int]
    var requests: [(path: String, password: String?)] = []
    var forgottenCookies = 0
    var checkCount = 0
  }

  private let state: Mutex<State>
  let body: [UInt8]
  /// Of what isn't 200.
  private let type: String
  /// What speaks against sending anything.
  private let distrust: HTTPProblem?
  /// Called for each request before it is answered.
  private let isAsked: @Sendable (Int) async -> Void

  init(
    _ statuses: Int..., body: String = "[]", type: String = "application/json",
    distrust: HTTPProblem? = nil,
    isAsked: @escaping @Sendable (Int) async -> Void = { _ in }
  ) {
    state = Mutex(State(statuses: statuses))
    self.body = Array(body.utf8)
    self.type = type
    self.distrust = distrust
    self.isAsked = isAsked
  }

  var passwords: [String?] { state.withLock { $0.requests.map(\.password) } }
  var forgottenCookies: Int { state.withLock { $0.forgottenCookies } }

  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let password = request.credentials?.password.withBytes { String(decoding: $0, as: UTF8.self) }
    let (number, status) = state.withLock { state in
      state.requests.append((request.url.path, password))
      let status = state.statuses.count > 1 ? state.statuses.removeFirst() : state.statuses[0]
      return (state.requests.count, status)
    }
    await isAsked(number)
    return HTTPResponse(
      status: status, headers: status == 200 ? [] : [HTTPHeader("Content-Type", type)],
      body: status == 200 ? body : [], url: request.url)
  }

  var checkCount: Int { state.withLock { $0.checkCount } }

  nonisolated(nonsending) func check(_ url: URL) async throws {
    state.withLock { $0.checkCount += 1 }
    if let distrust { throw distrust }
  }

  nonisolated(nonsending) func forgetCookies() async {
    state.withLock { $0.forgottenCookies += 1 }
  }
}
