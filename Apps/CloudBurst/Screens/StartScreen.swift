import Reprise

/// Server, user, and what to load: the article's first window.
@MainActor func startScreen(_ unplugged: VirtualSystemSource, isUnplugged: Bool) -> any Screen {
  @Sendable @MainActor func test(isRefresh: Bool) async -> StartButton.Outcome {
    do {
      let list = try await unplugged.list(isRefresh)
      return StartButton.Outcome(
        report: Report(loadedSentence(list, from: unplugged.name)), nextID: "next",
        loaded: Origin.unplugged.rawValue)
    } catch {
      return StartButton.Outcome(report: Report(problem: "The list could not be read", error))
    }
  }
  return StartController(
    fields: [
      Field(
        "server", label: "Server", placeholder: "appliance.example.com",
        problem: { ServerAddress.problem($0) }, savable: { ServerAddress.withoutUser($0) }),
      Field("user", label: "User ID", placeholder: "cbadmin"),
    ],
    buttons: [
      StartButton("load", title: "Load", needsFields: true) { _, _ in
        StartButton.Outcome(report: Report(problem: "Nothing was loaded", LiveProblem()))
      },
      StartButton("test", title: "Test unplugged") { _, _ in await test(isRefresh: true) },
      StartButton("next", title: "Next", needsLoaded: true) { input, navigator in
        if let origin = input.loaded.flatMap({ Origin(rawValue: $0) }) {
          navigator.push(Route.systems(of: origin))
        }
        return StartButton.Outcome()
      },
    ],
    focusID: isUnplugged ? "next" : "server",
    source: { isUnplugged ? await test(isRefresh: false) : nil })
}

private func loadedSentence(_ list: SystemList, from name: String) -> String {
  let count = list.systems.count
  let systems = count == 1 ? "1 virtual system" : "\(count) virtual systems"
  let place = name == "built-in" ? "the built-in fixture" : name
  return ["\(systems) loaded from \(place).", list.skippedSummary].compactMap(\.self)
    .joined(separator: "\n")
}
