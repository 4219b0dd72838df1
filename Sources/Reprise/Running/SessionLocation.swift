import Commands
import Core
import Encryption
import Glibc
import Restoration

/// The location of a requested session, where it is read, locked and loaded.
///
/// It is opened at the start, and again at each save until that succeeds.
struct SessionLocation {
  let path: String
  private let request: SessionRequest
  /// The store, whose directory is created if necessary; `nil` if the user named a file.
  private let store: SessionStore?
  private let sealing: (any SnapshotSealing)?

  /// Whether the user named the file.
  var isNamed: Bool { store == nil }
  /// Whether the saved session should be discarded.
  var isFresh: Bool { request.arguments.has("fresh") }
  private var isTakenOver: Bool { request.arguments.has("take-over") }

  /// Determines the location without creating anything. Throws `SnapshotError` or `UsageError`.
  init(of request: SessionRequest) throws {
    self.request = request
    if let path = request.arguments.value("snapshot") {
      guard request.arguments.value("session") == nil else {
        throw UsageError(
          "--session and --snapshot name two places", advice: "Use only one of them.")
      }
      self.path = path
      store = nil
      sealing = request.vault?.storedSealing.ofNamedFile
    } else {
      let store = try request.store()
      // A vault belongs to a single account, so the file's name doesn't include it.
      path = try store.file(
        forSession: request.name, account: request.vault == nil ? request.account : nil)
      self.store = store
      sealing = request.vault?.storedSealing
    }
  }

  /// Reads the saved session without locking or writing anything.
  func look() throws -> StoredSnapshot {
    try SnapshotFile(path: path, sealing: sealing, system: request.system).look()
  }

  /// The crash-loop guard of a session's file, which may be a machine's own rather than `path`.
  func crashLoopGuard(of path: String) -> CrashLoopGuard {
    CrashLoopGuard(path: path + ".attempts", system: request.system)
  }

  /// Locks the session without reading its file.
  ///
  /// Some network file systems have no locks. There, each machine has its own session, locked in a
  /// local directory.
  func lock(waitsForHolder: Bool) throws -> LockedSession {
    try store?.create()
    do {
      let lock = try lock(path + ".lock", waitsForHolder, request.system)
      let file = file(path)
      if !isTakenOver { try file.hold(waitsForHolder: waitsForHolder) }
      return LockedSession(file, lock: lock)
    } catch SnapshotError.file(.system(_, _, let code)) where Self.lockless.contains(code) {
      let own = SessionStore.File.path(path, of: ThisMachine.name)
      let lock = try lock(
        SessionLock.machineFile(for: own, environment: request.environment), waitsForHolder,
        SystemFiles())
      var session = LockedSession(file(own), lock: lock)
      session.stored.damage =
        "This folder has no file locks, so only \(ThisMachine.name) uses this session."
      return session
    }
  }

  /// The errors of `flock` on file systems without locks.
  private static let lockless: Set = [ENOLCK, EOPNOTSUPP, ENOSYS, EINVAL]

  private func lock(
    _ path: String, _ waitsForHolder: Bool, _ system: any FileSystem
  ) throws -> SessionLock {
    let owner = SessionLock.owner(terminal: ThisMachine.terminal, secondsSince1970: time(nil))
    return isTakenOver
      ? try SessionLock(
        takingOver: path, owner: owner, terminalIdentity: request.terminalIdentity, system: system)
      : try SessionLock(
        path: path, owner: owner, terminalIdentity: request.terminalIdentity,
        waitsForHolder: waitsForHolder, system: system)
  }

  /// A removed directory is recreated when saving, but not a vault's, because the files of an
  /// erased vault couldn't be decrypted.
  private func file(_ path: String) -> SnapshotFile {
    SnapshotFile(
      path: path, in: sealing == nil ? store : nil, sealing: sealing, system: request.system)
  }

  /// Reads the locked session, and copies a file that this start would overwrite. If it throws
  /// `SnapshotError`, nothing must be overwritten.
  func read(_ session: inout LockedSession) throws {
    let file = session.file
    var sentences = [session.stored.damage]
    do {
      try load(&session)
      sentences.append(session.stored.damage)
    } catch SnapshotError.unreadable(let reason) {
      sentences.append(
        "The saved session can't be read; a copy is kept as \(try file.quarantine()): \(reason).")
    } catch SnapshotError.newer where isFresh {
      sentences.append("What a newer release saved is kept as \(try file.quarantine()).")
    }
    if isTakenOver, try file.takeOver() { try load(&session) }
    let said = sentences.compactMap(\.self)
    session.stored.damage = said.isEmpty ? nil : said.joined(separator: " ")
  }

  private func load(_ session: inout LockedSession) throws {
    session.stored = try session.file.load()
    session.snapshot = try snapshot(in: session.stored)
    // Copies the session before an upgraded or downgraded release saves over it.
    if let saved = session.snapshot?.version, saved != request.version {
      try session.file.saveGeneration(of: saved)
    }
  }

  /// Decodes a store's contents. Returns `nil` if it is empty. Throws `SnapshotError`; `foreign`
  /// if another application saved it.
  func snapshot(in stored: StoredSnapshot) throws -> Snapshot? {
    guard let body = stored.body else { return nil }
    let saved = try Snapshot(body: body)
    guard saved.application == request.application else {
      throw SnapshotError.foreign(application: saved.application)
    }
    return saved
  }
}
