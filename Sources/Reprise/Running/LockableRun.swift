import Accounts
import CSystem
import Commands
import Core
import Dispatch
import Documents
import Encryption
import FoundationEssentials
import Glibc
import Networking
import Restoration
import Screens

/// Runs an application with sign-in. Locking saves the application and releases all of it;
/// unlocking restores it like after a kill. While it is locked, its data isn't in memory, because
/// the locked process is a new one.
@MainActor final class LockableRun<Route: AppRoute> {
  private let signIn: SignIn
  private let name: String
  private let version: String
  /// The command line, without options that applied only to the first opening.
  private var arguments: Arguments
  private let environment: [String: String]
  private let runner: ApplicationRunner
  private let application: @MainActor (ServerAccount?) throws -> Application<Route>
  private var wanted = SessionSelection()
  /// Whether the application was opened before. Its initial screens aren't opened again then.
  private var hasOpened = false
  /// The state while the application is locked, for the process that replaces this one; `nil`
  /// while it is open.
  private var locked: LockedRun?
  /// The retained key and snapshot while the application is locked.
  private var held: SuspendedApplication? { locked?.held }

  init(
    _ signIn: SignIn, name: String, version: String, arguments: Arguments,
    environment: [String: String], runner: ApplicationRunner,
    application: @escaping @MainActor (ServerAccount?) throws -> Application<Route>
  ) {
    self.signIn = signIn
    self.name = name
    self.version = version
    self.arguments = arguments
    self.environment = environment
    self.runner = runner
    self.application = application
  }

  /// Shows the sign-in, for the requested account or for one that the user enters; after `locked`,
  /// the state of the process that this one replaces, for its account.
  func begin(_ locked: LockedRun?) throws {
    if let locked {
      self.locked = locked
      wanted = locked.session
      hasOpened = true
      arguments = arguments.without("fresh", "take-over")
      return try runner.show(signInApplication(for: locked.account), unsaved(locked))
    }
    guard signIn.account == nil, signIn.settings.storesData else {
      return try runner.show(signInApplication(for: signIn.account), Session(unsaved: environment))
    }
    var session = try Session(
      SessionRequest(
        application: name, version: version, routes: RouteServers(of: SignInRoute.self),
        arguments: Arguments().setting("session", to: "gate"), environment: environment))
    // If another process has the sign-in's session open, its input isn't saved.
    try? session.open()
    try runner.show(signInApplication(for: nil), session)
  }

  private func signInApplication(for account: Account?) -> Application<SignInRoute> {
    signIn.application(
      name, title: signIn.title ?? name.prefix(1).uppercased() + name.dropFirst(), version: version,
      for: account,
      key: held?.key, isLocked: held != nil, delegate: self)
  }

  /// Locks the application and releases it. If it couldn't be saved to a file, an encrypted
  /// snapshot is retained: the current one, or `resumed`, the one from which it was restored.
  private func lock(
    _ loop: ScreenLoop<Route>, _ result: AuthenticationResult, resumed: [UInt8]?
  ) {
    let notSaving = signIn.settings.storesData ? loop.notSaving ?? loss(of: result.vault) : nil
    let isSaved = signIn.settings.storesData && notSaving == nil
    let snapshot = isSaved ? nil : loop.snapshot()
    let now = snapshot.flatMap { SuspendedApplication.sealed($0.body, result.vault.sealing) }
    let sealed = isSaved ? nil : now ?? resumed
    result.lock()
    // A retained snapshot is lost when the process ends, so the sign-in shows that it isn't saved.
    startOver(
      LockedRun(
        account: signIn.account ?? result.account,
        held: SuspendedApplication(key: result.vault.key, snapshot: sealed),
        session: wanted,
        notSaving: sealed == nil ? nil : notSaving), after: loop.uncancellable)
  }

  /// Shows the sign-in in place of the application, and replaces the process once the tasks that a
  /// lock doesn't cancel have ended (`work`), unless the user unlocks it before.
  private func startOver(_ locked: LockedRun, after work: (@MainActor () async -> Void)? = nil) {
    self.locked = locked
    runner.showOrEnd(signInApplication(for: locked.account), unsaved(locked))
    guard let work else { return replaceProcess() }
    Task {
      await work()
      replaceProcess()
    }
  }

