import Foundation
import Networking
import RepriseTesting
import Testing

/// Questions that are asked in a body.
@Suite struct BodyTests {
  private let transport = LibcurlTransport.forTests()
  private let question = #"{"method":"listAggregationServices","params":["é\u0000"]}"#

  private func post(_ url: URL, _ text: String) -> HTTPRequest {
    HTTPRequest(
      url, method: .post, body: HTTPBody(text.utf8, type: "application/json"), credentials: .luca)
  }

  @Test("A POST body arrives unchanged with its type and credentials")
  func theBodyComesAsItIsWithItsTypeAndTheUser() async throws {
    let server = try await TestServer()
    try await server.serve("/rmi", .json("[1]").forLuca)
    // Longer than one packet, and than what libcurl sends without asking first.
    let long = "[\"" + String(repeating: "é", count: 1 << 20) + "\"]"
    for text in [question, "", long] {
      #expect(try await transport.send(post(server.url("/rmi"), text)).status == 200)
    }
    let requests = try await server.seen().requests
    #expect(requests.map(\.body) == [question, "", long])
    #expect(requests.map(\.method) == ["POST", "POST", "POST"])
    #expect(requests.allSatisfy { $0.header("Content-Type") == "application/json" })
    #expect(requests.allSatisfy { $0.header("Authorization") != nil })
  }

  /// A connection that the server has closed meanwhile costs nobody their question.
  @Test("A POST body is sent again on a new connection") func theBodyIsSentAgainOnANewConnection()
    async throws
  {
    let server = try await TestServer()
    try await server.serve("/rmi", .json("[1]"))
    _ = try await transport.send(post(server.url("/rmi"), question))
    try await server.hangUp()
    _ = try await transport.send(post(server.url("/rmi"), question))
    #expect(try await server.seen().requests.map(\.body) == [question, question])
  }

  @Test("A POST isn't redirected", arguments: [301, 302, 303, 307, 308])
  func aBodyGoesWhereItWasSentAndNowhereElse(status: Int) async throws {
    let server = try await TestServer()
    try await server.serve("/rmi", .redirect(to: "/elsewhere", status: status))
    #expect(try await transport.send(post(server.url("/rmi"), question)).status == status)
    #expect(try await server.seen().requests.count == 1)
  }

  @Test("GET and DELETE with a body are refused") func onlyAPostHasABody() async throws {
    let server = try await TestServer()
    var request = post(server.url("/rmi"), question)
    for method in [HTTPRequest.Method.get, .delete] {
      request.method = method
      await #expect(throws: HTTPError.unsendable(reason: "a \(method.rawValue) has no body")) {
        try await transport.send(request)
      }
    }
    let broken = HTTPRequest(
      server.url("/rmi"), method: .post, body: HTTPBody([], type: "text/plain\r\nX-Evil: yes"))
    await #expect(throws: HTTPError.self) { try await transport.send(broken) }
    #expect(try await server.seen().requests.isEmpty)
  }
}
