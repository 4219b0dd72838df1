import Commands
import Files
import Foundation
import Networking
import RepriseTesting
import Testing
import Values

@testable import Servers

/// Connections as a run's settings ask for them, at a server.
@MainActor @Suite struct ConnectionsTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func settings(
    _ words: [String] = [], environment: [String: String] = [:]
  ) throws -> ServerSettings {
    try ServerSettings(
      application: "app",
      Arguments(words, commands: [], options: Option.servers, program: "app"),
      environment: environment.merging(["HOME": home.path]) { own, _ in own })
  }

  private func ask(_ server: String, _ settings: ServerSettings) async throws -> JSON {
    let connections = Connections(settings)
    let uri = try #require(ResourceURI("/systems"))
    return try await connections.connection(Account(server: server)).ask(uri).json
  }

  @Test func theServerHearsThePersonsLanguage() async throws {
    let server = try await TestServer(nil)
    try await server.answer("/systems", .json("7"))
    _ = try await ask(
      server.origin, settings(["--insecure-http"], environment: ["LANG": "it_IT.UTF-8"]))
    #expect(
      try await server.seen().requests.map { $0.header("Accept-Language") } == [
        "it-IT, it;q=0.9, en;q=0.5"
      ])
  }

  @Test func theEnvironmentsProxyIsAskedInTheServersPlace() async throws {
    let proxy = try await TestServer(nil)
    let settings = try settings(["--insecure-http"], environment: ["http_proxy": proxy.origin])
    _ = try? await ask("http://appliance.invalid", settings)
    #expect(try await proxy.seen().requests.count == 1)
  }

  @Test func aCertificateIsTrustedOnceThePersonTrustsIt() async throws {
    let server = try await TestServer(.selfSigned)
    try await server.answer("/systems", .json("7"))
    let settings = try settings()
    await #expect {
      try await ask(server.origin, settings)
    } throws: { error in
      guard case HTTPProblem.untrusted(_, let found, _) = error else { return false }
      return (try? settings.trustedServers?.trust(found, for: server.origin)) != nil
    }
    #expect(try await ask(server.origin, settings) == .number("7"))
  }

  @Test func withoutTheOptionNothingIsSentInTheClear() async throws {
    let server = try await TestServer(nil)
    await #expect(throws: HTTPProblem.self) { try await ask(server.origin, settings()) }
    #expect(try await server.seen().requests.isEmpty)
  }

  /// The command looks at the server itself, and says how what it presents compares.
  @Test func theCommandTrustsAndKnowsWhatIsTrusted() async throws {
    let server = try await TestServer(.selfSigned)
    let command = Command.certificates(of: "app") { [home] in
      try ServerSettings(application: "app", $0, environment: ["HOME": home.path])
    }
    func run(_ words: String...) async throws -> Command.Output {
      try await command.run(
        Arguments(
          ["certificates"] + words, commands: [command], options: Option.servers, program: "app"))
    }
    #expect(try await run("show", server.origin).text.contains("You don't trust it yet."))
    await #expect(throws: (any Error).self) {
      try await run("trust", server.origin, "--fingerprint", "AA")
    }
    let trusted = TrustedServers(
      folder: try #require(settings().folder) + "/certificates")
    #expect(try trusted.certificate(for: server.origin) == nil)
    let shown = try await run("show", server.origin).text
    let fingerprint = try #require(shown.firstMatch(of: /([0-9A-F]{2}:){31}[0-9A-F]{2}/)).output.0
    #expect(
      try await run("trust", server.origin, "--fingerprint", String(fingerprint)).text
        == "The certificate of \(server.origin) is trusted now.\n")
    #expect(
      try await run("show", server.origin).text.contains(
        "This is the certificate that you trust."))
    #expect(
      try await run("trust", server.origin).text
        == "The certificate of \(server.origin) is trusted already.\n")
    try await server.show(.changed)
    let changed = try await run("show", server.origin)
    #expect(changed.text.contains("This is NOT the certificate that you trust."))
    #expect(changed.exitCode == .noPermission)
    #expect(try await run("forget", server.origin).text.hasSuffix("is no longer trusted.\n"))
    #expect(try await run("show", server.origin).text.contains("You don't trust it yet."))
  }
}
