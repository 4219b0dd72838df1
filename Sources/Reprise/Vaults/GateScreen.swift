import Controllers
import Foundation
import Networking
public import Restoration
public import Screens
import Sealing

/// The screens before an application.
public enum GateRoute: AppRoute {
  case gate
  /// A certificate that nobody vouches for.
  case certificate(UnknownCertificate)
}

extension Gate {
  /// The gate as an application of its own. It knows nobody's name but the user's.
  ///
  /// - Parameters:
  ///   - account: Whom it asks for; nil if the person says.
  ///   - key: That of a run which keeps nothing, and is locked.
  ///   - opened: Goes on with what was opened. What it throws is shown, and the gate stays shut.
  public func application(
    _ name: String, title: String, version: String, for account: Principal? = nil,
    key: [UInt8]? = nil, isLocked: Bool = false,
    opened: @escaping @MainActor (Vault) throws -> Void
  ) -> Application<GateRoute> {
    // Before the first key.
    CoreDumps.forbid()
    return Application(
      name, title: title, version: version, root: .gate, banner: settings.warning
    ) { route in
      switch route {
      case .gate: screen(account, key, isLocked, opened)
      case .certificate(let unknown):
        Connections(settings, configuration).certificateScreen(for: unknown)
      }
    }
  }

  private func screen(
    _ account: Principal?, _ key: [UInt8]?, _ isLocked: Bool,
    _ opened: @escaping @MainActor (Vault) throws -> Void
  ) -> any Screen {
    if let played { return screen(playing: played, key: key, isLocked: isLocked, opened) }
    let first = account ?? known.first
    let places = [
      Field(
        "server", label: "Server", placeholder: "clinic.example.org",
        initial: first.map { Gate.name($0) } ?? "",
        problem: { [allowsHTTP = settings.allowsHTTP] in
          ServerAddress.problem($0, allowsHTTP: allowsHTTP)
        }, savable: { ServerAddress.withoutUser($0) }),
      Field("user", label: "User", placeholder: "nurse", initial: first?.user ?? ""),
    ]
    let submit = StartButton(
      "unlock", title: account == nil ? "Log in" : "Unlock", needsFields: true
    ) { input, _ in
      await enter(account, input, key, opened)
    }
    return StartController(
      title: isLocked ? "Locked" : "",
      fields: (account == nil ? places : [])
        + [Field("password", label: "Password", isSecret: true)],
      buttons: [submit] + (account == nil && known.count > 1 ? [knownButton] : []),
      focusID: first == nil ? "server" : "password", submitID: "unlock",
      choose: { answer in
        guard let account = known.first(where: { $0.words == answer.choiceID }) else { return [:] }
        return ["server": account.server, "user": account.user]
      },
      source: { await begin(account, isLocked, opened) })
  }

  /// Opens the servers and users to choose from.
  private var knownButton: StartButton {
    let choices = known.map { Picker.Choice(id: $0.words, label: $0.words) }
    return StartButton("known", title: "Recent") { _, navigator in
      navigator.pick(Picker(question: "known", title: "Servers", choices: choices))
      return StartButton.Outcome()
    }
  }

  /// What stands there before anybody has pressed anything. At the start a command may have the password; once locked a person has it.
  private func begin(
    _ account: Principal?, _ isLocked: Bool, _ opened: @MainActor (Vault) throws -> Void
  ) async -> StartButton.Outcome? {
    guard let account else {
      guard let last = known.first, (try? folder(of: last).isMade()) == true else { return nil }
      return StartButton.Outcome(
        report: Report("What is kept of \(last.words) here is sealed. Its password opens it."))
    }
    let place = "\(account.user) at \(Gate.name(account))"
    do {
      if !isLocked, let password = try await password(of: account) {
        try opened(try await open(account, password))
        return nil
      }
      let isMade = try keyExists(account)
      return StartButton.Outcome(
        report: Report(
          isMade || isLocked
            ? "For \(place). The password opens what is kept here; no server is needed for that."
            : "For \(place). Nothing is kept here yet, so the server has to know the password."))
    } catch {
      return StartButton.Outcome(report: Report(problem: "Nothing was opened", error))
    }
  }

  private func keyExists(_ account: Principal) throws -> Bool {
    settings.folder == nil ? false : try folder(of: account).isMade()
  }

  private func enter(
    _ account: Principal?, _ input: StartInput, _ key: [UInt8]?,
    _ opened: @MainActor (Vault) throws -> Void
  ) async -> StartButton.Outcome {
    guard let account = account ?? self.account(input) else {
      return StartButton.Outcome(
        report: Report("Type the server's address and your user name first."), nextID: "server")
    }
    guard let password = input.secrets["password"], !password.isEmpty else {
      return StartButton.Outcome(report: Report("Type the password first."), nextID: "password")
    }
    do {
      let vault = try await open(account, password, key: key)
      settings.recent.note(account)
      try opened(vault)
      return StartButton.Outcome()
    } catch HTTPProblem.untrusted(let server, let found, let distrust) {
      let unknown = UnknownCertificate(server: server, certificate: found, distrust: distrust)
      return StartButton.Outcome(
        problem: "Nobody was logged in",
        RemediableProblem.of(
          HTTPProblem.untrusted(server: server, found, distrust),
          password: { _ in GateRoute.gate }, certificate: { _ in GateRoute.certificate(unknown) }))
    } catch HTTPProblem.unauthorized, SealingProblem.wrongPassword {
      return StartButton.Outcome(
        report: Report(problem: "That isn't the password", Gate.Refusal(isKept: isKept(account))),
        nextID: "password", emptiesSecrets: true)
    } catch {
      return StartButton.Outcome(report: Report(problem: "Nothing was opened", error))
    }
  }

  private func isKept(_ account: Principal) -> Bool { (try? keyExists(account)) ?? false }

  private func account(_ input: StartInput) -> Principal? {
    guard let user = input.texts["user"], !user.isEmpty,
      let address = ServerAddress(
        input.texts["server"] ?? "", allowsHTTP: settings.allowsHTTP)
    else { return nil }
    return Principal(server: address.text, user: user)
  }

  private static func name(_ account: Principal) -> String {
    ServerAddress(account.server, allowsHTTP: true)?.name ?? account.server
  }

  private struct Refusal: LocalizedError {
    let isKept: Bool

    var errorDescription: String? {
      isKept
        ? "What is kept here was sealed with another one." : "The server doesn't know it."
    }

    var recoverySuggestion: String? {
      isKept
        ? "If it was changed at the server, type the old one; the new one can be taken over then."
        : "Type it again."
    }
  }
}
