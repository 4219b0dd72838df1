import Controllers
import Networking
import Sealing
import Values

/// Who may come in through a gate, and what happens then.
@MainActor struct Entrance {
  let gate: Gate
  /// Whom it asks for; nil if the person says.
  let account: Account?
  /// That of a run which keeps nothing, and is locked.
  let key: [UInt8]?
  let isLocked: Bool
  /// Called before `opened` with the name of the session that the person wants, if that can be said here.
  let sessionNamed: @MainActor (String) -> Void
  /// Goes on with what was opened. What it throws is shown, and the gate stays shut.
  let opened: @MainActor (Vault) throws -> Void

  /// What stands there before anybody has pressed anything. At the start a command may have the password; once locked a person has it.
  func begin() async -> StartButton.Outcome? {
    guard let account else { return nil }
    let place = "\(account.user) at \(Gate.name(account))"
    do {
      if !isLocked, let password = try await gate.password(of: account) {
        try opened(try await gate.open(account, password))
        return nil
      }
      let vault = gate.vaults.first { $0.account == account }
      // Where the server has to know the password, it is looked at before anybody types one.
      if vault == nil, !isLocked { try await gate.check(account) }
      // Who has locked it knows when that was.
      let dates = isLocked ? [] : vault?.sessionFolder.dates ?? []
      let date = dates.first { $0.name == gate.settings.sessionName }?.writtenAt
      let saved = date.map { " Last saved \(gate.zone.clockTime($0, now: gate.time.now()))." } ?? ""
      return StartButton.Outcome(
        report: Report(
          vault != nil || isLocked
            ? "For \(place). The password unlocks the data saved here, also without the server."
              + saved
            : "For \(place). Nothing is saved here yet: the server checks the password."))
    } catch SealingProblem.wrongPassword {
      return refused(.byVault)
    } catch {
      return notOpened(error)
    }
  }

  func enter(_ input: StartInput) async -> StartButton.Outcome {
    guard let account = account(input) else {
      return StartButton.Outcome(
        report: Report("Enter the server's address and your user name."),
        nextID: isServerTyped(input) ? "user" : "server")
    }
    guard let password = input.secrets["password"], !password.isEmpty else {
      return StartButton.Outcome(report: Report("Enter the password."), nextID: "password")
    }
    do {
      let vault = try await gate.open(account, password, key: key)
      gate.settings.recent.note(account)
      if let name = input.texts["session"] {
        sessionNamed(name.isEmpty ? Gate.mainSession : name)
      }
      try opened(vault)
      return StartButton.Outcome()
    } catch HTTPProblem.unauthorized {
      return refused(.byServer)
    } catch SealingProblem.wrongPassword {
      return refused(key != nil ? .byRun : isLocked ? .whileLocked : .byVault)
    } catch {
      return notOpened(error)
    }
  }

  /// A problem that opened nothing: a certificate that isn't trusted leads to the screen that shows it.
  private func notOpened(_ error: any Error) -> StartButton.Outcome {
    if let problem = error as? HTTPProblem, UnknownCertificate(problem) != nil {
      return StartButton.Outcome(
        problem: "Could not unlock",
        RemediableProblem.of(
          problem, password: { _ in GateRoute.gate }, certificate: { GateRoute.certificate($0) }))
    }
    return StartButton.Outcome(report: Report(problem: "Could not unlock", error))
  }

  private func refused(_ refusal: PasswordRefusal) -> StartButton.Outcome {
    StartButton.Outcome(
      report: Report(
        problem: "Wrong password", refusal,
        offer: refusal == .byVault ? "forgotten" : nil),
      nextID: "password", emptiesSecrets: true)
  }

  private func isServerTyped(_ input: StartInput) -> Bool {
    ServerAddress(input.texts["server"] ?? "", allowsHTTP: gate.settings.allowsHTTP) != nil
  }

  /// Whom it is about: who is asked for, or who is typed, if that is somebody.
  func account(_ input: StartInput) -> Account? {
    if let account { return account }
    guard let user = input.texts["user"], !user.isEmpty,
      let address = ServerAddress(
        input.texts["server"] ?? "", allowsHTTP: gate.settings.allowsHTTP)
    else { return nil }
    return Account(server: address.text, user: user)
  }
}
