import Terminals
import Testing

@testable import Screens

/// The pieces of work in the background as the loop notes them.
@MainActor @Suite struct BackgroundTasksTests {
  private let tasks = BackgroundTasks()
  private let gate = Turnstile()

  private func begin(_ name: WorkName, _ number: Int) -> Task<Void, Never> {
    let task = Task { [gate] in await gate.wait() }
    tasks.begin(BackgroundWork(name, stop: "x", help: "Stop \(number)") { _ in }, number, task)
    return task
  }

  @Test("Background tasks show the progress of the oldest that reports one")
  func theOldestThatHasSaidAnythingIsSeen() {
    _ = (begin("a", 1), begin("b", 2))
    #expect(tasks.progress == nil)
    #expect(tasks.note("half of b", of: 2))
    #expect(tasks.progress == "half of b")
    #expect(tasks.note("half of a", of: 1))
    #expect(tasks.progress == "half of a")
    tasks.end(1)
    #expect(tasks.progress == "half of b")
    // Of what has ended nothing is said any more.
    #expect(!tasks.note("all of a", of: 1))
    #expect(tasks.progress == "half of b")
    gate.open()
  }

  @Test("Background tasks contain work until it has ended") func workGoesOnUntilItHasEnded() {
    #expect(!tasks.contains("a"))
    _ = begin("a", 1)
    #expect(tasks.contains("a") && !tasks.contains("b"))
    tasks.end(2)
    #expect(tasks.contains("a"))
    tasks.end(1)
    #expect(!tasks.contains("a"))
    gate.open()
  }

  @Test("A background task's key stops that task alone") func eachHasAKeyThatStopsItAlone() {
    let work = [begin("a", 1), begin("b", 2)]
    #expect(tasks.bindings.map(\.help) == ["Stop 1", "Stop 2"])
    #expect(tasks.bindings.map(\.label) == ["stop", "stop"])
    #expect(tasks.bindings.map(\.keys) == [["x"], ["x"]])
    let navigator = Navigator(size: Chrome.minimumSize) { _ in }
    tasks.bindings[1].action(navigator)
    #expect(work.map(\.isCancelled) == [false, true])
    tasks.cancel()
    #expect(work.map(\.isCancelled) == [true, true])
    gate.open()
  }
}
