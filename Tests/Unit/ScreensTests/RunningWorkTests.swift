import Testing

@testable import Screens

@MainActor @Suite struct RunningWorkTests {
  private let first = CounterScreen(title: "first")
  private let second = CounterScreen(title: "second")
  private let unfinished = RunningWork()

  @Test("Running work is named by its oldest task") func theOldestWorkIsNamedFirst() {
    let numbers = [unfinished.begin(for: first), unfinished.begin(for: second)]
    #expect(unfinished.title(untilShown: false) == "first")
    #expect(unfinished.title(untilShown: true) == "first")
    unfinished.end(numbers[0])
    #expect(unfinished.title(untilShown: false) == "second")
    unfinished.end(numbers[1])
    #expect(unfinished.title(untilShown: false) == nil)
    #expect(unfinished.title(untilShown: true) == nil)
  }

  @Test("Running work of a shown screen is waited for only to its end")
  func workOfAScreenThatShowsSomethingIsOnlyWaitedForToItsEnd() {
    _ = unfinished.begin(for: first)
    let number = unfinished.begin(for: second)
    unfinished.noteShown(first)
    #expect(unfinished.title(untilShown: true) == "second")
    #expect(unfinished.title(untilShown: false) == "first")
    unfinished.noteShown(number)
    #expect(unfinished.title(untilShown: true) == nil)
    #expect(unfinished.title(untilShown: false) == "first")
    // Of work that begins later nothing is shown yet.
    _ = unfinished.begin(for: first)
    #expect(unfinished.title(untilShown: true) == "first")
  }

  @Test("Waiting for running work ends at any change", arguments: ["end", "screen", "number"])
  func whoWaitsGoesOnWhenSomethingHasChanged(change: String) async {
    let number = unfinished.begin(for: first)
    let events = Events()
    let waiting = Task { [unfinished] in
      await unfinished.change(until: .now + .seconds(3600))
      events.names.append("on")
    }
    await letTasksRun()
    #expect(events.names == [])
    switch change {
    case "end": unfinished.end(number)
    case "screen": unfinished.noteShown(first)
    default: unfinished.noteShown(number)
    }
    await letTasksRun()
    #expect(events.names == ["on"])
    waiting.cancel()
  }

  @Test("Waiting for running work ends at once without work, or at its deadline")
  func nobodyWaitsForNothingOrPastTheDeadline() async {
    await unfinished.change(until: .now + .seconds(3600))
    _ = unfinished.begin(for: first)
    await unfinished.change(until: .now)
    #expect(unfinished.title(untilShown: false) == "first")
  }
}

/// Events in their order.
@MainActor final class Events { var names: [String] = [] }
