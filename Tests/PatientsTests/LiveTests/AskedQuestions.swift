import Reprise
import Synchronization

@testable import Patients

/// The built-in server, which remembers what it was asked and what it said.
final class AskedQuestions: HTTPTransport {
  private let server = DemoServer(data: .builtIn)
  private let answers = Mutex<[String: HTTPResponse]>([:])

  /// By path and query.
  var all: [String: HTTPResponse] { answers.withLock { $0 } }

  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let response = try await server.send(request)
    if let question = ResourceURI(of: request.url)?.text {
      answers.withLock { $0[question] = response }
    }
    return response
  }

  nonisolated(nonsending) func forgetCookies() async {}
}
