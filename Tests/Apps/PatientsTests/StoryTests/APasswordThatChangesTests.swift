import Accounts
import Reprise
import RepriseTesting
import Synchronization
import Testing

@testable import Patients

/// A password command, and a server that takes what it gave no more.
@MainActor @Suite(.cheapKeys) final class APasswordThatChangesTests {
  private let passwords = Mutex(["old", "new"])

  /// A nurse whose server refuses the first password that it is sent.
  private func source() throws -> RecordSource {
    let command = PasswordSource(isRepeatable: true) {
      Secret(self.passwords.withLock { $0.isEmpty ? "none" : $0.removeFirst() })
    }
    let transport = ScriptedTransport.demo { $1 == 0 ? .no(401) : nil }
    let connection = Connection(
      to: try #require(ServerAddress("https://clinic.example.org/openmrs")), as: "nurse",
      over: transport, passwords: [command], now: { 0 })
    return RecordSource(
      client: OpenMRSClient(
        OpenMRSServices(connection: connection, knowledge: ServerKnowledge(root: ""))),
      origin: Provenance(.live("clinic.example.org")), zone: .utc, usesServer: true,
      now: { Timestamp(milliseconds: 1_795_262_400_000) })
  }

  /// A list that comes in pages asks for a password as everything else does.
  @Test("patients list runs the password command only for the user")
  func aListAsksTheCommandAgainForAPersonAlone() async throws {
    let pages = try source().pages { client, request in
      try ListPage(
        try await client.activeVisits(start: request.start, limit: request.count), .utc
      ) { $0 }
    }
    func ask(_ loadReason: LoadReason) async throws -> Int {
      try await pages.fetch(ListPageRequest(start: 0, count: 20, loadReason: loadReason)).rows.count
    }
    for _ in 0..<2 {
      await #expect(throws: (any Error).self) { try await ask(.appear) }
    }
    #expect(passwords.withLock { $0 } == ["new"])
    #expect(try await ask(.userRefresh) > 0)
    #expect(passwords.withLock { $0 } == [])
  }
}
