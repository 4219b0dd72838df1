import Controllers
import RepriseTesting
import Restoration
import Terminals
import Testing

@testable import Screens

/// Ctrl-Z gives the shell its terminal, and is no key of any screen.
@MainActor @Suite struct SuspendingTests {
  private let test = TestApplication()
  private let store = InMemorySnapshotStore()
  private let terminal = InMemoryTerminal(size: Size(rows: 24, columns: 80))

  private func loop(resuming snapshot: Snapshot? = nil) async throws -> ScreenLoop<TestRoute> {
    let loop = try ScreenLoop(
      test.application, framework: .standard, terminal: terminal, store: store, time: .stopped)
    loop.start(resuming: snapshot, notices: ["A sentence to be read."])
    await loop.settle()
    return loop
  }

  private func press(_ keys: Key..., in loop: ScreenLoop<TestRoute>) async {
    for key in keys { terminal.send(.key(key)) }
    loop.turn()
    await loop.settle()
  }

  @Test("Suspending leaves the screen and its notice") func theScreenAndItsSentenceAreAsTheyWere()
    async throws
  {
    let loop = try await loop()
    let before = terminal.frame
    var count = 0
    loop.onSuspend = { count += 1 }
    await press(.control("z"), in: loop)
    #expect(count == 1)
    loop.turn()
    loop.repaint()
    #expect(count == 1)
    #expect(terminal.frame == before)
    #expect(terminal.frame.text.contains("A sentence to be read."))
  }

  @Test("Suspending handles earlier keys and drops later ones")
  func keysBeforeItAreTheScreensAndThoseBehindItNobodys() async throws {
    let loop = try await loop()
    var text = ""
    loop.onSuspend = { [store] in
      text = store.body.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    await press("n", .control("z"), "n", in: loop)
    #expect(terminal.frame.text.contains("Test › one"))
    #expect(!terminal.frame.text.contains("Test › one › "))
    #expect(text.contains("one"))
    loop.turn()
    #expect(!terminal.frame.text.contains("Test › one › "))
  }

  @Test("Ctrl-Z suspends while typing") func whereLettersAreTypedItSuspendsAllTheSame() async throws
  {
    let loop = try await loop()
    var count = 0
    loop.onSuspend = { count += 1 }
    await press("t", "x", .control("z"), in: loop)
    #expect(count == 1)
    #expect(terminal.frame.text.contains("typed “x”"))
  }

  /// Looking at the shell does nothing to the session: the one saved before counts.
  @Test("Suspending a resumed session saves nothing") func aSessionThatResumesIsNotSavedForIt()
    async throws
  {
    let first = try await loop()
    await press("n", in: first)
    let snapshot = try store.snapshot
    let saves = store.body
    let second = try await loop(resuming: snapshot)
    await press(.control("z"), in: second)
    #expect(store.body == saves)
    #expect(second.snapshot() == nil)
  }
}
