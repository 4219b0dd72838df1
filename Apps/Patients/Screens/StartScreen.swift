import Reprise

/// Where a session with the built-in patients begins. At a server the gate is in its place.
@MainActor func startScreen(_ source: RecordSource) -> any Screen {
  StartController(
    fields: [],
    buttons: [
      StartButton("test", title: "Test unplugged") { _, _ in await check(source) },
      StartButton("next", title: "Next", needsLoaded: true) { _, navigator in
        navigator.push(Route.home)
        return StartButton.Outcome()
      },
    ],
    focusID: "next",
    source: { await check(source) })
}

@MainActor private func check(_ source: RecordSource) async -> StartButton.Outcome {
  do {
    try await source.client.logIn()
    return StartButton.Outcome(
      report: Report("The built-in patients are ready. All of them are invented."),
      nextID: "next", loaded: "unplugged")
  } catch {
    return StartButton.Outcome(report: Report(problem: "Loading failed", error))
  }
}
