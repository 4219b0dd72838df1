import Reprise

/// Where a session begins: at a server, or with the built-in patients.
@MainActor func startScreen(_ viewer: Viewer) -> any Screen {
  guard let (account, connections) = viewer.live else { return unpluggedStart(viewer.source) }
  let server = connections.connection(account).server.name
  return StartController(
    fields: [],
    buttons: [
      StartButton("login", title: "Log in") { _, navigator in
        do {
          try await viewer.source.client.logIn()
          navigator.push(Route.home)
          return StartButton.Outcome(report: Report("You are logged in."))
        } catch {
          return StartButton.Outcome(
            problem: "Nobody was logged in", viewer.source.remediable(error))
        }
      }
    ],
    source: { StartButton.Outcome(report: Report("\(account.user) at \(server)")) })
}

/// Server and user, and what there is to look at without them.
@MainActor private func unpluggedStart(_ source: RecordSource) -> any Screen {
  StartController(
    fields: [
      Field(
        "server", label: "Server", placeholder: "clinic.example.org/openmrs",
        problem: { ServerAddress.problem($0) }, savable: { ServerAddress.withoutUser($0) }),
      Field("user", label: "User", placeholder: "nurse"),
    ],
    buttons: [
      StartButton("login", title: "Log in", needsFields: true) { _, _ in
        StartButton.Outcome(report: Report(problem: "Nobody was logged in", LiveProblem()))
      },
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
    return StartButton.Outcome(report: Report(problem: "The patients could not be read", error))
  }
}
