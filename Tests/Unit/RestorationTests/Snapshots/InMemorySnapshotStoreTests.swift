import Core
import RepriseTesting
import Testing

@testable import Restoration

@Suite struct InMemorySnapshotStoreTests {
  @Test("An in-memory snapshot store keeps body and save count")
  func itRemembersWhatWasSavedAndHowOften() throws {
    let store = InMemorySnapshotStore()
    #expect(store.load().body == nil)
    try store.save([1])
    try store.save([2])
    #expect(store.load() == StoredSnapshot(body: [2]))
    #expect(store.saveCount == 2)
  }

  @Test("A failing in-memory snapshot store keeps its body") func aFailingOneKeepsWhatItHad() throws
  {
    let store = InMemorySnapshotStore(body: [1])
    store.failure = .tooLarge(bytes: 5)
    #expect(throws: SnapshotError.tooLarge(bytes: 5)) { try store.save([2]) }
    #expect(store.load().body == [1])
    #expect(store.saveCount == 0)
    store.failure = nil
    try store.save([3])
    #expect(store.load().body == [3])
  }

  @Test("An in-memory snapshot store limits its quarantines")
  func asManyCopiesAreSetAsideAsBesideAFile() throws {
    let store = InMemorySnapshotStore()
    for number in 1...Quarantine.maximumCount {
      try store.save([UInt8(number)])
      #expect(try store.quarantine() == "aside \(number)")
    }
    try store.save([0])
    #expect(throws: SnapshotError.file(.unsafe(path: "memory", Quarantine.isFull))) {
      try store.quarantine()
    }
  }

  /// The twins obey one law: the same operations have the same outcome.
  @Test(
    "An in-memory snapshot store behaves like a snapshot file", arguments: [1, 2, 3, 4] as [UInt64])
  func itBehavesAsTheFileDoes(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let directory = try TemporaryDirectory()
    var file = SnapshotFile(path: directory.file())
    let memory = InMemorySnapshotStore()
    #expect(try file.load() == memory.load())
    for step in 0..<60 {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0...5:
        let count =
          Int.random(in: 0..<8, using: &generator) == 0
          ? [20_000, 70_000, 1 << 20, 2 << 20].randomElement(using: &generator) ?? 0
          : Int.random(in: 0...3000, using: &generator)
        let body = [UInt8](repeating: UInt8.random(in: 32...126, using: &generator), count: count)
        #expect(
          outcome { try file.save(body) } == outcome { try memory.save(body) }, "step \(step)")
      case 6, 7:
        // Another process.
        file = SnapshotFile(path: directory.file())
        #expect(try file.load() == memory.load(), "step \(step)")
      default:
        #expect(
          outcome { _ = try file.quarantine() } == outcome { _ = try memory.quarantine() },
          "step \(step)")
      }
    }
    #expect(try SnapshotFile(path: directory.file()).load() == memory.load())
  }

  /// Whether something went well, or the kind of problem that it was.
  private func outcome(_ action: () throws -> Void) -> String {
    do {
      try action()
      return "done"
    } catch SnapshotError.tooLarge {
      return "too large"
    } catch SnapshotError.file(.unsafe) {
      return "no more room beside it"
    } catch {
      return "problem"
    }
  }
}
