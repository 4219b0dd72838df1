import Foundation
import Networking
import RepriseTesting
import Testing

@Suite struct RedirectTests {
  private let transport = LibcurlTransport.forTests()
  private let headers = [HTTPHeader("X-Own", "mine")]

  @Test(
    "A redirect on the same server repeats headers and credentials",
    arguments: [301, 302, 303, 307, 308])
  func theSameServerIsToldEverythingAgain(status: Int) async throws {
    let server = try await TestServer()
    try await server.serve("/old/a", .redirect(to: "../new?x=y", status: status))
    try await server.serve("/new", .json("[]").forLuca)
    let response = try await transport.get(server.url("/old/a"), headers: headers, as: .luca)
    #expect(response.status == 200)
    #expect(response.url == server.url("/new?x=y"))
    let requests = try await server.seen().requests
    #expect(requests.map(\.path) == ["/old/a", "/new?x=y"])
    #expect(requests.map { $0.header("X-Own") } == ["mine", "mine"])
    #expect(requests.map(\.connection) == [1, 1])
  }

  @Test(
    "A redirect to another server is reported and not followed",
    arguments: ["/elsewhere", "/start?x=y", ""])
  func anotherServerIsNamedAndNotAsked(path: String) async throws {
    let first = try await TestServer()
    let other = try await TestServer(.selfSigned)
    try await first.serve("/start", .redirect(to: other.origin + path))
    let problem = try await transport.problem(
      getting: first.url("/start"), headers: headers, as: .luca)
    #expect(problem == .redirectedElsewhere(from: first.origin, to: other.origin))
    #expect(
      problem.errorDescription
        == "127.0.0.1:\(first.port) redirects to 127.0.0.1:\(other.port); not followed.")
    #expect(problem.recoverySuggestion?.contains("--server \(other.origin)") == true)
    #expect(try await other.seen().connections.isEmpty)
  }

  @Test("A redirect without a scheme isn't followed")
  func anAddressWithoutASchemeIsNoPlaceToGoOnTo() async throws {
    let plain = try await TestServer(nil)
    let server = try await TestServer()
    // One reader takes "host:port/a" for https, another for http; by its letter its scheme is "host".
    let location = "localhost:\(plain.port)/a"
    try await server.serve("/", .redirect(to: location))
    let transport = LibcurlTransport.forTests { $0.allowsHTTP = true }
    #expect(try await transport.get(server.url("/"), as: .luca).status == 302)
    let direct = try #require(URL(string: location))
    guard case .unsendable = try await transport.problem(getting: direct, as: .luca) else {
      Issue.record("an address without a scheme was asked")
      return
    }
    #expect(try await plain.seen().connections.isEmpty)
  }

  @Test("A redirect to plain HTTP isn't followed") func encryptionIsNotGivenUp() async throws {
    let plain = try await TestServer(nil)
    let server = try await TestServer()
    try await server.serve("/", .redirect(to: plain.origin + "/a?secret=1"))
    let transport = LibcurlTransport.forTests { $0.allowsHTTP = true }
    let problem = try await transport.problem(getting: server.url("/"))
    #expect(problem == .redirectedElsewhere(from: server.origin, to: plain.origin))
    #expect(problem.errorDescription?.contains("redirects to http://127.0.0.1") == true)
    #expect(problem.recoverySuggestion?.contains("isn't encrypted") == true)
    #expect(try await plain.seen().connections.isEmpty)
  }

  @Test("A redirect loop ends after six requests") func aCircleComesToAnEnd() async throws {
    let server = try await TestServer()
    try await server.serve("/", .redirect(to: "/"))
    let problem = try await transport.problem(getting: server.url("/"))
    #expect(problem == .tooManyRedirects(server.origin + "/"))
    #expect(try await server.seen().requests.count == 6)
  }

  @Test(
    "A redirect with an invalid location is returned",
    arguments: ["", "file:///etc/passwd", "ftp://127.0.0.1/", "https://", "https://:80/"])
  func whatLeadsNowhereIsTheAnswer(location: String) async throws {
    let server = try await TestServer()
    try await server.serve("/", .redirect(to: location))
    let response = try await transport.get(server.url("/"))
    #expect(response.status == 302)
    #expect(try await server.seen().requests.count == 1)
  }

  @Test("A user in a redirect's location isn't sent") func aUserInAnAddressIsNotSent() async throws
  {
    let server = try await TestServer()
    let place = "https://evil:word@127.0.0.1:\(server.port)/new#part"
    try await server.serve("/", .redirect(to: place))
    let response = try await transport.get(server.url("/"))
    #expect(response.url == server.url("/new"))
    let requests = try await server.seen().requests
    #expect(requests.map { $0.header("Authorization") } == [nil, nil])
  }

  @Test("A DELETE isn't redirected") func whatIsDeletedIsNotDeletedElsewhere() async throws {
    let server = try await TestServer()
    try await server.serve("/", .redirect(to: "/other", status: 307))
    let response = try await transport.send(HTTPRequest(server.url("/"), method: .delete))
    #expect(response.status == 307)
    #expect(try await server.seen().requests.count == 1)
  }
}
