import Terminals
import Testing

@testable import Screens

@MainActor @Suite struct TaskRegistryTests {
  private let first = CounterScreen(title: "first")
  private let second = CounterScreen(title: "second")
  private let tasks = TaskRegistry()
  private let events = Events()

  /// Begins a task that notes its beginning, waits at the gate, and notes its end.
  private func begin(
    _ name: WorkName, _ policy: TaskRegistry.Policy = .replacing, _ label: String = "",
    for owner: any Screen, _ gate: Turnstile
  ) {
    tasks.begin(name, policy, for: owner) { [events] in
      events.names.append("begin \(label)")
      await gate.wait()
      events.cancelled.append(Task.isCancelled)
    } hasEnded: { [events] in
      events.names.append("end \(label)")
    }
  }

  // MARK: Replacing

  @Test("A replacing task cancels only its screen's task of the same name")
  func aTaskReplacesTheOneOfItsNameAndScreen() async {
    let gates = [Turnstile(), Turnstile(), Turnstile(), Turnstile()]
    begin("count", for: first, gates[0])
    begin("load", for: first, gates[1])
    begin("count", for: second, gates[2])
    begin("count", for: first, gates[3])
    await letTasksRun()
    for gate in gates {
      gate.open()
      await letTasksRun()
    }
    #expect(events.cancelled == [true, false, false, false])
  }

  @Test("Cancelling a screen's tasks spares the ones that must finish and background tasks")
  func whatBelongsToItsScreenAloneIsCancelled() async {
    let gates = [Turnstile(), Turnstile(), Turnstile()]
    begin("count", for: first, gates[0])
    begin("count", .finishing, for: first, gates[1])
    begin("count", .background(stopKey: "x", stopHelp: "Stop"), for: first, gates[2])
    await letTasksRun()
    tasks.cancel(of: first)
    for gate in gates {
      gate.open()
      await letTasksRun()
    }
    #expect(events.cancelled == [true, false, false])
  }

  @Test("Cancelling all tasks spares the ones that must finish") func whatMustFinishIsSpared() async
  {
    let gates = [Turnstile(), Turnstile(), Turnstile()]
    begin("count", for: first, gates[0])
    begin("count", .finishing, for: first, gates[1])
    begin("count", .background(stopKey: "x", stopHelp: "Stop"), for: first, gates[2])
    await letTasksRun()
    tasks.cancelAll()
    for gate in gates {
      gate.open()
      await letTasksRun()
    }
    #expect(events.cancelled == [true, false, true])
  }

  // MARK: Finishing

  @Test("Uncancellable tasks of one name run one after another")
  func eachTaskWaitsForTheLastOneOfItsName() async {
    let gates = [Turnstile(), Turnstile(), Turnstile()]
    begin("save", .finishing, "1", for: first, gates[0])
    begin("save", .finishing, "2", for: first, gates[1])
    await letTasksRun()
    #expect(events.names == ["begin 1"])
    gates[0].open()
    await letTasksRun()
    #expect(events.names == ["begin 1", "end 1", "begin 2"])
    // The second goes on, though the first has ended.
    begin("save", .finishing, "3", for: first, gates[2])
    await letTasksRun()
    #expect(events.names.count == 3)
    gates[1].open()
    await letTasksRun()
    gates[2].open()
    await letTasksRun()
    #expect(events.names.dropFirst(3) == ["end 2", "begin 3", "end 3"])
  }

  @Test("Uncancellable tasks of other names or screens run at once")
  func aTaskOfAnotherNameOrScreenWaitsForNothing() async {
    let gate = Turnstile()
    begin("save", .finishing, "1", for: first, gate)
    begin("send", .finishing, "2", for: first, gate)
    begin("save", .finishing, "3", for: second, gate)
    await letTasksRun()
    #expect(events.names.sorted() == ["begin 1", "begin 2", "begin 3"])
    gate.open()
    await tasks.finish()
    #expect(events.names.count == 6)
  }

  @Test("Of uncancellable tasks, the oldest is named") func theOldestIsNamedUntilItHasEnded() async
  {
    let gates = [Turnstile(), Turnstile()]
    begin("load", for: first, gates[1])
    #expect(tasks.nameOfFinishing == nil)
    begin("save", .finishing, for: first, gates[0])
    begin("send", .finishing, for: first, gates[1])
    await letTasksRun()
    #expect(tasks.nameOfFinishing == "save")
    gates[0].open()
    await letTasksRun()
    #expect(tasks.nameOfFinishing == "send")
    gates[1].open()
    await letTasksRun()
    #expect(tasks.nameOfFinishing == nil)
  }

  // MARK: In the background

