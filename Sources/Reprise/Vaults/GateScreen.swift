import Controllers
import Foundation
import Networking
public import Restoration
public import Screens
import Sealing

/// The screens before an application.
public enum GateRoute: AppRoute {
  case gate
  /// What is kept of somebody is to be erased.
  case erasure(of: Principal)
  /// A certificate that nobody vouches for.
  case certificate(UnknownCertificate)
}

extension Gate {
  /// The gate as an application of its own. It knows nobody's name but the user's.
  ///
  /// - Parameters:
  ///   - account: Whom it asks for; nil if the person says.
  ///   - key: That of a run which keeps nothing, and is locked.
  ///   - sessionNamed: Called before `opened` with the name of the session that the person wants, if that can be said here.
  ///   - opened: Goes on with what was opened. What it throws is shown, and the gate stays shut.
  public func application(
    _ name: String, title: String, version: String, for account: Principal? = nil,
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
        screen(Entrance(account, key, isLocked, sessionNamed, opened))
      case .erasure(let account): erasureScreen(of: account)
      case .certificate(let unknown):
        Connections(settings, configuration).certificateScreen(for: unknown)
      }
    }
  }

  /// Who may come in, and what happens then.
  private struct Entrance {
    let account: Principal?
    let key: [UInt8]?
    let isLocked: Bool
    let sessionNamed: @MainActor (String) -> Void
    let opened: @MainActor (Vault) throws -> Void

    init(
      _ account: Principal?, _ key: [UInt8]?, _ isLocked: Bool,
      _ sessionNamed: @escaping @MainActor (String) -> Void,
      _ opened: @escaping @MainActor (Vault) throws -> Void
    ) {
      self.account = account
      self.key = key
      self.isLocked = isLocked
      self.sessionNamed = sessionNamed
      self.opened = opened
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
    return StartController(
      title: entrance.isLocked ? "Locked" : "",
      fields: (account == nil ? fields(first, places) : [])
        + [Field("password", label: "Password", isSecret: true)],
      buttons: [
        StartButton("unlock", title: account == nil ? "Log in" : "Unlock", needsFields: true) {
          input, _ in await enter(entrance, input)
        },
        StartButton("forgotten", title: "Forgotten", isOffered: true) { input, navigator in
          if let account = account ?? self.account(input) {
            navigator.push(GateRoute.erasure(of: account))
          }
          return StartButton.Outcome()
        },
      ],
      focusID: first == nil ? "server" : "password", submitID: "unlock",
      choices: { account == nil ? choices(self.places) : nil },
      answered: { answer in
        guard answer.question == Gate.erased else { return StartButton.Outcome() }
        return StartButton.Outcome(
          report: Report(
            "Nothing is kept of \(answer.choiceID) any more. The server has to know the password now."
          ), nextID: "password", emptiesSecrets: true)
      },
      source: { await begin(entrance) })
  }

  private func fields(_ first: Principal?, _ places: [Place]) -> [Field] {
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

  /// What stands there before anybody has pressed anything. At the start a command may have the password; once locked a person has it.
  private func begin(_ entrance: Entrance) async -> StartButton.Outcome? {
    guard let account = entrance.account else { return nil }
    let place = "\(account.user) at \(Gate.name(account))"
    do {
      if !entrance.isLocked, let password = try await password(of: account) {
        try entrance.opened(try await open(account, password))
        return nil
      }
      let vault = vaults.first { $0.account == account }
      // Who has locked it knows when that was.
      let dates = entrance.isLocked ? [] : vault?.sessionFolder.dates ?? []
      let date = dates.first { $0.name == settings.sessionName }?.writtenAt
      let saved = date.map { " Last saved \(zone.clockTime($0, now: time.now()))." } ?? ""
      return StartButton.Outcome(
        report: Report(
          vault != nil || entrance.isLocked
            ? "For \(place). The password opens what is kept here; no server is needed for that."
              + saved
            : "For \(place). Nothing is kept here yet, so the server has to know the password."))
    } catch SealingProblem.wrongPassword {
      return refused(.byVault)
    } catch {
      return StartButton.Outcome(report: Report(problem: "Nothing was opened", error))
    }
  }

  private func enter(_ entrance: Entrance, _ input: StartInput) async -> StartButton.Outcome {
    guard let account = entrance.account ?? self.account(input) else {
      return StartButton.Outcome(
        report: Report("Type the server's address and your user name first."), nextID: "server")
    }
    guard let password = input.secrets["password"], !password.isEmpty else {
      return StartButton.Outcome(report: Report("Type the password first."), nextID: "password")
    }
    do {
      let vault = try await open(account, password, key: entrance.key)
      settings.recent.note(account)
      if let name = input.texts["session"] {
        entrance.sessionNamed(name.isEmpty ? Gate.mainSession : name)
      }
      try entrance.opened(vault)
      return StartButton.Outcome()
    } catch HTTPProblem.untrusted(let server, let found, let distrust) {
      let unknown = UnknownCertificate(server: server, certificate: found, distrust: distrust)
      return StartButton.Outcome(
        problem: "Nobody was logged in",
        RemediableProblem.of(
          HTTPProblem.untrusted(server: server, found, distrust),
          password: { _ in GateRoute.gate }, certificate: { _ in GateRoute.certificate(unknown) }))
    } catch HTTPProblem.unauthorized {
      return refused(.byServer)
    } catch SealingProblem.wrongPassword {
      return refused(entrance.key != nil ? .byRun : entrance.isLocked ? .whileLocked : .byVault)
    } catch {
      return StartButton.Outcome(report: Report(problem: "Nothing was opened", error))
    }
  }

  private func refused(_ refusal: PasswordRefusal) -> StartButton.Outcome {
    StartButton.Outcome(
      report: Report(
        problem: "That isn't the password", refusal,
        offer: refusal == .byVault ? "forgotten" : nil),
      nextID: "password", emptiesSecrets: true)
  }

  private func account(_ input: StartInput) -> Principal? {
    guard let user = input.texts["user"], !user.isEmpty,
      let address = ServerAddress(
        input.texts["server"] ?? "", allowsHTTP: settings.allowsHTTP)
    else { return nil }
    return Principal(server: address.text, user: user)
  }

  /// An account's server as short as it can be typed.
  func typed(_ account: Principal) -> String {
    let candidates = [Gate.name(account), account.server.replacing("https://", with: "")]
    return candidates.first {
      ServerAddress($0, allowsHTTP: settings.allowsHTTP)?.text == account.server
    } ?? account.server
  }

  /// An account's server as people call it.
  static func name(_ account: Principal) -> String {
    ServerAddress(account.server, allowsHTTP: true)?.name ?? account.server
  }
}
