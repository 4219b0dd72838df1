import Foundation
import Restoration
import Screens
import Values

/// A run of an application behind a gate. To lock it is to leave it: it is saved, and all of it let go of; to unlock it is to resume it.
/// So what comes back after a lock is what comes back after a kill, and in between there is nothing in memory to be found.
@MainActor final class GatedRun<Route: AppRoute> {
  private let gate: Gate
  private let name: String
  private let version: String
  private let arguments: Arguments
  private let environment: [String: String]
  private let runner: ApplicationRunner
  private let application: @MainActor (Arguments, Unlocked?) throws -> Application<Route>
  /// The session that the person named at the gate.
  private var sessionName: String?

  init(
    _ gate: Gate, name: String, version: String, arguments: Arguments,
    environment: [String: String], runner: ApplicationRunner,
    application: @escaping @MainActor (Arguments, Unlocked?) throws -> Application<Route>
  ) {
    self.gate = gate
    self.name = name
    self.version = version
    self.arguments = arguments
    self.environment = environment
    self.runner = runner
    self.application = application
  }

  /// What can't be kept in a file while the application is locked.
  private struct Held {
    let key: [UInt8]
    /// Sealed with it; nil if what is saved counts.
    let snapshot: [UInt8]?
  }

  /// Shows the gate, for the account that was named or for the one that the person names.
  func begin() throws {
    if gate.played != nil {
      return try runner.show(gate(for: nil), Session.unsaved(environment))
    }
    guard let account = gate.settings.account, !account.user.isEmpty else {
      var session =
        gate.settings.keepsAnswers
        ? try Session(
          application: name, version: version, account: nil,
          arguments: Arguments().setting("session", to: "gate"),
          environment: environment) : Session.unsaved(environment)
      // What is typed at the gate isn't worth a quarrel with another window that is there too.
      try? session.open()
      return try runner.show(gate(for: nil), session)
    }
    try runner.show(gate(for: account), Session.unsaved(environment))
  }

  private func gate(
    for account: Account?, held: Held? = nil
  ) -> Application<GateRoute> {
    gate.application(
      name, title: name.prefix(1).uppercased() + name.dropFirst(), version: version, for: account,
      key: isKept(account) ? nil : held?.key, isLocked: held != nil,
      sessionNamed: { [self] in sessionName = $0 }
    ) { [self] vault in
      try enter(vault, held)
    }
  }

  private func isKept(_ account: Account?) -> Bool {
    account.map { (try? gate.folder(of: $0).isMade()) ?? false } ?? false
  }

  /// Resumes the application with what was opened.
  private func enter(_ vault: Vault, _ held: Held?) throws {
    let unlocked = gate.unlocked(vault) { [self] in try leave(vault) }
    let typed = sessionName.flatMap { $0 == Gate.mainSession ? nil : $0 }
    let request = SessionRequest(
      application: name, version: version, account: vault.account, vault: unlocked.vault,
      arguments: sessionName.map { arguments.setting("session", to: $0) } ?? arguments,
      environment: environment, isNamed: arguments.namesSession || typed != nil)
    let seen = try request.look()
    if let foreign = seen.foreign {
      throw UsageProblem(
        foreign.description, advice: "Start without --snapshot, and with this user's session.")
    }
    let session = try request.open(seen)
    // Once it is locked, it is this one that is to be unlocked.
    sessionName = session.name ?? sessionName
    var snapshot: Snapshot?
    if let sealed = held?.snapshot {
      snapshot = try Snapshot(body: vault.sealing.open(sealed, generation: 0))
    }
    try runner.show(
      application(arguments, unlocked), session, resuming: snapshot,
      idleLimit: gate.settings.idleLimit
    ) { [self] loop in lock(loop, vault) }
  }

  /// Saves the application, and lets go of it.
  private func lock(_ loop: ScreenLoop<Route>, _ vault: Vault) {
    let isSaved = loop.notSaving == nil && gate.settings.keepsAnswers
    let snapshot = isSaved ? nil : loop.snapshot()
    let sealed = snapshot.flatMap { try? vault.sealing.seal($0.body, generation: 0) }
    vault.lock()
    let application = gate(for: vault.account, held: Held(key: vault.key, snapshot: sealed))
    runner.showOrEnd(application, Session.unsaved(environment))
  }

  /// Deletes what is kept, and begins anew.
  private func leave(_ vault: Vault) throws {
    try vault.folder.erase()
    vault.lock()
    sessionName = nil
    runner.showOrEnd(gate(for: nil), Session.unsaved(environment))
  }
}
