import Controllers
import Core
import RepriseTesting
import Restoration
import Terminals
import Testing

@testable import Screens

/// The session as a loop hands it out and saves it on demand.
@MainActor @Suite struct LoopSnapshotTests {
  private let test = TestApplication()
  private let terminal = InMemoryTerminal(size: Size(rows: 10, columns: 60))

  private func loop(_ store: InMemorySnapshotStore) throws -> ScreenLoop<TestRoute> {
    try ScreenLoop(
      test.application, framework: .standard, terminal: terminal, store: store, time: .stopped)
  }

  private func press(_ key: Key, in loop: ScreenLoop<TestRoute>) async {
    terminal.send(.key(key))
    loop.turn()
    await loop.settle()
  }

  @Test("The loop's snapshot has the present screens and messages")
  func aSnapshotHasTheScreensAsTheyAreNow() async throws {
    let loop = try loop(InMemorySnapshotStore())
    loop.start(resuming: nil)
    await loop.settle()
    #expect(loop.snapshot()?.entries.count == 1)
    await press("n", in: loop)
    #expect(loop.snapshot()?.entries.map { $0.contents?.title } == ["", "one"])
    #expect(loop.snapshot()?.entries[0].contents?.state["count"] == .number("1"))
    await press("m", in: loop)
    #expect(loop.snapshot()?.messages.messages.map(\.text) == ["Something."])
  }

  /// The one saved before counts.
  @Test("A resumed loop has no snapshot before the first key")
  func untilThePersonDoesSomethingThereIsNone() async throws {
    let saved = body(of: SavedEntry.root)
    let loop = try loop(InMemorySnapshotStore(body: saved))
    loop.start(resuming: try Snapshot(body: saved))
    await loop.settle()
    #expect(loop.snapshot() == nil)
    terminal.send(.focus(true))
    loop.turn()
    #expect(loop.snapshot() == nil)
    await press(.up, in: loop)
    #expect(loop.snapshot()?.entries.count == 1)
  }

  @Test("A loop has no snapshot of a state that can't be saved")
  func thereIsNoneOfWhatCannotBeSaved() async throws {
    let loop = try loop(InMemorySnapshotStore())
    loop.start(resuming: nil)
    for key in ["u", "x"] as [Key] { await press(key, in: loop) }
    #expect(loop.snapshot() == nil)
    #expect(loop.notSaving == "nan can't be saved; save nil instead.")
    await press("z", in: loop)
    #expect(loop.snapshot()?.entries.count == 2)
  }

  /// Nobody has seen what a turn that is under way will bring.
  @Test("A durable save during a turn saves what was last painted")
  func inTheMiddleOfATurnWhatWasPaintedLastIsSaved() async throws {
    let store = InMemorySnapshotStore()
    let loop = try loop(store)
    loop.start(resuming: nil)
    await loop.settle()
    await press("+", in: loop)
    let saved = store.body
    terminal.send(.key("n"))
    loop.turn()
    loop.saveDurably()
    #expect(store.body == saved)
    await loop.settle()
    #expect(try store.snapshot.entries.count == 2)
  }

  @Test("The loop offers its built screens and their keys")
  func theBuiltScreensAndTheirKeysAreOffered() async throws {
    let loop = try loop(InMemorySnapshotStore())
    loop.start(resuming: nil)
    await loop.settle()
    #expect(loop.offers.own.prefix(3) == ["+", "n", "a"])
    #expect(loop.offers.framework.contains("?") && !loop.offers.framework.contains("+"))
    #expect(!loop.offers.framework.contains(.escape))
    #expect(loop.offers.choiceCount == 0 && loop.screens.count == 1)
    await press("a", in: loop)
    #expect(loop.offers.choiceCount == 2 && loop.screens.count == 2)
    #expect((loop.offers.own + loop.offers.framework).contains(.escape))
  }
}
