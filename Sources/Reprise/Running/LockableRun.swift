import Commands
import Dispatch
import Files
import Foundation
import Gates
import Networking
import Restoration
import Screens
import Values
import Vaults

/// A run of an application behind a gate. Locking saves the application and lets go of all of it; unlocking resumes it. So the same comes
/// back after a lock as after a kill, and in between there is nothing in memory to be found.
@MainActor final class LockableRun<Route: AppRoute> {
  private let gate: SignIn
  private let name: String
  private let version: String
  /// The command line; without what was meant for the first opening, once that was done.
  private var arguments: Arguments
  private let environment: [String: String]
  private let runner: ApplicationRunner
  private let application: @MainActor (AccountSession?) throws -> Application<Route>
  private var wanted = SessionSelection()
  /// True once the application was opened: the screens that were asked for are open, and the session goes on from there.
  private var hasOpened = false
  /// The rest of the application while it is locked; nil before.
  private var held: SuspendedApplication?

  init(
    _ gate: SignIn, name: String, version: String, arguments: Arguments,
    environment: [String: String], runner: ApplicationRunner,
    application: @escaping @MainActor (AccountSession?) throws -> Application<Route>
  ) {
    self.gate = gate
    self.name = name
    self.version = version
    self.arguments = arguments
    self.environment = environment
    self.runner = runner
    self.application = application
  }

  /// Shows the gate, for the account that is asked for or for the one that the person names.
  func begin() throws {
    guard gate.account == nil, gate.settings.keepsAnswers else {
      return try runner.show(gate(for: gate.account), Session.unsaved(environment))
    }
    var session = try Session(
      application: name, version: version, routes: RouteServers(of: SignInRoute.self), account: nil,
      arguments: Arguments().setting("session", to: "gate"), environment: environment)
    // What is typed at the gate isn't worth a quarrel with another window that is there too.
    try? session.open()
    try runner.show(gate(for: nil), session)
  }

  private func gate(for account: Account?) -> Application<SignInRoute> {
    gate.application(
      name, title: gate.title ?? name.prefix(1).uppercased() + name.dropFirst(), version: version,
      for: account,
      key: held?.key, isLocked: held != nil, delegate: self)
  }

  /// Locks the application and lets go of it, with a sealed snapshot if nothing is saved in a file: `resumed`, the one that it came back with,
  /// if nothing was done since. `found` is the sealed body that the session's file had then.
  private func lock(
    _ loop: ScreenLoop<Route>, _ opened: AuthenticationResult, resumed: [UInt8]?, found: [UInt8]?
  ) {
    let notSaving = gate.settings.keepsAnswers ? loop.notSaving ?? loss(of: opened.vault) : nil
    let isSaved = gate.settings.keepsAnswers && notSaving == nil
    let snapshot = isSaved ? nil : loop.snapshot()
    let sealing = opened.vault.sealing
    let now = snapshot.flatMap { SuspendedApplication.sealed($0.body, sealing) }
    let sealed = isSaved ? nil : now ?? resumed
    let saved =
      isSaved ? nil : loop.savedBody.map { SuspendedApplication.sealed($0, sealing) } ?? found
    opened.lock()
    giveBackLogins()
    held = SuspendedApplication(key: opened.vault.key, snapshot: sealed, saved: saved)
    // A held snapshot is lost with the process: whoever quits at the gate is told that, too.
    runner.showOrEnd(
      gate(for: gate.account ?? opened.account),
      Session.unsaved(environment, notSaving: sealed == nil ? nil : notSaving))
    wipeStacks()
  }

  /// Gives back the logins that nothing keeps: the screens that held their tokens are let go of.
  private func giveBackLogins() {
    let logins = gate.settings.openLogins
    if !logins.isEmpty { Task { await logins.giveBack() } }
  }

  /// The reason why a vault's files can't come back, in a few words; nil if they can.
  private func loss(of vault: Vault) -> String? {
    do {
      try vault.requireKept()
      return nil
    } catch {
      return error.brief
    }
  }

  /// Overwrites what is left on threads' stacks, once the screens that were left are let go of, and again when what they had under way has
  /// given up.
  private func wipeStacks() {
    for delay in [0, 500, 2_000] {
      DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(delay)) {
        ThreadStacks.wipe()
      }
    }
  }
}

extension LockableRun: SignInDelegate {
  /// Resumes the application with the opened vault.
  func gateDidOpen(_ opened: AuthenticationResult) throws {
    let unlocked = gate.unlocked(opened, self)
    wanted.take(typed: opened.session)
    // Without a vault nothing can be sealed, and in the clear nothing of it is saved, in no file.
    let place = unlocked.vault == nil ? arguments.without("snapshot") : arguments
    var request = SessionRequest(
      application: name, version: version, routes: RouteServers(of: Route.self),
      account: opened.account, vault: unlocked.vault,
      arguments: place.has("snapshot")
        ? place : wanted.name.map { place.setting("session", to: $0) } ?? place,
      environment: environment, isNamed: arguments.namesSession || wanted.isNamed,
      terminalPlace: ThisMachine.terminalPlace(environment))
    if !hasOpened { request = request.inItsPlace() }
    let seen = try request.look()
    if let foreign = seen.foreign {
      throw UsageError(
        foreign.description, advice: "Start without --snapshot, and with this user's session.")
    }
    var session = try request.open(seen)
    for notice in [opened.vault.notice, opened.notice].compactMap(\.self) { session.say(notice) }
    if let file = arguments.value("snapshot"), !place.has("snapshot"), !arguments.has("ephemeral") {
      session.say("Nothing can be sealed here, so nothing is saved in \(file).")
    }
    let sealing = opened.vault.sealing
    let snapshot = held?.openedSnapshot(sealing)
    // What was held takes the place of what is saved there; but not of what another process saved meanwhile, nor of another session's.
    let isLost =
      held?.wouldReplace(
        session.snapshot, ofAnotherSession: session.name != wanted.name, sealing) ?? false
    if isLost {
      let copy = (try? session.store?.quarantine()) ?? nil
      session.say(
        copy.map { "What this session had saved is kept as \($0)." }
          ?? "What this session had saved is replaced.")
    }
    wanted.take(opened: session.name)
    if held?.snapshot != nil, snapshot == nil {
      session.say("What was open here was sealed with another key, and can't come back.")
    }
    let resumed = held?.snapshot
    // A copy that is only promised yet is promised again at the next unlocking.
    let isCopied = !isLost || session.late == nil
    let found =
      isCopied
      ? session.snapshot.flatMap { SuspendedApplication.sealed($0.body, sealing) } : held?.saved
    let application = try self.application(unlocked)
    try runner.show(
      hasOpened ? application.withoutOpening : application, session, resuming: snapshot,
      idleLimit: gate.idleLimit.seconds,
      onLock: { [self] loop in lock(loop, opened, resumed: resumed, found: found) })
    held = nil
    hasOpened = true
    // Whoever begins afresh, or takes a session over, wants that once and not at each unlocking.
    arguments = arguments.without("fresh", "take-over")
  }

  func eraseAndLeave(_ opened: AuthenticationResult) throws {
    var session = Session.unsaved(environment)
    do {
      try opened.vault.erase()
    } catch {
      // With the key all goes on as before; without it the rest is of no use to anybody.
      if (try? opened.vault.directory.isMade()) ?? true { throw error }
      session.say("The key is deleted, but not all the rest: \(error.localizedDescription)")
    }
    opened.lock()
    giveBackLogins()
    wanted = SessionSelection()
    held = nil
    runner.showOrEnd(gate(for: nil), session)
    wipeStacks()
  }
}
