import Core
import Networking
import RepriseTesting
import Testing

/// How a connection gets on with a server that has manners of its own.
@Suite struct ServersMannersTests {
  private struct Maintenance: Error, Equatable {
    let status: Int
  }

  private func connection(_ transport: any HTTPTransport) throws -> Connection {
    let connection = Connection(
      to: try #require(ServerAddress("https://clinic.example.org")), as: "nurse", over: transport,
      refusal: { $0.status == 503 ? Maintenance(status: $0.status) : nil }, now: { 7 })
    connection.use(Secret("geheim"))
    return connection
  }

  private func session() throws -> ResourceURI { try #require(ResourceURI("/session")) }

  @Test("A connection throws the error that its application makes of a status")
  func anErrorInTheServersOwnMannerIsThrownAsItIsUnderstood() async throws {
    let connection = try connection(ScriptedTransport(503, 500))
    await #expect(throws: Maintenance(status: 503)) {
      _ = try await connection.fetch(try session())
    }
    await #expect(throws: HTTPError.self) { _ = try await connection.fetch(try session()) }
  }

  @Test("A forgotten password isn't sent, and its session is left")
  func aForgottenPasswordIsNeitherSentNorLookedForAndItsSessionIsLeft() async throws {
    let transport = ScriptedTransport(200)
    let connection = try connection(transport)
    _ = try await connection.fetch(try session())
    await connection.forgetPassword()
    #expect(!connection.canFetch)
    #expect(transport.forgetCount == 1)
    await #expect(throws: HTTPError.passwordNeeded(server: "clinic.example.org", user: "nurse")) {
      _ = try await connection.fetch(try session())
    }
    #expect(transport.passwords == ["geheim"])
    connection.use(Secret("neu"))
    _ = try await connection.fetch(try session())
    #expect(transport.passwords == ["geheim", "neu"])
  }

  @Test("Deleting a session needs no response body", arguments: [200, 204])
  func whatWasEndedNeedsNoAnswer(status: Int) async throws {
    let transport = ScriptedTransport(status)
    try await connection(transport).delete(try session())
    #expect(transport.passwords == ["geheim"])
  }

  /// A login page isn't the end of a session.
  @Test("Deleting a session throws for an HTML page") func aPageThatIsNoAnswerEndsNothing()
    async throws
  {
    let page = ScriptedTransport(.status(200, "<title>Log in</title>"))
    let connection = try connection(page)
    await #expect(throws: HTTPError.self) { try await connection.delete(try session()) }
    // An answer without a body may call it what it likes.
    let empty = ScriptedTransport(.status(204, type: "text/html"))
    try await self.connection(empty).delete(try session())
    #expect(empty.resources == ["/session"])
  }

  @Test("Deleting a session throws for an error status", arguments: [401, 403, 500, 503])
  func whatCouldNotBeEndedIsSaid(status: Int) async throws {
    let connection = try connection(ScriptedTransport(status))
    await #expect(throws: (any Error).self) { try await connection.delete(try session()) }
  }

  @Test("A 304 response returns the cached body at the new timestamp", arguments: ["[1]", ""])
  func whatHasNotChangedIsSaidOnceAndIsAsNewAsTheAnswer(
    body: String
  ) async throws {
    let directory = try TemporaryDirectory()
    let account = Account(server: "https://clinic.example.org", user: "nurse")
    let server = TaggingTransport(body)
    func connection(at timestamp: Int) throws -> Connection {
      let connection = Connection(
        to: try #require(ServerAddress(account.server)), as: account.user, over: server,
        cache: ResponseCache(directory: directory.file("answers"), of: account), now: { timestamp })
      connection.use(Secret("geheim"))
      return connection
    }
    let first = try await connection(at: 7).fetch(try session())
    let second = try await connection(at: 9).fetch(try session())
    #expect(second.json == first.json)
    #expect(second.timestamp == 9)
    let known = await (try connection(at: 11)).cachedResponse(try session())
    #expect(known?.json == first.json)
    #expect(known?.timestamp == 9)
    server.change(to: "[2]")
    #expect(try await connection(at: 13).fetch(try session()).json == .array([.number("2")]))
    #expect(server.statuses == [body.isEmpty ? 204 : 200, 304, 200])
  }

  /// A gateway or a proxy hasn't looked at it. Who has taken it once may end the session, and then
  /// it is sent anew.
  @Test(
    "A password is accepted by the server's own statuses only",
    arguments: [
      (200, true), (204, true), (299, true), (300, false), (304, true), (307, false), (399, false),
      (400, true), (403, true), (404, true), (407, false), (499, true), (500, false), (502, false),
      (503, false),
    ]) func onlyTheServerItselfTakesAPassword(status: Int, isTaken: Bool) async throws
  {
    let transport = ScriptedTransport(status, 401, 200)
    let connection = try connection(transport)
    let session = try session()
    // Some of these answers are thrown as problems; the next question alone counts.
    _ = try? await connection.response(to: session)
    let second = try await connection.response(to: session)
    #expect(second.status == (isTaken ? 200 : 401))
    #expect(transport.passwords.count == (isTaken ? 3 : 2))
    #expect(transport.forgetCount == (isTaken ? 1 : 0))
    #expect(connection.canFetch == isTaken)
  }

  @Test func everyRequestHasTheConnectionsHeaders() async throws {
    let transport = ScriptedTransport(200)
    let connection = Connection(
      to: try #require(ServerAddress("https://clinic.example.org")),
      headers: [HTTPHeader("X-Own", "a")], over: transport, now: { 7 })
    let session = try session()
    let body = HTTPBody(Array("{}".utf8), type: "application/json")
    _ = try await connection.fetch(session)
    _ = try await connection.fetch(session, body: body)
    _ = try await connection.response(to: session)
    _ = try await connection.response(to: session, body: body)
    try await connection.delete(session)
    let requests = transport.requests
    #expect(requests.map(\.method) == [.get, .post, .get, .post, .delete])
    #expect(requests.map { $0.body != nil } == [false, true, false, true, false])
    #expect(requests.allSatisfy { $0.headers == [HTTPHeader("X-Own", "a")] })
    #expect(requests.allSatisfy { $0.credentials == nil })
    #expect(connection.timestamp == 7 && connection.canFetch)
  }
}
