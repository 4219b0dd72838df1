import Foundation
import Reprise
import RepriseTesting
import Synchronization
import Testing

@testable import CloudBurst

extension ModelTests {
  @Suite struct VirtualSystemSourceTests {
    let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
    }

    /// Whether another task of the main actor got its turn while `body` ran: then `body` was suspended.
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

    @Test @MainActor func theBuiltInFixtureIsThereWithoutASuspension() async throws {
      let source = VirtualSystemSource.unplugged(path: nil)
      let suspended = try await suspends {
        #expect(try await source.list(false).systems.count == 14)
        #expect(try await source.list(true).systems.count == 14)
        let detail = try await source.detail(ResourceID("56"), false)
        #expect(detail.owner?.text == "Luca Verdi (lucav)")
        #expect(try await source.detail(ResourceID("61"), true).machines?.count == 2)
      }
      #expect(!suspended)
      #expect(source.name == "built-in")
      #expect(source.statuses == .builtInFixture)
    }

    @Test @MainActor func aFileIsReadElsewhereAndThenKnownAtOnce() async throws {
      let path = try folder.write("list.json", #"[{"id": 1}]"#)
      let source = VirtualSystemSource.unplugged(path: path)
      #expect(try await suspends { _ = try await source.list(false) })
      #expect(try await !suspends { _ = try await source.list(false) })
      #expect(source.name == "list.json")
      #expect(source.statuses == .attested)
    }

    @Test func whatIsKnownStaysUntilARefresh() async throws {
      let path = try folder.write("list.json", #"[{"id": 1}]"#)
      let source = VirtualSystemSource.unplugged(path: path)
      #expect(try await source.list(false).systems.count == 1)
      try folder.write("list.json", #"[{"id": 1}, {"id": 2}]"#)
      #expect(try await source.list(false).systems.count == 1)
      #expect(try await source.list(true).systems.count == 2)
      #expect(try await source.list(false).systems.count == 2)
    }

    @Test func aRefreshThatFailsLeavesWhatIsKnown() async throws {
      let path = try folder.write("list.json", #"[{"id": 1}]"#)
      let source = VirtualSystemSource.unplugged(path: path)
      _ = try await source.list(false)
      try folder.write("list.json", "[")
      await #expect(throws: SourceProblem.self) { try await source.list(true) }
      #expect(try await source.list(false).systems.count == 1)
      #expect(try await source.detail(ResourceID("1"), false).system.title == "System 1")
    }

    @Test func aMissingPathIsSaidByTheFirstList() async {
      let source = VirtualSystemSource.unplugged(path: "/nowhere/list.json")
      await #expect(throws: SourceProblem.noSuchFile("/nowhere/list.json")) {
        try await source.list(false)
      }
    }

    @Test func aFileThatAppearsLaterIsFoundByARefresh() async throws {
      let source = VirtualSystemSource.unplugged(path: folder.path)
      await #expect(throws: SourceProblem.folderWithoutList(folder.path)) {
        try await source.list(false)
      }
      try folder.write("resources/virtualSystems.json", #"[{"id": 1}]"#)
      #expect(try await source.list(false).systems.count == 1)
    }

    @Test(arguments: [nil, "list.json"])
    func aSystemThatVanishedIsItsOwnProblem(name: String?) async throws {
      let path = try name.map { try folder.write($0, #"[{"id": 1}]"#) }
      let source = VirtualSystemSource.unplugged(path: path)
      _ = try await source.list(false)
      await #expect(throws: SourceProblem.noSuchSystem(ResourceID("9"))) {
        try await source.detail(ResourceID("9"), false)
      }
    }

    @Test(arguments: [("a/b/list.json", "list.json"), ("answers/", "answers"), ("/", "/")])
    func theNameIsThePathsLastComponent(path: String, name: String) {
      #expect(VirtualSystemSource.unplugged(path: path).name == name)
    }
  }
}
