import Accounts
import FoundationEssentials
import Glibc
import Reprise

/// Above a list, this screen opens another list or returns to it.
@MainActor func startScreen(_ viewer: Viewer, above list: Origin? = nil) -> any Screen {
  let accounts = viewer.offeredAccounts
  let first = viewer.firstAccount(above: list)
  return StartController(
    title: list == nil ? "" : "Servers",
    fields: [
      Field(
        "server", label: "Server", placeholder: "e.g. appliance.example.com",
        initial: first?.server ?? "",
        problem: { [allowsHTTP = viewer.connections.settings.allowsHTTP] in
          ServerAddress.problem($0, allowsHTTP: allowsHTTP)
        }, savable: { ServerAddress.withoutUser($0) }),
      Field("user", label: "User ID", placeholder: "e.g. cbadmin", initial: first?.user ?? ""),
    ],
    buttons: [
      FormButton("load", title: "Open list", needsFields: true) { input, navigator in
        await viewer.load(input) { viewer.open($0, above: list, navigator) }
      },
      FormButton("test", title: viewer.recording == nil ? "Demo" : "Recording") { _, navigator in
        await viewer.test { viewer.open($0, above: list, navigator) }
      },
    ] + (accounts.isEmpty ? [] : [recentButton(accounts)]),
    focusID: first.map { $0.user.isEmpty ? "user" : "load" } ?? "server", submitID: "load",
    onResult: { result in
      guard result.question == "recent", case .live(let account)? = Origin(text: result.choiceID)
      else { return FormButton.Outcome() }
      return FormButton.Outcome(
        nextID: "load", texts: ["server": account.server, "user": account.user])
    },
    source: {
      viewer.connections.settings.recent.report.map { FormButton.Outcome(report: $0) }
    })
}

@MainActor private func recentButton(
  _ accounts: [(name: String, account: Account)]
) -> FormButton {
  let choices = accounts.map {
    Picker.Choice(id: Origin.live($0.account).text, label: $0.name)
  }
  return FormButton("recent", title: "Recent") { _, navigator in
    navigator.pick(Picker(question: "recent", title: "Recent", choices: choices))
    return FormButton.Outcome()
  }
}

extension Viewer {
  static let openQuestion = "list"

  fileprivate func firstAccount(above list: Origin?) -> Account? {
    if case .live(let account)? = list ?? target.origin { return account }
    return connections.settings.account ?? offeredAccounts.first?.account
  }

  fileprivate var offeredAccounts: [(name: String, account: Account)] {
    let profiles = connections.settings.profiles.map { profile in
      (name: "\(profile.name): \(profile.account.description)", account: profile.account)
    }
    let known = Set(profiles.map(\.account))
    let recent = connections.settings.recent.accounts.filter { !known.contains($0) }
    return profiles + recent.map { (name: $0.description, account: $0) }
  }

  /// Opens a list: above the start screen, or in place of the list below.
  fileprivate func open(_ origin: Origin, above list: Origin?, _ navigator: Navigator) {
    if list == nil {
      navigator.push(Route.systems(of: origin))
    } else {
      navigator.returnResult(ScreenResult(question: Self.openQuestion, choiceID: origin.text))
    }
  }

  fileprivate func load(
    _ input: FormInput, open: @MainActor (Origin) -> Void
  ) async -> FormButton.Outcome {
    let server = input.texts["server"] ?? ""
    // Ignores a space typed by mistake, as the address does.
    let user = (input.texts["user"] ?? "").trimmed
    guard let address = connections.settings.address(server) else {
      return FormButton.Outcome(report: StatusMessage("Enter a server address."), nextID: "server")
    }
    guard !user.isEmpty else {
      return FormButton.Outcome(report: StatusMessage("Enter a user ID."), nextID: "user")
    }
    let account = Account(server: address.text, user: user)
    let origin = Origin.live(account)
    do {
      try await appliance(origin).load(say: input.say)
      note(origin)
      open(origin)
      return FormButton.Outcome()
    } catch {
      return FormButton.Outcome(problem: "The list wasn't opened", recoverable(error, origin))
    }
  }

  fileprivate func test(open: @MainActor (Origin) -> Void) async -> FormButton.Outcome {
    do {
      try await appliance(.unplugged).list(.userRefresh) { _, _, _ in }
      open(.unplugged)
      return FormButton.Outcome()
    } catch {
      return FormButton.Outcome(problem: "The list wasn't opened", error)
    }
  }
}
