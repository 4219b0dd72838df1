import Accounts
import Reprise
import RepriseTesting
import Synchronization
import Testing

@testable import CloudBurst

extension ModelTests {
  /// A name may change, and a link that led nowhere may lead somewhere: what is on the disk, or was
  /// said once, isn't all there will ever be.
  @MainActor @Suite struct NamesTests {
    private let directory: TemporaryDirectory
    private let server = NamingServer()
    nonisolated private static let owner = "/resources/users/6"
    nonisolated private static let pattern = "/resources/patterns/1"

    init() throws { directory = try TemporaryDirectory() }

    /// Another run of the viewer, with what those before it have left on the disk.
    private func appliance() throws -> Appliance {
      let account = Account(server: "https://host.example", user: "cbadmin")
      let connection = Connection(
        to: try #require(ServerAddress(account.server)), as: account.user, over: server.transport,
        cache: ResponseCache(directory: directory.file("answers"), of: account), now: { 36_000 })
      connection.use(Secret("geheim"))
      return Appliance(
        .live(account), provenance: Provenance(.live("host.example"), .notRequested),
        statuses: .attested, connection: connection)
    }

    private func shownOwner(
      _ appliance: Appliance, _ loadReason: LoadReason = .appear
    ) async throws -> String? {
      try await appliance.shownList(loadReason).names[Self.owner]?.short
    }

    @Test("CloudBurst names from the cache are requested once per run")
    func aNameOutOfTheCacheIsAskedForOnceInEveryRun() async throws {
      let earlier = try appliance()
      _ = try await earlier.shownList()
      _ = try await earlier.shownDetail("1")
      server[Self.owner] = .status(200, #"{"fullname": "Luca Bianchi"}"#)
      server[Self.pattern] = .status(200, #"{"name": "cluster"}"#)
      let later = try appliance()
      var seen: [String?] = []
      try await later.list(.appear) { _, names, _ in seen.append(names[Self.owner]?.short) }
      #expect(seen.first == "Luca Verdi")
      #expect(seen.last == "Luca Bianchi")
      #expect(try await later.shownDetail("1").patternText == "cluster")
      #expect(server.count(Self.owner) == 2 && server.count(Self.pattern) == 2)
      // A refresh by time asks for none of them.
      _ = try await later.shownList(.timer)
      _ = try await later.shownDetail("1", .timer)
      #expect(server.count(Self.owner) == 2 && server.count(Self.pattern) == 2)
    }

    @Test("CloudBurst cached name is dropped on 403 or 404", arguments: [403, 404])
    func whatIsNotThereAnyMoreTakesTheCachedNamesPlace(status: Int) async throws {
      _ = try await appliance().shownList()
      server[Self.owner] = .status(status)
      let later = try appliance()
      #expect(try await shownOwner(later) == nil)
      #expect(try await later.shownDetail("1").ownerText == Self.owner)
    }

    @Test("CloudBurst cached name stays if the server does not respond")
    func withoutAnAnswerTheCachedNameStays() async throws {
      _ = try await appliance().shownList()
      server[Self.owner] = .problem(HTTPError.refused(host: "host.example"))
      let later = try appliance()
      #expect(try await shownOwner(later) == "Luca Verdi")
      server[Self.owner] = .status(200, #"{"fullname": "Luca Bianchi"}"#)
      #expect(try await shownOwner(later, .timer) == "Luca Bianchi")
    }

    @Test("CloudBurst name that failed is requested again on refresh", arguments: [403, 404])
    func whatLedNowhereIsFollowedAgainWhenAPersonAsks(status: Int) async throws {
      server[Self.owner] = .status(status)
      server[Self.pattern] = .status(status)
      let appliance = try appliance()
      #expect(try await shownOwner(appliance) == nil)
      #expect(try await appliance.shownDetail("1").patternText == Self.pattern)
      server[Self.owner] = nil
      server[Self.pattern] = nil
      #expect(try await shownOwner(appliance, .timer) == nil)
      #expect(try await appliance.shownDetail("1", .timer).patternText == Self.pattern)
      #expect(try await shownOwner(appliance, .userRefresh) == "Luca Verdi")
      #expect(try await appliance.shownDetail("1", .userRefresh).patternText == "single server")
    }
  }
}

/// A server of one system, whose answers a test replaces.
private final class NamingServer: Sendable {
  private static let usual = [
    "/resources/virtualSystems":
      #"[{"id": 1, "owner": "/resources/users/6", "pattern": "/resources/patterns/1"}]"#,
    "/resources/virtualSystems/1":
      #"{"id": 1, "owner": "/resources/users/6", "pattern": "/resources/patterns/1"}"#,
    "/resources/virtualSystems/1/virtualMachines": "[]",
    "/resources/users/6": #"{"fullname": "Luca Verdi"}"#,
    "/resources/patterns/1": #"{"name": "single server"}"#,
  ]

  let transport: ScriptedTransport
  private let answers: Answers

  private final class Answers: Sendable {
    let others = Mutex<[String: ScriptedResponse]>([:])
  }

  init() {
    let answers = Answers()
    self.answers = answers
    transport = ScriptedTransport { request, _ in
      answers.others.withLock { $0[request.resource] }
        ?? .status(200, Self.usual[request.resource] ?? "null")
    }
  }

  /// The answer in the place of the usual one.
  subscript(resource: String) -> ScriptedResponse? {
    get { answers.others.withLock { $0[resource] } }
    set { answers.others.withLock { $0[resource] = newValue } }
  }

  /// Returns how often a resource was asked for.
  func count(_ resource: String) -> Int { transport.resources.count { $0 == resource } }
}
