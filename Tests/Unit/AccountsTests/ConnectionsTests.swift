import Commands
import Core
import Encryption
import Foundation
import Networking
import RepriseTesting
import Testing

@testable import Accounts

/// Connections as a run's settings ask for them, at a server.
@MainActor @Suite(.cheapKeys) struct ConnectionsTests {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory() }

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
    return try await connections.connection(Account(server: server)).fetch(uri).json
  }

  @Test("A connection sends the user's language") func theServerHearsThePersonsLanguage()
    async throws
  {
    let server = try await TestServer(nil)
    try await server.serve("/systems", .json("7"))
    _ = try await ask(
      server.origin, settings(["--insecure-http"], environment: ["LANG": "it_IT.UTF-8"]))
    #expect(
      try await server.seen().requests.map { $0.header("Accept-Language") } == [
        "it-IT, it;q=0.9, en;q=0.5"
      ])
  }

  @Test("A connection uses the environment's proxy")
  func theEnvironmentsProxyIsAskedInTheServersPlace() async throws {
    let proxy = try await TestServer(nil)
    let settings = try settings(["--insecure-http"], environment: ["http_proxy": proxy.origin])
    _ = try? await ask("http://appliance.invalid", settings)
    #expect(try await proxy.seen().requests.count == 1)
  }

  @Test("A connection trusts a certificate once the user does")
  func aCertificateIsTrustedOnceThePersonTrustsIt() async throws {
    let server = try await TestServer(.selfSigned)
    try await server.serve("/systems", .json("7"))
    let settings = try settings()
    await #expect {
      try await ask(server.origin, settings)
    } throws: { error in
      guard case HTTPError.untrusted(_, let found, _) = error else { return false }
      return (try? settings.trustedServers?.trust(found, for: server.origin)) != nil
    }
    #expect(try await ask(server.origin, settings) == .number("7"))
  }

  @Test("A connection sends nothing over plain HTTP without the option")
  func withoutTheOptionNothingIsSentInTheClear() async throws {
    let server = try await TestServer(nil)
    await #expect(throws: HTTPError.self) { try await ask(server.origin, settings()) }
    #expect(try await server.seen().requests.isEmpty)
  }

  private let ada = Account(server: "https://lab.example.org", user: "ada")

  @Test("A connection's transport is configured by the settings")
  func theWayToAServerIsTheOneThatTheSettingsName() throws {
    let authority = try home.write("ca.pem", "x")
    let settings = try settings(
      ["--insecure-http", "--cacert", authority],
      environment: ["LANG": "it_IT.UTF-8", "https_proxy": "http://proxy.example.org:3128"])
    var configuration = Connections.Configuration()
    configuration.concurrentRequests = 2
    let way = Connections(settings, configuration).transportConfiguration(ada)
    #expect(way.authorityFile == authority)
    #expect(way.trustedServers != nil && way.trustedServers == settings.trustedServers)
    #expect(way.acceptLanguage == "it-IT, it;q=0.9, en;q=0.5")
    #expect(way.allowsHTTP)
    #expect(way.concurrentRequests == 2)
    #expect(way.proxies == Proxies(environment: settings.environment))
    let plain = try Connections(self.settings()).transportConfiguration(ada)
    #expect(plain.authorityFile == nil && plain.acceptLanguage == nil && !plain.allowsHTTP)
  }

  /// Of anybody else it would hold what they may not see.
  @Test("A vault has its own user's cache only") func aVaultHasTheCacheOfItsOwnUserAlone()
    async throws
  {
    let settings = try settings()
    let directory = try #require(settings.directory)
    let uri = try #require(ResourceURI("/systems"))
    let luca = Account(server: ada.server, user: "luca")
    let vault = try await VaultDirectory(of: ada, in: directory).make(
      Secret("geheim"), cost: .least)
    try vault.responseCache.store(JSON.string("sealed").bytes, at: 60, for: uri)
    for account in [ada, luca] {
      try ResponseCache(directory: "\(directory)/answers/\(account.fileName)", of: account)
        .store(JSON.string("in the clear").bytes, at: 60, for: uri)
    }
    func known(_ account: Account, _ connections: Connections) async -> String? {
      await connections.connection(account).cachedResponse(uri)?.json.string
    }
    let connections = Connections(settings, vault: vault)
    #expect(await known(ada, connections) == "sealed")
    #expect(await known(luca, connections) == "in the clear")
    var configuration = Connections.Configuration()
    configuration.cachesResponses = false
    let sealed = Connections(settings, configuration, vault: vault)
    #expect(await known(ada, sealed) == "sealed")
    #expect(await known(luca, sealed) == nil)
  }

  @Test("Connections record with --record unless plain files are forbidden")
  func answersAreRecordedWhereTheOptionSaysUnlessNoneMayLieInTheClear() throws {
    #expect(try !Connections(settings()).isRecording)
    let recording = try settings(["--record", home.file("week")])
    #expect(Connections(recording).isRecording)
    var configuration = Connections.Configuration()
    configuration.cachesResponses = false
    #expect(!Connections(recording, configuration).isRecording)
  }

  /// A command that gives the password may open a window each time: it is run once.
  @Test("A recording's connections reuse the password it began with")
  func aRecordingsConnectionsKnowThePasswordThatItWasBegunWith() async throws {
    let password = try home.write("password", "geheim\n")
    let settings = try settings(
      [
        "--server", ada.server, "--user", ada.user, "--record", home.file("week"),
        "--password-command", "cat '\(password)'",
      ], environment: ["PATH": "/usr/bin:/bin"])
    let connections = try await Connections.recording(ada, settings, Connections.Configuration())
    #expect(connections.isRecording)
    try FileManager.default.removeItem(atPath: password)
    #expect(try await connections.connection(ada).password().text == "geheim")
  }

  /// A command without a recording asks at the terminal, a screen never does.
  @Test("Only a command's connections ask for a password at the terminal")
  func aCommandsConnectionsMayAskAtTheTerminal() async throws {
    let settings = try settings()
    let asking = try await Connections.recording(ada, settings, Connections.Configuration())
    #expect(!asking.isRecording)
    #expect(asking.passwords(ada).count == 1)
    #expect(Connections(settings).passwords(ada).isEmpty)
  }

  private func run(_ words: String...) async throws -> Command.Output {
    let command = Command.certificates(of: "app") { [home] in
      try ServerSettings(application: "app", $0, environment: ["HOME": home.path])
    }
    return try await command.run(
      Arguments(
        ["certificates"] + words, commands: [command], options: Option.servers, program: "app"))
  }

  @Test("The certificates command needs no trust for an authority's server")
  func theCommandKnowsWhomAnAuthorityVouchesFor() async throws {
    let server = try await TestServer(.vouchedFor)
    let authority = ["--cacert", TestCertificate.authorityFile]
    #expect(
      try await run("show", server.origin, authority[0], authority[1]).text
        .contains("An authority vouches for this certificate."))
    #expect(
      try await run("trust", server.origin, authority[0], authority[1]).text
        == "\(server.origin) needs no trust: an authority vouches for it.\n")
    #expect(try await run("list").text == "No trusted certificates.\n")
  }

  @Test("The certificates command uses the environment's proxy")
  func theCommandLooksThroughTheEnvironmentsProxy() async throws {
    let proxy = try await TestServer(nil)
    try await proxy.serve("CONNECT", TestResponse(status: 407, reason: "Who are you?"))
    let server = try ServerCertificate(
      "https://appliance.invalid", settings(environment: ["https_proxy": proxy.origin]),
      TrustedServers(directory: home.file("certificates")))
    await #expect(throws: HTTPError.self) { _ = try await server.look() }
    #expect(try await proxy.seen().requests.first?.method == "CONNECT")
  }

  /// The command looks at the server itself, and says how what it presents compares.
  @Test("The certificates command trusts, shows and forgets a certificate")
  func theCommandTrustsAndKnowsWhatIsTrusted() async throws {
    let server = try await TestServer(.selfSigned)
    #expect(try await run("show", server.origin).text.contains("You don't trust it yet."))
    // Who runs the tests at a terminal would be asked.
    if isatty(STDIN_FILENO) != 1 {
      await #expect(throws: UsageError.self) { try await run("trust", server.origin) }
    }
    await #expect(throws: (any Error).self) {
      try await run("trust", server.origin, "--fingerprint", "AA")
    }
    let trusted = TrustedServers(
      directory: try #require(settings().directory) + "/certificates")
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