  /// Ends the server sessions whose tokens aren't stored, and replaces the locked process.
  private func replaceProcess() {
    guard let locked else { return }
    signIn.settings.openLogins.logOutAllNow()
    runner.replaceProcess(with: locked)
  }

  private func unsaved(_ locked: LockedRun) -> Session {
    var session = Session(unsaved: environment, notSaving: locked.notSaving)
    for notice in locked.notices { session.say(notice) }
    return session
  }

  /// Why the vault's files can't be restored; `nil` if they can.
  private func loss(of vault: Vault) -> String? {
    do {
      try vault.requireExists()
      return nil
    } catch {
      return error.brief
    }
  }
}

extension LockableRun: SignInDelegate {
  func signInDidSucceed(_ result: AuthenticationResult) throws {
    let serverAccount = signIn.unlocked(result, self)
    wanted.take(typed: result.session)
    // Without a vault nothing can be encrypted, and unencrypted data must not be saved.
    let sessionArguments = serverAccount.vault == nil ? arguments.without("snapshot") : arguments
    var request = SessionRequest(
      application: name, version: version, routes: RouteServers(of: Route.self),
      account: result.account, vault: serverAccount.vault,
      arguments: sessionArguments.has("snapshot")
        ? sessionArguments
        : wanted.name.map { sessionArguments.setting("session", to: $0) } ?? sessionArguments,
      environment: environment, isNamed: arguments.namesSession || wanted.isNamed,
      terminalIdentity: TerminalIdentity.ofThisProcess(environment))
    if !hasOpened { request = request.inThisTerminal() }
    let seen = try Session(request)
    if let foreign = seen.foreign {
      throw UsageError(
        foreign.description, advice: "Start without --snapshot, and with this user's session.")
    }
    var session = try request.open(seen)
    for notice in [result.vault.notice, result.notice].compactMap(\.self) { session.say(notice) }
    if let file = arguments.value("snapshot"), !sessionArguments.has("snapshot"),
      !arguments.has("ephemeral")
    {
      session.say("Encryption isn't possible here, so nothing is saved in \(file).")
    }
    let sealing = result.vault.sealing
    let snapshot = held?.openedSnapshot(sealing)
    // The retained snapshot replaces the saved one, which may be another process's.
    if snapshot != nil, session.snapshot != nil {
      let copy = (try? session.store?.quarantine()) ?? nil
      session.say(
        copy.map { "What this session had saved is kept as \($0)." }
          ?? "What this session had saved is replaced.")
    }
    wanted.take(opened: session.name)
    if held?.snapshot != nil, snapshot == nil {
      session.say("What was open here was encrypted with another key and can't be restored.")
    }
    let resumed = held?.snapshot
    let application = try self.application(serverAccount)
    try runner.show(
      hasOpened ? application.withoutDeepLink : application, session, resuming: snapshot,
      idleLimit: signIn.idleLimit.seconds,
      onLock: { [self] loop in lock(loop, result, resumed: resumed) })
    locked = nil
    hasOpened = true
    // `--fresh` and `--take-over` apply only to the first opening.
    arguments = arguments.without("fresh", "take-over")
  }

  func eraseAndLeave(_ result: AuthenticationResult) throws {
    var notices: [String] = []
    do {
      try result.vault.erase()
    } catch {
      // If the key still exists, the session continues. Without the key, the remaining files can't
      // be decrypted.
      if (try? result.vault.directory.isMade()) ?? true { throw error }
      notices = ["The key is deleted, but not all the rest: \(error.message)"]
    }
    result.lock()
    wanted = SessionSelection()
    startOver(LockedRun(account: nil, held: nil, session: wanted, notices: notices))
  }
}

/// The state that a locked process hands to the one that replaces it and shows the sign-in.
struct LockedRun: Codable {
  /// The account that was open; `nil` if the user enters it.
  let account: Account?
  let held: SuspendedApplication?
  let session: SessionSelection
  /// Why the application couldn't be saved; `nil` if it was.
  var notSaving: String?
  var notices: [String] = []
  /// The terminal's original modes.
  var modes: [UInt8] = []

