import Core
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

/// A screen within a screen: its events, its requests and its state. `ChildScreenTests` of
/// Controllers sees one drawn.
@MainActor @Suite struct ChildScreenTests {
  // MARK: Events

  private func mouse(_ action: Mouse.Action, row: Int) -> Event {
    .mouse(Mouse(action, at: Position(row: row, column: 4)))
  }

  @Test(
    "A child screen's clicks are relative to its first row",
    arguments: [Mouse.Action.click, .doubleClick])
  func aClickIsCountedFromThePartsFirstRow(action: Mouse.Action) {
    #expect(mouse(action, row: 5).forChild(below: 3) == mouse(action, row: 2))
    #expect(mouse(action, row: 3).forChild(below: 3) == mouse(action, row: 0))
    #expect(mouse(action, row: 2).forChild(below: 3) == nil)
    #expect(mouse(action, row: 0).forChild(below: 0) == mouse(action, row: 0))
  }

  /// Whoever turns the wheel means what has the focus, wherever the pointer is.
  @Test("A child screen gets wheel events from anywhere") func theWheelTurnsThePartFromAnywhere() {
    #expect(mouse(.scrollDown, row: 5).forChild(below: 3) == mouse(.scrollDown, row: 2))
    #expect(mouse(.scrollDown, row: 2).forChild(below: 3) == mouse(.scrollDown, row: 0))
  }

  @Test(
    "A child screen gets other events unchanged",
    arguments: [Event.key("a"), .paste("a"), .focus(false), .resize(Size(rows: 1, columns: 2))])
  func anyOtherEventIsThePartsAsItIs(event: Event) {
    #expect(event.forChild(below: 3) == event)
  }

  // MARK: Requests

  @Test("A child screen's load runs beside others, its requests reach the parent")
  func aPartLoadsBesideTheOthersAndItsOtherRequestsAreTheScreens() async {
    let events = Events()
    var works: [(WorkName, @MainActor @Sendable () async -> Void)] = []
    var others = 0
    let navigator = Navigator(size: Size(rows: 9, columns: 40)) { request in
      if case .run(let name, let work) = request { works.append((name, work)) } else { others += 1 }
    }
    let part = navigator.childNavigator(size: Size(rows: 3, columns: 20)) {
      events.names.append("beside")
    }
    #expect(part.size == Size(rows: 3, columns: 20))
    part.run(.loading) { events.names.append("part") }
    part.run("count") { events.names.append("count") }
    part.pop()
    #expect(works.map(\.0) == [.loading, "count"])
    #expect(others == 1)
    #expect(events.names == [])
    await works[0].1()
    #expect(events.names.sorted() == ["beside", "part"])
    await works[1].1()
    #expect(events.names.last == "count" && events.names.count == 3)
  }

  @Test("Child screens that push at once open one screen") func onlyTheScreensOfPartsAreOpenedOnce()
  {
    var requests = 0
    let once = Navigator(size: Size(rows: 1, columns: 1)) { _ in requests += 1 }.openingOnce
    once.pop()
    once.push(TestRoute.two)
    once.push(TestRoute.slow)
    once.refresh()
    once.refresh()
    #expect(requests == 4)
  }

  // MARK: State

  private func state(_ json: String) throws -> JSON { try JSON(Array(json.utf8)) }

  @Test("A child screen is restored as saved") func aPartComesBackAsItWasSaved() throws {
    let screen = CounterScreen(title: "")
    let part = ChildScreen(screen, resuming: nil)
    let saved = part.save()
    #expect(saved == ChildState(version: 1, state: try state(#"{"answer":"none","count":0}"#)))
    screen.state.count = 5
    #expect(part.save() != saved)
    let again = CounterScreen(title: "")
    let resumed = ChildScreen(again, resuming: part.save())
    #expect(again.state.count == 5)
    #expect(resumed.save() == part.save())
  }

  @Test("Child states are equal if version and state are")
  func partsAreTheSameIfVersionAndStateAre() throws {
    let part = ChildState(version: 2, state: .number("1"))
    #expect(part == ChildState(version: 2, state: .number("1")))
    #expect(part != ChildState(version: 1, state: .number("1")))
    #expect(part != ChildState(version: 2, state: .number("2")))
  }

  @Test("A child screen preserves unknown fields of a newer release")
  func whatALaterReleaseSavedOfAPartIsKept() throws {
    let later = ChildState(
      version: 7, state: try state(#"{"answer":"none","count":5,"zoom":[1]}"#))
    let screen = CounterScreen(title: "")
    let part = ChildScreen(screen, resuming: later)
    screen.state.count = 6
    #expect(part.save().version == 7)
    #expect(part.save().state["zoom"] == .array([.number("1")]))
    #expect(part.save().state["count"] == .number("6"))
    // A key that this release itself wrote and doesn't know any more is let go of.
    let own = ChildScreen(
      CounterScreen(title: ""), resuming: ChildState(version: 1, state: later.state))
    #expect(own.save() == ChildState(version: 1, state: try state(#"{"answer":"none","count":5}"#)))
  }

  @Test("A child state that can't be encoded equals none and throws")
  func aPartThatCannotBeSavedIsNeverTheSameAndFailsToBeEncoded() throws {
    let screen = UnsavableScreen()
    let part = ChildScreen(screen, resuming: nil)
    let saved = part.save()
    #expect(part.save() == saved)
    screen.state.number = .nan
    #expect(part.save() != part.save())
    #expect(part.save() != saved)
    #expect(saved != part.save())
    #expect(part.save().state == saved.state)
    #expect(throws: (any Error).self) { try StateCoder.encode(part.save()) }
    screen.state.number = 0
    #expect(part.save() == saved)
    #expect(try StateCoder.encode(part.save())["version"] == .number("1"))
  }
}
