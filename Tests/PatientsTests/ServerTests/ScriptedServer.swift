import Foundation
import Reprise
import Synchronization

@testable import Patients

/// A transport that gives the answers of a script, one after the other, and keeps what it was asked.
final class ScriptedServer: HTTPTransport {
  private let answers: Mutex<[(status: Int, body: String)]>
  private let asked = Mutex<[URL]>([])
  private let forgotten = Mutex(0)

  init(_ answers: (status: Int, body: String)...) { self.answers = Mutex(answers) }

  var urls: [URL] { asked.withLock { $0 } }
  var timesForgotten: Int { forgotten.withLock { $0 } }

  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    asked.withLock { $0.append(request.url) }
    let answer = answers.withLock { $0.isEmpty ? (status: 500, body: "") : $0.removeFirst() }
    let type = answer.body.hasPrefix("<") ? "text/html" : "application/json"
    return HTTPResponse(
      status: answer.status, headers: [HTTPHeader("Content-Type", type)],
      body: Array(answer.body.utf8), url: request.url)
  }

  nonisolated(nonsending) func forgetCookies() async { forgotten.withLock { $0 += 1 } }
}

/// A client of the built-in server, or of another one.
func client(_ transport: any HTTPTransport = DemoServer(data: .builtIn)) throws -> OpenMRSClient {
  guard let server = ServerAddress("https://clinic.example/openmrs") else {
    throw OpenMRSProblem.unusableID("the address")
  }
  return OpenMRSClient(over: transport, at: server)
}