  /// The environment variable with the number of the file that has the state.
  private static let variable = "REPRISE_LOCKED"

  /// Returns the state that the replaced process has left; `nil` if there was none.
  static func received(by name: String, _ environment: inout [String: String]) -> LockedRun? {
    guard let number = environment.removeValue(forKey: variable).flatMap({ Int32($0) }) else {
      return nil
    }
    // Programs that this one starts don't inherit it.
    unsetenv(variable)
    reprise_name_process(name)
    defer { close(number) }
    let state = try? Data(contentsOf: URL(filePath: "/proc/self/fd/\(number)"))
    return state.flatMap { try? JSONDecoder().decode(LockedRun.self, from: $0) }
  }

  /// Replaces this process by a new one of the program, with the state in a file in memory. Returns
  /// only on failure, with the reason.
  func replaceProcess(_ environment: [String: String]) -> String {
    do {
      let file = try Descriptor(inMemory: Array(JSONEncoder().encode(self)))
      var environment = environment
      environment[Self.variable] = String(file.number)
      let code = withExtendedLifetime(file) {
        CStrings.lend(CommandLine.arguments, environment) {
          reprise_replace_process($0, $1, file.number)
        }
      }
      return String(cString: strerror(code))
    } catch {
      return error.message
    }
  }
}

/// The key and encrypted snapshot retained while the application is locked, for data that no file
/// contains.
struct SuspendedApplication: Codable {
  /// The bytes of the vault's file `key`.
  let key: [UInt8]
  /// The encrypted snapshot; `nil` if the saved one is used.
  let snapshot: [UInt8]?

  /// Returns the decrypted snapshot; `nil` if there is none, or it has another key.
  func openedSnapshot(_ sealing: some SnapshotSealing) -> Snapshot? {
    snapshot.flatMap { try? Snapshot(body: sealing.open($0, of: "", generation: 0)) }
  }

  static func sealed(_ body: [UInt8], _ sealing: some SnapshotSealing) -> [UInt8]? {
    try? sealing.seal(body, of: "", generation: 0)
  }
}

/// The session that an application with sign-in opens at each unlock.
struct SessionSelection: Codable {
  /// The session's name; `nil` for the usual one.
  private(set) var name: String?
  /// Whether the user named the session at sign-in. A session that was opened because the requested
  /// one was in use doesn't count as named, so another one may be opened instead.
  private(set) var isNamed = false

  /// Sets the name that the user entered at sign-in; `nil` if there was no such field.
  @MainActor mutating func take(typed name: String?) {
    guard let name else { return }
    self = SessionSelection(name: name, isNamed: name != SignIn.mainSession)
  }

  /// Sets the name of the opened session, which the next unlock opens again.
  mutating func take(opened name: String?) { self.name = name ?? self.name }
}

/// Calls `ring` after a time without input. Whether time during which the process or machine sleeps
/// counts depends on `time`.
@MainActor final class IdleAlarm {
  private let time: WallClock
  private let limit: Int
  private let ring: @MainActor () -> Void
  private var last: Int
  private(set) var waiting: Task<Void, Never>?

  /// - Parameter limit: The time without input, in seconds.
  init(_ time: WallClock, limit: Int, ring: @escaping @MainActor () -> Void) {
    self.time = time
    self.limit = limit
    self.ring = ring
    last = time.now()
    waiting = Task { [weak self] in
      while !Task.isCancelled, let rest = self?.rest, rest > 0 { try? await time.wait(rest) }
      guard !Task.isCancelled else { return }
      self?.ring()
    }
  }

  deinit { waiting?.cancel() }

  /// The seconds until the alarm rings.
  private var rest: Int { last + limit - time.now() }

  /// Whether the limit has passed. The alarm itself may be late if the process was stopped or the
  /// machine slept.
  var isOver: Bool { rest <= 0 }

  func touch() { last = time.now() }
}