  @Test("Background tasks show the progress of the oldest that reports one")
  func theOldestThatHasReportedAnythingIsSeen() async {
    let gates = [Turnstile(), Turnstile()]
    begin("a", .background(stopKey: "x", stopHelp: "Stop 1"), for: first, gates[0])
    begin("b", .background(stopKey: "x", stopHelp: "Stop 2"), for: first, gates[1])
    #expect(tasks.progress == nil)
    #expect(tasks.note("half of b", of: "b"))
    #expect(tasks.progress == "half of b")
    #expect(tasks.note("half of a", of: "a"))
    #expect(tasks.progress == "half of a")
    gates[0].open()
    await letTasksRun()
    #expect(!tasks.isInBackground("a") && tasks.isInBackground("b"))
    #expect(tasks.progress == "half of b")
    #expect(!tasks.note("all of a", of: "a"))
    #expect(tasks.progress == "half of b")
    gates[1].open()
    await letTasksRun()
    #expect(!tasks.isInBackground("b"))
  }

  @Test("A background task's key stops that task alone") func eachHasAKeyThatStopsItAlone() async {
    let gates = [Turnstile(), Turnstile()]
    begin("a", .background(stopKey: "x", stopHelp: "Stop 1"), for: first, gates[0])
    begin("b", .background(stopKey: "x", stopHelp: "Stop 2"), for: first, gates[1])
    #expect(tasks.stopBindings.map(\.help) == ["Stop 1", "Stop 2"])
    #expect(tasks.stopBindings.map(\.label) == ["stop", "stop"])
    #expect(tasks.stopBindings.map(\.keys) == [["x"], ["x"]])
    let navigator = Navigator(size: Chrome.minimumSize) { _ in }
    tasks.stopBindings[1].action(navigator)
    for gate in gates {
      gate.open()
      await letTasksRun()
    }
    #expect(events.cancelled == [false, true])
  }

  @Test("Cancelling background tasks spares the screens' tasks") func allInTheBackgroundStop() async
  {
    let gates = [Turnstile(), Turnstile()]
    begin("a", .background(stopKey: "x", stopHelp: "Stop"), for: first, gates[0])
    begin("a", for: first, gates[1])
    await letTasksRun()
    tasks.cancelBackground()
    for gate in gates {
      gate.open()
      await letTasksRun()
    }
    #expect(events.cancelled == [true, false])
  }

  // MARK: Waiting

  @Test("Running tasks are named by the screen of the oldest") func theOldestTaskIsNamedFirst()
    async
  {
    let gates = [Turnstile(), Turnstile()]
    begin("count", for: first, gates[0])
    begin("count", for: second, gates[1])
    #expect(tasks.title(untilShown: false) == "first")
    #expect(tasks.title(untilShown: true) == "first")
    gates[0].open()
    await letTasksRun()
    #expect(tasks.title(untilShown: false) == "second")
    gates[1].open()
    await letTasksRun()
    #expect(tasks.title(untilShown: false) == nil)
    #expect(tasks.title(untilShown: true) == nil)
  }

  @Test("A replaced task is waited for until it has ended") func aReplacedTaskIsWaitedFor() async {
    let gates = [Turnstile(), Turnstile()]
    begin("count", for: first, gates[0])
    begin("count", for: first, gates[1])
    gates[1].open()
    await letTasksRun()
    #expect(tasks.title(untilShown: false) == "first")
    gates[0].open()
    await letTasksRun()
    #expect(tasks.title(untilShown: false) == nil)
  }

  @Test("A task of a shown screen is waited for only to its end")
  func aTaskOfAScreenThatShowsSomethingIsOnlyWaitedForToItsEnd() async {
    let gate = Turnstile()
    begin("count", for: first, gate)
    begin("copy", .background(stopKey: "x", stopHelp: "Stop"), for: second, gate)
    tasks.noteShown(first)
    #expect(tasks.title(untilShown: true) == "second")
    #expect(tasks.title(untilShown: false) == "first")
    #expect(tasks.note("half", of: "copy"))
    #expect(tasks.title(untilShown: true) == nil)
    #expect(tasks.title(untilShown: false) == "first")
    // Of a task that begins later nothing is shown yet.
    begin("load", for: first, gate)
    #expect(tasks.title(untilShown: true) == "first")
    gate.open()
    await letTasksRun()
  }

  @Test("Waiting for tasks ends at any change", arguments: ["end", "screen", "progress"])
  func waitingEndsWhenSomethingHasChanged(change: String) async {
    let gate = Turnstile()
    tasks.begin("copy", .background(stopKey: "x", stopHelp: "Stop"), for: first) {
      await gate.wait()
    } hasEnded: {
    }
    let waiting = Task { [tasks, events] in
      await tasks.change(until: .now + .seconds(3600))
      events.names.append("on")
    }
    await letTasksRun()
    #expect(events.names == [])
    switch change {
    case "end": gate.open()
    case "screen": tasks.noteShown(first)
    default: #expect(tasks.note("half", of: "copy"))
    }
    await letTasksRun()
    #expect(events.names == ["on"])
    waiting.cancel()
    gate.open()
  }

  @Test("Waiting for tasks ends at once without tasks, or at its deadline")
  func waitingEndsForNothingOrPastTheDeadline() async {
    await tasks.change(until: .now + .seconds(3600))
    let gate = Turnstile()
    begin("count", for: first, gate)
    await tasks.change(until: .now)
    #expect(tasks.title(untilShown: false) == "first")
    gate.open()
  }
}

/// Events in their order.
@MainActor final class Events {
  var names: [String] = []
  var cancelled: [Bool] = []
}
