import Commands
import Core
import Encryption
import FoundationEssentials
import Glibc
import Restoration
import Screens

/// The session for a command line: its location and its snapshot.
///
/// It is first read without writing anything, and then opened if possible.
@MainActor struct Session {
  let account: Account?
  /// The user on this machine, in the format of the snapshot's author.
  let author: String
  private let routes: RouteServers
  /// `nil` if nothing should be saved.
  private var location: SessionLocation?
  /// The session's name after it was opened.
  var name: String?
  /// The saved contents as they were first read, which are shown if the session can't be opened.
  private var seen = StoredSnapshot(body: nil)
  /// Set if the session is another user's and must be confirmed.
  private(set) var foreign: ForeignSession?
  /// The store for snapshots; `nil` if nothing is saved.
  private(set) var store: (any SnapshotStore)?
  /// The deferred store, if the session couldn't be opened at the start.
  var deferredStore: DeferredSession? { store as? DeferredSession }
  /// The lock, held as long as the process lives.
  private var lock: SessionLock?
  var isOwned: Bool { lock != nil }
  /// The canonical path of the session's file; `nil` if nothing is saved.
  var path: String? {
    guard let location else { return nil }
    let file = URL(fileURLWithPath: FilePath.absolute(location.path))
    let directory = file.deletingLastPathComponent().resolvingSymlinksInPath()
    return directory.appendingPathComponent(file.lastPathComponent).path
  }
  /// The snapshot to restore; `nil` to start without one.
  private(set) var snapshot: Snapshot?
  private(set) var crashLoopGuard: CrashLoopGuard?
  private(set) var notices: [String] = []
  /// Why nothing is saved although it should be, for the status line.
  private(set) var notSaving: String?

  /// Reads the session without opening it. Throws `SnapshotError` or `UsageError` for a session
  /// that the user named. Errors of the usual session become notices, because the application can
  /// run without it.
  init(_ request: SessionRequest) throws {
    account = request.account
    routes = request.routes
    author = ThisMachine.author(request.environment)
    if request.arguments.has("ephemeral") { return }
    do {
      try request.vault?.requireExists()
    } catch let problem as VaultError {
      // New files couldn't be decrypted, and the directory may contain another vault now.
      notSaving = problem.brief
      notices.append(problem.message)
      return
    }
    do {
      let location = try SessionLocation(of: request)
      self.location = location
      try look(location)
    } catch SnapshotError.file(.noHome) {
      continueWithoutSaving(.file(.noHome))
    } catch SnapshotError.file(.otherUsersHome(let path, let owner, let variable)) {
      let problem = FileError.otherUsersHome(path: path, owner: owner, variable: variable)
      let advice = problem.recoverySuggestion ?? ""
      notices.append("Root in the home of \(owner), so this session isn't saved. \(advice)")
    }
  }

  /// Inserts messages before the existing notices.
  mutating func say(_ sentences: String...) { notices = sentences + notices }

  /// Starts as a copy of another session if this one has no snapshot.
  mutating func begin(from other: Snapshot) { snapshot = snapshot ?? other }

  /// Creates a session that isn't saved. `notSaving` is the reason if it should be.
  init(unsaved environment: [String: String], notSaving: String? = nil) {
    self.notSaving = notSaving
    account = nil
    routes = RouteServers(of: OnlyRoute.self)
    author = ThisMachine.author(environment)
  }

  /// Reads the saved session before it is opened.
  private mutating func look(_ location: SessionLocation) throws {
    do {
      seen = try location.look()
      snapshot = try location.snapshot(in: seen)
      foreign = snapshot.flatMap { foreign($0, location) }
    } catch SnapshotError.unreadable(let reason) {
      seen.damage = "The saved session can't be read: \(reason)."
    } catch SnapshotError.newer where location.isFresh {
      // Opening the session makes a copy first.
    } catch let problem as SnapshotError {
      // Opening the session reports the error again, if it still matters.
      if location.isNamed { throw problem }
    }
  }

  private func foreign(_ snapshot: Snapshot, _ location: SessionLocation) -> ForeignSession? {
    ForeignSession(
      snapshot, path: location.path, author: author, account: account,
      isNamed: location.isNamed, routes: routes, isReplaced: location.isFresh)
  }

  /// Locks and opens the session. A foreign session must have been confirmed.
  ///
  /// If it can't be opened now, the contents read before are shown, and saving tries again. Throws
  /// `SnapshotError` if the user must decide: another process has the session open, or a named
  /// file can't be used.
  mutating func open() throws {
    guard let location else { return }
    do {
      var owned = try location.lock(waitsForHolder: true)
      try location.read(&owned)
      if let opened = owned.snapshot, opened != snapshot, foreign(opened, location) != nil {
        // The changed session wasn't confirmed by the user.
        throw SnapshotError.file(
          .unsafe(path: location.path, "it was changed meanwhile"))
      }
      store = owned.file
      lock = owned.lock
      crashLoopGuard = location.crashLoopGuard(of: owned.file.path)
      snapshot = owned.snapshot
      if let said = owned.stored.damage { notices.append(said) }
    } catch let problem as SnapshotError {
      try continueReadOnly(location, problem)
    }
    if location.isFresh { snapshot = nil }
  }

  /// Starts the crash-loop guard and returns the restore level. Call it when the start can't be
  /// refused any more: a start refused for lack of a terminal or data must not count as failed.
  mutating func beginCrashLoopGuard() -> RestoreLevel {
    guard let crashLoopGuard else { return .everything }
    do {
      return try crashLoopGuard.begin()
    } catch {
      // Without a mark, the session can still be restored and saved. If nothing can be written,
      // that was already reported.
      if notSaving == nil {
        let reason = (error as? SnapshotError)?.brief ?? "\(error)"
        notices.append("If this start fails, the next one won't know: \(reason).")
      }
      return crashLoopGuard.restoreLevel
    }
  }

  private mutating func continueReadOnly(_ location: SessionLocation, _ problem: SnapshotError)
    throws
  {
    switch problem {
    case .inUse: throw problem
    case .file(.system) where !location.isNamed || seen.body != nil: break
    default: if location.isNamed { throw problem }
    }
    continueWithoutSaving(problem)
    if case .file(.system(_, _, let code)) = problem, code != ENOSPC, code != EDQUOT {
      notices.append("Saving resumes when it can be written.")
    }
    if let damage = seen.damage { notices.append(damage) }
    crashLoopGuard = location.crashLoopGuard(of: location.path)
    store = DeferredSession(
      showing: seen, lock: { try location.lock(waitsForHolder: false) }, read: location.read)
  }

  private mutating func continueWithoutSaving(_ problem: SnapshotError) {
    notSaving = problem.brief
    notices.append(problem.sentences)
  }
}
