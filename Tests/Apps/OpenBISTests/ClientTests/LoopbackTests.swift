import Accounts
import Foundation
import Reprise
import RepriseTesting
import Synchronization
import Testing

@testable import OpenBIS

/// The strict server on the loopback interface, with TLS, asked by way of libcurl.
@Suite @MainActor struct LoopbackTests {
  nonisolated static func answer(_ seen: SeenRequest, _ strict: StrictServer) -> TestResponse {
    let reply = strict.reply(
      to: StrictServer.Request(
        method: seen.method, target: seen.path, body: Array((seen.body ?? "").utf8)))
    var answer = TestResponse(status: reply.status, reason: "")
    for header in reply.headers { answer.headers[header.name] = header.value }
    answer.body = reply.body
    return answer
  }

  private static func settings(_ server: TestServer, _ home: String) throws -> ServerSettings {
    try ServerSettings(
      application: "openbis",
      Arguments(
        [
          "--server", server.origin, "--user", "admin", "--cacert",
          TestCertificate.authorityFile,
        ], commands: [], options: Option.servers, program: "openbis"),
      environment: ["HOME": home])
  }

  @Test("openBIS session over HTTP: sync, restart and logout") func aDayAtTheServer() async throws {
    let strict = StrictServer()
    let server = try await TestServer(.vouchedFor) { Self.answer($0, strict) }
    strict.change { $0.instance.storeAddress = server.origin }
    let home = try TemporaryDirectory()
    let settings = try Self.settings(server, home.path)
    let account = try #require(settings.account)
    let vault = try await VaultDirectory(of: account, in: home.path).make(Secret("secret"))
    func source() -> ServerSource {
      let connections = Connections(settings, OpenBISSession.configuration, vault: vault)
      connections.connection(account).use(vault.password)
      return ServerSource(account, connections, vault: vault)
    }
    let first = source()
    let report = try await first.sync(.changes) { _ in }
    #expect(report.failures.isEmpty)
    let probe = ResourceID("20261122015839416-45")
    let detail = try await first.detail(of: probe, .server).content
    let marquee = try #require(detail.images?.marquee)
    #expect(try await first.image(marquee, of: probe, .server).content.type == "image/jpeg")
    // The next start has everything, and the token.
    _ = strict.takeCalls()
    let second = source()
    #expect(try await second.root(.cacheOnly).content.entities.count == 2)
    #expect(try await second.image(marquee, of: probe, .cacheOnly).content.bytes.count == 4)
    _ = try await second.root(.server)
    let calls = strict.takeCalls()
    #expect(calls.first == "isSessionActive")
    #expect(!calls.contains("tryToAuthenticateAtQueryServer"))
    let seen = try await server.seen()
    #expect(seen.requests.allSatisfy { $0.header("Authorization") == nil })
    try await second.logOut()
    #expect(strict.state.withLock(\.sessions).isEmpty)
  }

  @Test("openBIS session without a vault is logged out at the end")
  func aSessionThatNothingKeepsIsGivenBackAtTheEnd() async throws {
    let strict = StrictServer()
    let server = try await TestServer(.vouchedFor) { Self.answer($0, strict) }
    let home = try TemporaryDirectory()
    let settings = try Self.settings(server, home.path)
    let account = try #require(settings.account)
    let connections = Connections(settings, OpenBISSession.configuration)
    connections.connection(account).use(Secret("secret"))
    _ = try await ServerSource(account, connections, vault: nil).root(.server)
    #expect(strict.state.withLock(\.sessions).count == 1)
    await settings.openLogins.logOutAll()
    #expect(strict.state.withLock(\.sessions).isEmpty)
  }

  @Test("openBIS sign-in checks the password and logs out") func theGateAsksForThePassword()
    async throws
  {
    let strict = StrictServer()
    let server = try await TestServer(.vouchedFor) { Self.answer($0, strict) }
    let home = try TemporaryDirectory()
    let settings = try Self.settings(server, home.path)
    let account = try #require(settings.account)
    let connections = Connections(settings, OpenBISSession.configuration)
    let connection = connections.connection(account)
    connection.use(Secret("wrong"))
    await #expect(throws: HTTPError.unauthorized(server.origin, hasStatus: false)) {
      try await OpenBISSession.configuration.logIn(connection)
    }
    connection.use(Secret("secret"))
    try await OpenBISSession.configuration.logIn(connection)
    #expect(strict.state.withLock(\.sessions).isEmpty)
  }
}
