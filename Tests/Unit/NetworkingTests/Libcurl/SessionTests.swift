import Foundation
import Networking
import RepriseTesting
import Testing

/// What is kept between requests: cookies and connections.
@Suite struct SessionTests {
  private let transport = LibcurlTransport.forTests()

  @Test func twentyRequestsAreOneSessionOnOneConnection() async throws {
    let server = try await TestServer()
    try await server.serve("/", .json("[]").with { $0.hasSession = true })
    for _ in 0..<20 { _ = try await transport.get(server.url("/")) }
    let seen = try await server.seen()
    #expect(seen.requests.count == 20)
    #expect(seen.requests[0].header("Cookie") == nil)
    for request in seen.requests.dropFirst() {
      let cookies = request.header("Cookie")?.split(separator: "; ").sorted()
      #expect(cookies == ["SimpleToken=token1", "zsessionid=session1"])
    }
    #expect(seen.connections.count == 1)
  }

  @Test("Fifty concurrent requests share cookies and at most six connections")
  func requestsAtOnceShareTheSessionAndAFewConnections() async throws {
    let server = try await TestServer()
    try await server.serve("/", .json("[]").with { $0.hasSession = true })
    _ = try await transport.get(server.url("/"))
    try await withThrowingTaskGroup(of: Int.self) { [transport] group in
      for _ in 0..<50 { group.addTask { try await transport.get(server.url("/")).status } }
      for try await status in group { #expect(status == 200) }
    }
    let seen = try await server.seen()
    #expect(seen.requests.dropFirst().allSatisfy { $0.header("Cookie") != nil })
    #expect(seen.connections.count <= 6)
  }

  @Test func forgottenCookiesAreNotSent() async throws {
    let server = try await TestServer()
    try await server.serve("/", .json("[]").with { $0.hasSession = true })
    _ = try await transport.get(server.url("/"))
    await transport.forgetCookies()
    _ = try await transport.get(server.url("/"))
    _ = try await transport.get(server.url("/"))
    let requests = try await server.seen().requests
    #expect(requests.map { $0.header("Cookie") != nil } == [false, false, true])
  }

  @Test func aServerOnAnotherPortGetsNoCookieOfTheFirst() async throws {
    let first = try await TestServer()
    let other = try await TestServer()
    try await first.serve("/", .json("[]").with { $0.hasSession = true })
    _ = try await transport.get(first.url("/"))
    _ = try await transport.get(other.url("/"))
    #expect(try await other.seen().requests.first?.header("Cookie") == nil)
  }

  @Test("Two transports share neither cookies nor connections") func twoTransportsAreTwoSessions()
    async throws
  {
    let server = try await TestServer()
    try await server.serve("/", .json("[]").with { $0.hasSession = true })
    _ = try await transport.get(server.url("/"))
    _ = try await LibcurlTransport.forTests().get(server.url("/"))
    let seen = try await server.seen()
    #expect(seen.requests.map { $0.header("Cookie") } == [nil, nil])
    #expect(seen.connections.count == 2)
  }

  /// A connection that fell silent may be dead. With HTTP/2, which this server doesn't speak, the
  /// next request would be on it, too: here a second connection, which nothing has happened to,
  /// takes that one's part.
  @Test("A timeout prevents connection reuse until the next response")
  func afterASilenceNoConnectionIsUsedAgainUntilAnAnswerCame() async throws {
    let server = try await TestServer()
    try await server.serve("/", .json("[]"))
    let transport = LibcurlTransport.forTests { $0.idleTimeout = .seconds(2) }
    try await server.holdBack(after: 0)
    let both = (0..<2).map { _ in Task { try await transport.get(server.url("/")).status } }
    _ = try await server.seen(requests: 2)
    try await server.release()
    for one in both { #expect(try await one.value == 200) }
    try await server.holdBack(after: 2)
    let problem = try await transport.problem(getting: server.url("/"))
    #expect(problem == .timedOut(host: "127.0.0.1:\(server.port)", .responding, seconds: 2))
    try await server.release()
    for _ in 0..<3 { #expect(try await transport.get(server.url("/")).status == 200) }
    #expect(try await server.seen().connections.count == 3)
  }

  @Test("A connection closed by the server is reopened")
  func aConnectionThatTheServerClosedIsMadeAnew() async throws {
    let server = try await TestServer()
    try await server.serve("/", .json("[]"))
    for _ in 0..<3 {
      #expect(try await transport.get(server.url("/")).status == 200)
      try await server.hangUp()
    }
    #expect(try await server.seen().connections.count == 3)
  }
}
