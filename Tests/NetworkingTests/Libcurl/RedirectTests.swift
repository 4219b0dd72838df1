import Foundation
import Networking
import RepriseTesting
import Testing

@Suite struct RedirectTests {
  private let transport = LibcurlTransport.forTests()
  private let headers = [HTTPHeader("X-Own", "mine")]

  @Test(arguments: [301, 302, 303, 307, 308])
  func theSameServerIsToldEverythingAgain(status: Int) async throws {
    let server = try await TestServer()
    try await server.answer("/old/a", .redirect(to: "../new?x=y", status: status))
    try await server.answer("/new", .json("[]").forLuca)
    let response = try await transport.get(server.url("/old/a"), headers: headers, as: .luca)
    #expect(response.status == 200)
    #expect(response.url == server.url("/new?x=y"))
    let requests = try await server.seen().requests
    #expect(requests.map(\.path) == ["/old/a", "/new?x=y"])
    #expect(requests.map { $0.header("X-Own") } == ["mine", "mine"])
    #expect(requests.map(\.connection) == [1, 1])
  }

  @Test func anotherServerIsToldNothingOfTheFirst() async throws {
    let first = try await TestServer()
    let other = try await TestServer()
    try await first.answer("/session", TestAnswer().with { $0.hasSession = true })
    // It begins and ends at the first, which gets nothing either the second time: it isn't asked by us any more.
    try await first.answer("/start", .redirect(to: other.origin + "/middle"))
    try await other.answer("/middle", .redirect(to: first.origin + "/end"))
    _ = try await transport.get(first.url("/session"))
    let response = try await transport.get(first.url("/start"), headers: headers, as: .luca)
    #expect(response.url == first.url("/end"))
    let requests = try await first.seen().requests
    #expect(requests.map { $0.header("Cookie") != nil } == [false, true, false])
    #expect(requests.map { $0.header("Authorization") != nil } == [false, true, false])
    let told = try #require(try await other.seen().requests.first)
    for name in ["Authorization", "Cookie", "X-Own", "Referer"] {
      #expect(told.header(name) == nil)
    }
  }

  @Test func anotherServerIsNotTrustedBecauseTheFirstIs() async throws {
    let folder = try TemporaryFolder()
    let first = try await TestServer(.selfSigned)
    let other = try await TestServer(.selfSigned)
    try await first.answer("/", .redirect(to: other.origin + "/"))
    let trusted = TrustedServers(folder: folder.path)
    let transport = LibcurlTransport.forTests { $0.trustedServers = trusted }
    guard
      case .untrusted(_, let certificate, _) = try await transport.problem(getting: first.url("/"))
    else {
      Issue.record("it was trusted")
      return
    }
    try trusted.trust(certificate, for: first.origin)
    let problem = try await transport.problem(getting: first.url("/"))
    #expect(problem == .untrusted(server: other.origin, certificate, .selfSigned))
    #expect(try await other.seen().requests.isEmpty)
  }

  @Test func encryptionIsNotGivenUp() async throws {
    let plain = try await TestServer(nil)
    let server = try await TestServer()
    try await server.answer("/", .redirect(to: plain.origin + "/a?secret=1"))
    let transport = LibcurlTransport.forTests { $0.allowsHTTP = true }
    let problem = try await transport.problem(getting: server.url("/"))
    #expect(problem == .notEncrypted(place: plain.origin + "/a"))
    #expect(try await plain.seen().connections.isEmpty)
  }

  @Test func aCircleComesToAnEnd() async throws {
    let server = try await TestServer()
    try await server.answer("/", .redirect(to: "/"))
    let problem = try await transport.problem(getting: server.url("/"))
    #expect(problem == .tooManyRedirects(server.origin + "/"))
    #expect(try await server.seen().requests.count == 6)
  }

  @Test(arguments: ["", "file:///etc/passwd", "ftp://127.0.0.1/", "https://", "https://:80/"])
  func whatLeadsNowhereIsTheAnswer(location: String) async throws {
    let server = try await TestServer()
    try await server.answer("/", .redirect(to: location))
    let response = try await transport.get(server.url("/"))
    #expect(response.status == 302)
    #expect(try await server.seen().requests.count == 1)
  }

  @Test func aUserInAnAddressIsNotSent() async throws {
    let server = try await TestServer()
    let place = "https://evil:word@127.0.0.1:\(server.port)/new#part"
    try await server.answer("/", .redirect(to: place))
    let response = try await transport.get(server.url("/"))
    #expect(response.url == server.url("/new"))
    let requests = try await server.seen().requests
    #expect(requests.map { $0.header("Authorization") } == [nil, nil])
  }

  @Test func whatIsDeletedIsNotDeletedElsewhere() async throws {
    let server = try await TestServer()
    try await server.answer("/", .redirect(to: "/other", status: 307))
    let response = try await transport.send(HTTPRequest(server.url("/"), method: .delete))
    #expect(response.status == 307)
    #expect(try await server.seen().requests.count == 1)
  }
}
