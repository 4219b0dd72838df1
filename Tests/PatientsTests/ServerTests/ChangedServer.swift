import Foundation
import Reprise
import Synchronization

@testable import Patients

/// The built-in server, which remembers what it was asked, and of which some answers are others.
final class ChangedServer: HTTPTransport {
  enum Change {
    case status(Int)
    case problem(HTTPProblem)

    /// Whether the server says something, though it isn't what was asked for.
    var isAnswer: Bool { if case .status = self { true } else { false } }
  }

  struct Question {
    /// Counted from 0.
    let number: Int
    let text: String

    init(_ text: String, number: Int = 0) {
      self.number = number
      self.text = text
    }

    /// Of a page of encounters with all that was observed.
    var isOfManyEncounters: Bool {
      text.contains("encounter?") && text.contains("groupMembers") && text.contains("limit=")
    }
  }

  private let server = DemoServer(data: .builtIn)
  private let change: @Sendable (Question) -> Change?
  private let questions = Mutex<[String]>([])

  init(change: @escaping @Sendable (Question) -> Change?) { self.change = change }

  /// By path and query, in the order in which they came.
  var asked: [String] { questions.withLock { $0 } }

  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let text = ResourceURI(of: request.url)?.text ?? ""
    let number = questions.withLock { questions in
      questions.append(text)
      return questions.count - 1
    }
    switch change(Question(text, number: number)) {
    case nil: return try await server.send(request)
    case .problem(let problem): throw problem
    case .status(let status):
      return HTTPResponse(
        status: status, headers: [HTTPHeader("Content-Type", "application/json")],
        body: Array(#"{"error": {"message": "no"}}"#.utf8), url: request.url)
    }
  }

  nonisolated(nonsending) func forgetCookies() async {}
}
