import Controllers
import Foundation
import Networking
public import Screens
import Sealing
public import Values

extension Gate {
  /// The gate as an application of its own. It knows nobody's name but the user's.
  ///
  /// - Parameters:
  ///   - account: Whom it asks for; nil if the person says.
  ///   - key: That of a run which keeps nothing, and is locked.
  ///   - sessionNamed: Called before `opened` with the name of the session that the person wants, if that can be said here.
  ///   - opened: Goes on with what was opened. What it throws is shown, and the gate stays shut.
  public func application(
    _ name: String, title: String, version: String, for account: Account? = nil,
    key: [UInt8]? = nil, isLocked: Bool = false,
    sessionNamed: @escaping @MainActor (String) -> Void = { _ in },
    opened: @escaping @MainActor (Vault) throws -> Void
  ) -> Application<GateRoute> {
    // Before the first key.
    CoreDumps.forbid()
    return Application(
      name, title: title, version: version, root: .gate, banner: settings.warning
    ) { route in
      switch route {
      case .gate:
        screen(
          Entrance(
            gate: self, account: account, key: key, isLocked: isLocked, sessionNamed: sessionNamed,
            opened: opened))
      case .erasure(let account): erasureScreen(of: account)
      case .certificate(let unknown):
        Connections(settings, configuration).certificateScreen(for: unknown)
      }
    }
  }

  private func screen(_ entrance: Entrance) -> any Screen {
    if let played {
      return screen(
        playing: played, key: entrance.key, isLocked: entrance.isLocked, entrance.opened)
    }
    let account = entrance.account
    let places = account == nil ? self.places : []
    let first = account ?? known.first ?? places.first?.account
    // Where nothing is kept, it is the server that is asked.
    let opensWhatIsKept =
      entrance.isLocked || account.map { named in vaults.contains { $0.account == named } } == true
    return StartController(
      title: entrance.isLocked ? "Locked" : "",
      fields: (account == nil ? fields(first, places) : [])
        + [Field("password", label: "Password", isSecret: true)],
      buttons: [
        StartButton("unlock", title: opensWhatIsKept ? "Unlock" : "Log in", needsFields: true) {
          input, _ in await entrance.enter(input)
        },
        StartButton("forgotten", title: "Forgotten", isOffered: true) { input, navigator in
          if let account = entrance.account(input) {
            navigator.push(GateRoute.erasure(of: account))
          }
          return StartButton.Outcome()
        },
      ],
      focusID: first == nil ? "server" : "password", submitID: "unlock", beginsAnew: true,
      choices: { account == nil ? choices(self.places) : nil },
      answered: { answer in
        guard answer.question == Gate.erased else { return StartButton.Outcome() }
        return StartButton.Outcome(
          report: Report(
            "Erased: nothing is saved here for \(answer.choiceID). The server checks the password now."
          ), nextID: "password", emptiesSecrets: true)
      },
      source: { await entrance.begin() })
  }

  private func fields(_ first: Account?, _ places: [Place]) -> [Field] {
    let asked = settings.sessionName
    // Most people have one session each, and needn't hear of others.
    let hasOthers = asked.map { name in places.contains { ($0.session ?? name) != name } } ?? false
    return [
      Field(
        "server", label: "Server", placeholder: "clinic.example.org",
        initial: first.map { typed($0) } ?? "",
        problem: { [allowsHTTP = settings.allowsHTTP] in
          ServerAddress.problem($0, allowsHTTP: allowsHTTP)
        }, savable: { ServerAddress.withoutUser($0) }),
      Field("user", label: "User", placeholder: "nurse", initial: first?.user ?? ""),
    ]
      + (hasOthers
        ? [
          Field(
            "session", label: "Session", placeholder: Gate.mainSession,
            initial: asked == Gate.mainSession ? "" : asked ?? "")
        ] : [])
  }
}
