import Foundation
import Networking
import Synchronization

/// A server that gives its answer a tag, and says 304 to whoever has it already, as Spring's filter
/// does before OpenMRS.
final class TaggingTransport: HTTPTransport {
  private let state: Mutex<(body: [UInt8], statuses: [Int])>

  init(_ body: String) { state = Mutex((Array(body.utf8), [])) }

  var statuses: [Int] { state.withLock { $0.statuses } }

  func change(to body: String) { state.withLock { $0.body = Array(body.utf8) } }

  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    state.withLock { state in
      let tag = "\"\(state.body.hashValue)\""
      let isKnown = request.headers.value("If-None-Match") == tag
      let status = isKnown ? 304 : state.body.isEmpty ? 204 : 200
      state.statuses.append(status)
      return HTTPResponse(
        status: status, headers: [HTTPHeader("ETag", tag)], body: isKnown ? [] : state.body,
        url: request.url)
    }
  }

  nonisolated(nonsending) func forgetCookies() async {}
}
