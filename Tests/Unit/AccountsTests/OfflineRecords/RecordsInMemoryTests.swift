import Core
import Encryption
import RepriseTesting
import Synchronization
import Testing

@testable import Accounts
@testable import DataSources

/// The saved records in memory: so many that nothing is read twice, and none that was removed.
@Suite(.cheapKeys) struct RecordsInMemoryTests {
  /// A record that counts how often it was read from a file, and how many of it there are.
  private struct Counted: RecordSubject {
    static let key = "counted"
    static let noun = (one: "record", many: "records")
    static let counts = Mutex((read: 0, alive: 0))

    /// A record's place in memory.
    final class Presence: Sendable {
      init() { Counted.counts.withLock { $0.alive += 1 } }
      deinit { Counted.counts.withLock { $0.alive -= 1 } }
    }

    let id: ResourceID
    let identifier = ""
    private let presence = Presence()
    var title: String { id.text }
    var facts: JSON { .object([JSON.Member("name", .string(id.text))]) }

    init(_ name: String) { id = ResourceID(name) }

    init(facts: JSON) throws {
      self.init(facts["name"]?.string ?? "")
      Counted.counts.withLock { $0.read += 1 }
    }

    static func part(of question: String) -> String? { nil }

    static func == (one: Counted, other: Counted) -> Bool { one.id == other.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  private let home: TemporaryDirectory
  private let saved: SavedRecords<Counted>

  init() async throws {
    home = try TemporaryDirectory()
    saved = SavedRecords(
      try await VaultDirectory(
        of: Account(server: "https://lab.example.org", user: "ada"), in: home.path
      ).make(Secret("geheim"), cost: .least))
  }

  private var alive: Int { Counted.counts.withLock(\.alive) }

  /// The number of records that are read from files meanwhile.
  private func reads(_ work: () async throws -> Void) async throws -> Int {
    let before = Counted.counts.withLock(\.read)
    try await work()
    return Counted.counts.withLock(\.read) - before
  }

  private func keep(_ name: String, at timestamp: Int) async throws {
    try await saved.save(
      RecordCopy(RecordEntry(Counted(name), timestamp: timestamp), responses: [:]))
  }

  @Test("Saved records are read once and released when replaced or removed")
  func nothingIsReadTwiceAndWhatWasReplacedOrRemovedIsGone() async throws {
    try await keep("S1", at: 10)
    try await keep("S2", at: 20)
    // The list has both.
    #expect(alive == 2)
    #expect(try await reads { _ = try await saved.list() } == 0)
    // A screen asks for its copy at each of its questions.
    #expect(try await reads { _ = await saved.copy(of: ResourceID("S2")) } == 1)
    #expect(try await reads { _ = await saved.copy(of: ResourceID("S1")) } == 1)
    #expect(try await reads { _ = await saved.copy(of: ResourceID("S1")) } == 0)
    #expect(alive == 3)
    try await keep("S1", at: 30)
    #expect(alive == 2)
    _ = await saved.copy(of: ResourceID("S1"))
    try await keep("S2", at: 40)
    #expect(alive == 3)
    try await saved.remove(ResourceID("S2"))
    #expect(alive == 2)
    try await saved.remove(ResourceID("S1"))
    #expect(alive == 0)
  }
}
