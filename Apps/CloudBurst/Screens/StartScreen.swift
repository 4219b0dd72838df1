import Reprise

/// Server, user, and what to load: the article's first window.
@MainActor func startScreen(_ viewer: Viewer) -> any Screen {
  let accounts = viewer.offeredAccounts
  let first = viewer.connections.settings.account ?? accounts.first?.account
  return StartController(
    fields: [
      Field(
        "server", label: "Server", placeholder: "appliance.example.com",
        initial: first?.server ?? "",
        problem: { [allowsHTTP = viewer.connections.settings.allowsHTTP] in
          ServerAddress.problem($0, allowsHTTP: allowsHTTP)
        }, savable: { ServerAddress.withoutUser($0) }),
      Field("user", label: "User ID", placeholder: "cbadmin", initial: first?.user ?? ""),
    ],
    buttons: [
      StartButton("load", title: "Load", needsFields: true) { input, _ in
        await viewer.load(input)
      },
      StartButton("test", title: "Test unplugged") { _, _ in
        await viewer.test(.fresh)
      },
      StartButton("next", title: "Next", needsLoaded: true) { input, navigator in
        if let origin = input.loaded.flatMap({ Origin(text: $0) }) {
          navigator.push(Route.systems(of: origin))
        }
        return StartButton.Outcome()
      },
    ] + (accounts.isEmpty ? [] : [recentButton(accounts)]),
    focusID: viewer.isUnplugged ? "next" : first == nil ? "server" : "load",
    answered: { answer in
      guard answer.question == "recent", case .live(let account)? = Origin(text: answer.choiceID)
      else { return StartButton.Outcome() }
      return StartButton.Outcome(texts: ["server": account.server, "user": account.user])
    },
    source: { viewer.isUnplugged ? await viewer.test(.cached) : nil })
}

/// Opens the servers and users to choose from.
@MainActor private func recentButton(
  _ accounts: [(name: String, account: Principal)]
) -> StartButton {
  let choices = accounts.map {
    Picker.Choice(id: Origin.live($0.account).text, label: $0.name)
  }
  return StartButton("recent", title: "Recent") { _, navigator in
    navigator.pick(Picker(question: "recent", title: "Servers", choices: choices))
    return StartButton.Outcome()
  }
}

extension Viewer {
  /// The servers and users to choose from: the profiles, then those that were used last.
  fileprivate var offeredAccounts: [(name: String, account: Principal)] {
    let profiles = connections.settings.profiles.map { profile in
      (name: "\(profile.name): \(profile.account.words)", account: profile.account)
    }
    let known = Set(profiles.map(\.account))
    let recent = connections.settings.recent.accounts.filter { !known.contains($0) }
    return profiles + recent.map { (name: $0.words, account: $0) }
  }

  fileprivate func load(_ input: StartInput) async -> StartButton.Outcome {
    let server = input.texts["server"] ?? ""
    let user = input.texts["user"] ?? ""
    let allowsHTTP = connections.settings.allowsHTTP
    guard let address = ServerAddress(server, allowsHTTP: allowsHTTP) else {
      return StartButton.Outcome(
        report: Report("Type the server's address first."), nextID: "server")
    }
    guard !user.isEmpty else {
      return StartButton.Outcome(report: Report("Type your user ID first."), nextID: "user")
    }
    let account = Principal(server: address.text, user: user)
    let origin = Origin.live(account)
    let appliance = appliance(origin)
    do {
      try await appliance.load(say: input.say)
      connections.settings.recent.note(account)
      return outcome(appliance, from: address.name)
    } catch {
      return StartButton.Outcome(problem: "Nothing was loaded", remediable(error, origin))
    }
  }

  fileprivate func test(_ freshness: Freshness) async -> StartButton.Outcome {
    let appliance = appliance(.unplugged)
    do {
      try await appliance.list(freshness) { _, _, _ in }
      return outcome(appliance, from: appliance.provenance.source.name)
    } catch {
      return StartButton.Outcome(problem: "Loading failed", error)
    }
  }

  private func outcome(_ appliance: Appliance, from place: String) -> StartButton.Outcome {
    let count = appliance.known?.systems.count ?? 0
    let systems = count == 1 ? "1 virtual system" : "\(count) virtual systems"
    let sentences = ["\(systems) loaded from \(place).", appliance.known?.note]
    return StartButton.Outcome(
      report: Report(sentences.compactMap(\.self).joined(separator: "\n")), nextID: "next",
      loaded: appliance.origin.text)
  }
}
