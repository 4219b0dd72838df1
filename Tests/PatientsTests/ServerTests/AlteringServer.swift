import Foundation
import Reprise

@testable import Patients

/// A server of which some answers are others, each said with the same status.
struct AlteringServer: HTTPTransport {
  private let server: DemoServer
  private let status: Int
  private let change: @Sendable (String) -> String?

  /// `change` has the path and the query of each question, and gives the body of an answer, or nil for the server's own.
  init(
    _ server: DemoServer, status: Int = 200, change: @escaping @Sendable (String) -> String?
  ) {
    self.server = server
    self.status = status
    self.change = change
  }

  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let body = change(ResourceURI(of: request.url)?.text ?? "") else {
      return try await server.send(request)
    }
    return HTTPResponse(
      status: status, headers: [HTTPHeader("Content-Type", "application/json")],
      body: Array(body.utf8), url: request.url)
  }

  nonisolated(nonsending) func forgetCookies() async {}
}
