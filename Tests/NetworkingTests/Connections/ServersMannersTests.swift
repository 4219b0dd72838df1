import Networking
import Restoration
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

  @Test func anErrorInTheServersOwnMannerIsThrownAsItIsUnderstood() async throws {
    let connection = try connection(ScriptedTransport(503, 500))
    await #expect(throws: Maintenance(status: 503)) {
      _ = try await connection.ask(try session())
    }
    await #expect(throws: HTTPProblem.self) { _ = try await connection.ask(try session()) }
  }

  @Test func aForgottenPasswordIsNeitherSentNorLookedForAndItsSessionIsLeft() async throws {
    let transport = ScriptedTransport(200)
    let connection = try connection(transport)
    _ = try await connection.ask(try session())
    await connection.forgetPassword()
    #expect(!connection.canAsk)
    #expect(transport.forgottenCookies == 1)
    await #expect(throws: HTTPProblem.passwordNeeded(server: "clinic.example.org", user: "nurse")) {
      _ = try await connection.ask(try session())
    }
    #expect(transport.passwords == ["geheim"])
    connection.use(Secret("neu"))
    _ = try await connection.ask(try session())
    #expect(transport.passwords == ["geheim", "neu"])
  }

  @Test(arguments: [200, 204]) func whatWasEndedNeedsNoAnswer(status: Int) async throws {
    let transport = ScriptedTransport(status)
    try await connection(transport).delete(try session())
    #expect(transport.passwords == ["geheim"])
  }

  @Test(arguments: [401, 403, 500, 503]) func whatCouldNotBeEndedIsSaid(status: Int) async throws {
    let connection = try connection(ScriptedTransport(status))
    await #expect(throws: (any Error).self) { try await connection.delete(try session()) }
  }
}
