import RepriseTesting
import Controllers
import Restoration
import Screens
import Terminals
import Testing

/// What a screen asks for late, when it isn't the one on top any more.
@MainActor @Suite struct NavigatorTests {
  private let test = TestApplication()
  private let store = InMemorySnapshotStore()
  private let terminal = InMemoryTerminal(size: Size(rows: 24, columns: 80))
  private let loop: ScreenLoop<TestRoute>

  init() throws {
    loop = try ScreenLoop(
      test.application, framework: .standard, terminal: terminal, store: store, time: .standing)
    loop.start(resuming: nil)
  }

  /// Presses keys without waiting for what is being loaded.
  private func press(_ keys: Key...) async {
    for key in keys {
      terminal.send(.key(key))
      loop.turn()
      await letTasksRun()
    }
  }

  private var text: String { terminal.frame.text }

  @Test func aScreenIsShownBeforeItsDataIsThere() async {
    await press("w")
    #expect(text.contains("slow: nothing yet"))
    #expect(test.gate.waitingCount == 1)
  }

  @Test func whatALoadBringsIsShownAndSavedWithoutAKey() async throws {
    await press("w")
    let count = store.saveCount
    test.gate.open()
    await letTasksRun()
    #expect(text.contains("pushed by the slow one"))
    #expect(store.saveCount == count + 1)
    await press(.escape)
    #expect(text.contains("slow: data"))
  }

  @Test func goingBackCancelsALoad() async {
    await press("w", .escape)
    test.gate.open()
    await letTasksRun()
    #expect(test.gate.wasCancelled == true)
  }

  @Test func aLoadThatEndsAfterItsScreenWasClosedChangesNothing() async {
    await press("w", .escape)
    let before = terminal.frame.text
    let saved = store.body
    test.gate.open()
    await letTasksRun()
    #expect(terminal.frame.text == before)
    #expect(store.body == saved)
    #expect(test.built == [.root, .slow])
  }

  @Test func aScreenThatIsCoveredOpensNothingAndClosesNothing() async {
    await press("w", "n", "+")
    test.gate.open()
    await letTasksRun()
    #expect(text.contains("Slow › above"))
    #expect(text.contains("count 1,"))
    #expect(!text.contains("pushed by the slow one"))
    // Its data is there all the same.
    await press(.escape)
    #expect(text.contains("slow: data"))
  }

  @Test func whatACoveredScreenChangedIsSavedWhenItIsSeenAgain() async throws {
    await press("w", "n")
    test.gate.open()
    await letTasksRun()
    await press(.escape)
    let top = try store.snapshot.entries.last?.contents
    #expect(top?.state["count"] == .number("1"))
  }

  @Test func aRefreshReplacesTheLoadUnderWay() async {
    await press("w", "r")
    #expect(test.gate.waitingCount == 2)
    test.gate.open()
    await letTasksRun()
    #expect(text.contains("pushed by the slow one"))
  }
}
