import Commands
import Files
import Foundation
import Restoration
import Screens
import Values
import Vaults

/// The session that a command line asks for: its place and its snapshot.
///
/// A session is looked at first, and opened when nothing speaks against that; until then nothing is written.
@MainActor struct Session {
  let account: Account?
  /// The person on this machine, as sessions name their author.
  let author: String
  private let routes: RouteServers
  /// The opening of the session; nil if nothing is to be saved.
  private var opening: SessionOpening?
  /// The name that the session is kept under, once it is open.
  var name: String?
  /// The bytes that were saved when the session was looked at, to be shown if it can't be opened.
  private var seen = StoredSnapshot(body: nil)
  /// The session, if it is somebody else's and the person has to agree first.
  private(set) var foreign: ForeignSession?
  /// The store that snapshots are saved in; nil if nothing is to be saved.
  private(set) var store: (any SnapshotStore)?
  /// The store, if it couldn't be opened at the start.
  var late: DeferredSession? { store as? DeferredSession }
  /// The lock, held for as long as the process lives.
  private var lock: SessionLock?
  /// True if the session is this process's.
  var isOwned: Bool { lock != nil }
  /// The path of the session's file, whichever way it was named; nil if nothing is to be saved.
  var path: String? {
    guard let opening else { return nil }
    let file = URL(fileURLWithPath: FilePath.absolute(opening.place.path))
    let directory = file.deletingLastPathComponent().resolvingSymlinksInPath()
    return directory.appendingPathComponent(file.lastPathComponent).path
  }
  /// The snapshot to resume; nil to begin.
  private(set) var snapshot: Snapshot?
  private(set) var crashLoopGuard: CrashLoopGuard?
  /// The notices to the person, in sentences.
  private(set) var notices: [String] = []
  /// The reason why nothing is saved although it should be, for the status line.
  private(set) var notSaving: String?

  /// Looks at the session. Throws `SnapshotError` or `UsageError` for a session that the person asked for by name; a problem with the
  /// usual session is a notice, because the application is of use without it.
  init(
    application: String, version: String, routes: RouteServers, account: Account?,
    vault: Vault? = nil, arguments: Arguments, terminalPlace: TerminalIdentity? = nil,
    environment: [String: String], system: any FileSystem = SystemFiles()
  ) throws {
    self.account = account
    self.routes = routes
    author = ThisMachine.author(environment)
    if arguments.has("ephemeral") { return }
    do {
      try vault?.requireKept()
    } catch let problem as VaultError {
      // Nobody could open it, and the folder may be another vault's by now.
      notSaving = problem.brief
      notices.append(problem.localizedDescription)
      return
    }
    do {
      let opening = SessionOpening(
        place: try SessionLocation(
          application: application, account: account, vault: vault, arguments: arguments,
          terminalPlace: terminalPlace, environment: environment, system: system),
        application: application, version: version, isFresh: arguments.has("fresh"))
      self.opening = opening
      try look(opening)
    } catch SnapshotError.file(.noHome) {
      goOnWithoutSaving(.file(.noHome))
    } catch SnapshotError.file(.anothersHome(let path, let owner, let variable)) {
      let problem = FileError.anothersHome(path: path, owner: owner, variable: variable)
      let advice = problem.recoverySuggestion ?? ""
      notices.append("Root in the home of \(owner), so this session isn't saved. \(advice)")
    }
  }

  /// Puts sentences in front of the notices: the session's own come first, problems with it after them.
  mutating func say(_ sentences: String...) { notices = sentences + notices }

  /// Begins where another session is, if nothing is saved in this one.
  mutating func begin(where other: Snapshot) { snapshot = snapshot ?? other }

  /// A session that is saved nowhere; `notSaving` says why, if something should be.
  static func unsaved(_ environment: [String: String], notSaving: String? = nil) -> Session {
    Session(environment, notSaving: notSaving)
  }

  private init(_ environment: [String: String], notSaving: String?) {
    self.notSaving = notSaving
    account = nil
    routes = RouteServers(of: OnlyRoute.self)
    author = ThisMachine.author(environment)
  }

  /// Reads the saved session, for as much as that is worth before it is opened.
  private mutating func look(_ opening: SessionOpening) throws {
    do {
      seen = try opening.place.look()
      snapshot = try opening.snapshot(in: seen)
      foreign = snapshot.flatMap { foreign($0, opening) }
    } catch SnapshotError.unreadable(let reason) {
      seen.damage = "The saved session can't be read: \(reason)."
    } catch SnapshotError.newer where opening.isFresh {
      // A copy is kept when it is opened.
    } catch let problem as SnapshotError {
      // Opening it says so again, and then it is known whether it matters.
      if opening.place.isNamed { throw problem }
    }
  }

  private func foreign(_ snapshot: Snapshot, _ opening: SessionOpening) -> ForeignSession? {
    ForeignSession(
      snapshot, path: opening.place.path, author: author, account: account,
      isNamed: opening.place.isNamed, routes: routes, isReplaced: opening.isFresh)
  }

  /// Makes the session this process's, once the person agrees if it is a foreign one.
  ///
  /// If that can't be now, the snapshot that was seen is shown, and saving tries again. Throws `SnapshotError` if the person has to
  /// decide: another process has the session open, or a named file isn't there and can't be made.
  mutating func open() throws {
    guard let opening else { return }
    do {
      var owned = try opening.lock(waitsForHolder: true)
      try opening.read(&owned)
      if let opened = owned.snapshot, opened != snapshot, foreign(opened, opening) != nil {
        // Nobody was asked about this one.
        throw SnapshotError.file(
          .unsafe(path: opening.place.path, "it was changed meanwhile"))
      }
      store = owned.file
      lock = owned.lock
      crashLoopGuard = opening.place.crashLoopGuard(of: owned.file.path)
      snapshot = owned.snapshot
      if let said = owned.stored.damage { notices.append(said) }
    } catch let problem as SnapshotError {
      try goOnLooking(opening, problem)
    }
    if opening.isFresh { snapshot = nil }
  }

  /// Tells how much may be resumed, after starts that failed. To be called when nothing stands in the way of this one:
  /// a start that is refused, for want of a terminal or of data, hasn't failed.
  mutating func beginProbation() -> RestoreLevel {
    guard let crashLoopGuard else { return .everything }
    do {
      return try crashLoopGuard.begin()
    } catch {
      // What can't be marked can be resumed and saved all the same; and where nothing can be written that was said already.
      if notSaving == nil {
        let reason = (error as? SnapshotError)?.brief ?? "\(error)"
        notices.append("If this start fails, the next one won't know: \(reason).")
      }
      return crashLoopGuard.restoreLevel
    }
  }

  private mutating func goOnLooking(_ opening: SessionOpening, _ problem: SnapshotError) throws {
    switch problem {
    case .inUse: throw problem
    case .file(.system) where !opening.place.isNamed || seen.body != nil: break
    default: if opening.place.isNamed { throw problem }
    }
    goOnWithoutSaving(problem)
    if case .file(.system(_, _, let code)) = problem, code != ENOSPC, code != EDQUOT {
      notices.append("When it can be written, saving goes on by itself.")
    }
    if let damage = seen.damage { notices.append(damage) }
    crashLoopGuard = opening.place.crashLoopGuard(of: opening.place.path)
    store = DeferredSession(
      showing: seen, lock: { try opening.lock(waitsForHolder: false) }, read: opening.read)
  }

  private mutating func goOnWithoutSaving(_ problem: SnapshotError) {
    notSaving = problem.brief
    notices.append(problem.sentences)
  }
}
