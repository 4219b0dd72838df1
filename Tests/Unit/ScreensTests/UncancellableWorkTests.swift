import Testing

@testable import Screens

/// Work of one name and one screen is done piece after piece, and everything else at once.
@MainActor @Suite struct UncancellableWorkTests {
  private let screen = CounterScreen(title: "one")
  private let other = CounterScreen(title: "two")
  private let finishing = UncancellableWork()
  private let events = Events()

  private func begin(_ name: WorkName, _ label: String, for owner: any Screen, _ gate: Turnstile) {
    finishing.begin(name, for: owner) { [events] in
      events.names.append("begin \(label)")
      await gate.wait()
    } hasEnded: { [events] in
      events.names.append("end \(label)")
    }
  }

  @Test("Uncancellable tasks of one name run one after another")
  func eachPieceWaitsForTheLastOneOfItsName() async {
    let gates = [Turnstile(), Turnstile(), Turnstile()]
    begin("save", "1", for: screen, gates[0])
    begin("save", "2", for: screen, gates[1])
    await letTasksRun()
    #expect(events.names == ["begin 1"])
    gates[0].open()
    await letTasksRun()
    #expect(events.names == ["begin 1", "end 1", "begin 2"])
    // The second goes on, though the first has ended.
    begin("save", "3", for: screen, gates[2])
    await letTasksRun()
    #expect(events.names.count == 3)
    gates[1].open()
    await letTasksRun()
    gates[2].open()
    await letTasksRun()
    #expect(events.names.dropFirst(3) == ["end 2", "begin 3", "end 3"])
  }

  @Test("Uncancellable tasks of other names or screens run at once")
  func workOfAnotherNameOrScreenWaitsForNothing() async {
    let gate = Turnstile()
    begin("save", "1", for: screen, gate)
    begin("send", "2", for: screen, gate)
    begin("save", "3", for: other, gate)
    await letTasksRun()
    #expect(events.names.sorted() == ["begin 1", "begin 2", "begin 3"])
    gate.open()
    await letTasksRun()
    #expect(events.names.count == 6)
  }

  @Test("Uncancellable work is named by its oldest task") func theOldestWorkIsNamedUntilItHasEnded()
    async
  {
    let gates = [Turnstile(), Turnstile()]
    #expect(finishing.name == nil)
    begin("save", "1", for: screen, gates[0])
    begin("send", "2", for: screen, gates[1])
    await letTasksRun()
    #expect(finishing.name == "save")
    gates[0].open()
    await letTasksRun()
    #expect(finishing.name == "send")
    gates[1].open()
    await letTasksRun()
    #expect(finishing.name == nil)
  }
}
