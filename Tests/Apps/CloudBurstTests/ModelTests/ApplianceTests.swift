import Accounts
import Reprise
import RepriseTesting
import Synchronization
import Testing

@testable import CloudBurst

extension ModelTests {
  @MainActor @Suite struct ApplianceTests {
    let directory: TemporaryDirectory

    init() throws {
      directory = try TemporaryDirectory()
    }

    /// Whether another task of the main actor got its turn while `body` ran: then `body` was
    /// suspended.
    @MainActor private func suspends(_ body: @MainActor () async throws -> Void) async throws
      -> Bool
    {
      let turns = Mutex(0)
      let other = Task { @MainActor in turns.withLock { $0 += 1 } }
      try await body()
      let suspended = turns.withLock { $0 } > 0
      await other.value
      return suspended
    }

    @Test("Appliance with demo data loads without suspending")
    func theDemoDataIsThereWithoutASuspension() async throws {
      let source = Appliance.unplugged()
      let suspended = try await suspends {
        #expect(try await source.shownList().list.systems.count == 14)
        #expect(try await source.shownList(.userRefresh).list.systems.count == 14)
        let detail = try await source.shownDetail("56")
        #expect(detail.ownerText == "Luca Verdi (lucav)")
        #expect(try await source.shownDetail("61", .userRefresh).machines?.count == 2)
      }
      #expect(!suspended)
      #expect(source.provenance == Provenance(.demoData))
    }

    @Test("Appliance reads a file once in the background")
    func aFileIsReadElsewhereAndThenKnownAtOnce() async throws {
      let path = try directory.write("list.json", #"[{"id": 1}]"#)
      let source = Appliance.unplugged(path)
      #expect(try await suspends { _ = try await source.shownList() })
      #expect(try await !suspends { _ = try await source.shownList() })
      #expect(source.provenance == Provenance(.unplugged("list.json")))
    }

    @Test("Appliance keeps its data until a refresh") func whatIsKnownStaysUntilARefresh()
      async throws
    {
      let path = try directory.write("list.json", #"[{"id": 1}]"#)
      let source = Appliance.unplugged(path)
      #expect(try await source.shownList().list.systems.count == 1)
      try directory.write("list.json", #"[{"id": 1}, {"id": 2}]"#)
      #expect(try await source.shownList().list.systems.count == 1)
      #expect(try await source.shownList(.userRefresh).list.systems.count == 2)
      #expect(try await source.shownList().list.systems.count == 2)
    }

    @Test("Appliance keeps its data if a refresh fails") func aRefreshThatFailsLeavesWhatIsKnown()
      async throws
    {
      let path = try directory.write("list.json", #"[{"id": 1}]"#)
      let source = Appliance.unplugged(path)
      _ = try await source.shownList()
      try directory.write("list.json", "[")
      await #expect(throws: ReplayError.self) { try await source.shownList(.userRefresh) }
      #expect(try await source.shownList().list.systems.count == 1)
      #expect(try await source.shownDetail("1").system.title == "System 1")
    }

    @Test("Appliance with a missing path throws on its first list")
    func aMissingPathIsSaidByTheFirstList() async {
      let source = Appliance.unplugged("/nowhere/list.json")
      await #expect(throws: ReplayError.noSuchFile("/nowhere/list.json")) {
        try await source.shownList()
      }
    }

    @Test("Appliance finds a file that appears later on refresh")
    func aFileThatAppearsLaterIsFoundByARefresh() async throws {
      let source = Appliance.unplugged(directory.path)
      await #expect(
        throws: ReplayError.notRecorded(
          directory.path, name: "resources/virtualSystems.json")
      ) {
        try await source.shownList()
      }
      try directory.write("resources/virtualSystems.json", #"[{"id": 1}]"#)
      #expect(try await source.shownList().list.systems.count == 1)
    }

    @Test("Appliance reports a missing system as such", arguments: [nil, "list.json"])
    func aSystemThatVanishedIsItsOwnProblem(name: String?) async throws {
      let path = try name.map { try directory.write($0, #"[{"id": 1}]"#) }
      let source = Appliance.unplugged(path)
      _ = try await source.shownList()
      await #expect(throws: NoSuchSystem(id: ResourceID("9"), source: .recording)) {
        try await source.shownDetail("9")
      }
    }

    @Test(
      "Appliance of a recording is named by the last path component",
      arguments: [("a/b/list.json", "list.json"), ("answers/", "answers"), ("/", "/")])
    func theNameIsThePathsLastComponent(path: String, name: String) {
      #expect(Appliance.unplugged(path).provenance == Provenance(.unplugged(name)))
    }
  }
}
