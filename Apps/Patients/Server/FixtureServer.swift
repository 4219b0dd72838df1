import Foundation
import Reprise

/// Answers as an OpenMRS server does, out of the built-in data, without suspending.
///
/// It is a transport, so that unplugged the viewer goes the whole way that it goes with a real server. What of a server's manners
/// the viewer depends on, it has too: representations, paging and its limits, the dead left out unless asked for, the oldest
/// encounters first, links to a wrong host, and errors as JSON.
struct FixtureServer: HTTPTransport {
  let data: FixtureData

  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    if Task.isCancelled { throw HTTPProblem.cancelled }
    guard let parts = URLComponents(url: request.url, resolvingAgainstBaseURL: true),
      let start = parts.path.range(of: "/ws/rest/v1/")?.upperBound
    else { return answer(.missing("there is nothing here"), request) }
    let path = parts.path[start...].split(separator: "/").map { String($0) }
    let query = Dictionary(
      (parts.queryItems ?? []).map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
    if request.method == .delete { return answer(.empty, request) }
    return answer(FixtureAnswer(path, FixtureQuery(query), data), request)
  }

  nonisolated(nonsending) func forgetCookies() async {}

  private func answer(_ answer: FixtureAnswer, _ request: HTTPRequest) -> HTTPResponse {
    HTTPResponse(
      status: answer.status,
      headers: [HTTPHeader("Content-Type", "application/json;charset=UTF-8")],
      body: answer.body?.bytes ?? [], url: request.url, recording: "the built-in fixture")
  }
}
