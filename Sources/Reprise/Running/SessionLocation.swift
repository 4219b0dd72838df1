import Commands
import Core
import Encryption
import Foundation
import Restoration

/// The location of a session, where it is read and locked.
struct SessionLocation {
  let path: String
  /// The directory, which is created if necessary; `nil` if the user named a file.
  private let directory: SessionDirectory?
  /// The directory to recreate if it was removed. A vault's isn't recreated, because the files of
  /// an erased vault couldn't be decrypted.
  private var recreatableDirectory: SessionDirectory? { sealing == nil ? directory : nil }
  private let isTakenOver: Bool
  private let sealing: (any SnapshotSealing)?
  private let terminalIdentity: TerminalIdentity?
  private let environment: [String: String]
  private let system: any FileSystem

  /// Whether the user named the file.
  var isNamed: Bool { directory == nil }

  /// Determines the location for a command line, in the vault if there is one, without creating
  /// anything. Throws `SnapshotError` or `UsageError`.
  init(
    application: String, account: Account?, vault: Vault?, arguments: Arguments,
    terminalIdentity: TerminalIdentity?, environment: [String: String], system: any FileSystem
  ) throws {
    isTakenOver = arguments.has("take-over")
    let isNamed = arguments.value("snapshot") != nil
    sealing = isNamed ? vault?.storedSealing.ofNamedFile : vault?.storedSealing
    self.terminalIdentity = terminalIdentity
    self.environment = environment
    self.system = system
    if let path = arguments.value("snapshot") {
      guard arguments.value("session") == nil else {
        throw UsageError(
          "--session and --snapshot name two places", advice: "Use only one of them.")
      }
      self.path = path
      directory = nil
    } else {
      let directory =
        try vault?.directory.sessionDirectory
        ?? SessionDirectory(application: application, environment: environment)
      // A vault belongs to a single account, so the file's name doesn't include it.
      path = try directory.file(
        forSession: arguments.value("session") ?? "main",
        account: vault == nil ? account : nil)
      self.directory = directory
    }
  }

  /// Reads the saved session without locking or writing anything.
  func look() throws -> StoredSnapshot {
    try SnapshotFile(path: path, sealing: sealing, system: system).look()
  }

  /// The crash-loop guard of a session's file, which may be a machine's own rather than `path`.
  func crashLoopGuard(of path: String) -> CrashLoopGuard {
    CrashLoopGuard(path: path + ".attempts", system: system)
  }

  /// Locks the session without reading its file.
  ///
  /// Some network file systems have no locks. There, each machine has its own session, locked in a
  /// local directory.
  func acquire(waitsForHolder: Bool) throws -> LockedSession {
    try directory?.create()
    do {
      let lock = try lock(path + ".lock", waitsForHolder, system)
      let file = SnapshotFile(
        path: path, in: recreatableDirectory, sealing: sealing, system: system)
      if !isTakenOver { try file.hold(waitsForHolder: waitsForHolder) }
      return LockedSession(file, lock: lock)
    } catch SnapshotError.file(.system(_, _, let code))
      where SessionLocation.lockless.contains(code)
    {
      let host = ThisMachine.name
      let own = SessionDirectory.file(path, of: host)
      let lock = try lock(
        SessionLock.machineFile(for: own, environment: environment), waitsForHolder, SystemFiles())
      var session = LockedSession(
        SnapshotFile(path: own, in: recreatableDirectory, sealing: sealing, system: system),
        lock: lock)
      session.stored.damage = "This folder has no file locks, so only \(host) uses this session."
      return session
    }
  }

  /// Takes over a loaded file if that was requested. Returns `true` if it must be loaded again.
  func takeOver(_ file: SnapshotFile) throws -> Bool {
    isTakenOver ? try file.takeOver() : false
  }

  /// The errors of `flock` on file systems without locks.
  private static let lockless: Set = [ENOLCK, EOPNOTSUPP, ENOSYS, EINVAL]

  private func lock(
    _ path: String, _ waitsForHolder: Bool, _ system: any FileSystem
  ) throws -> SessionLock {
    let owner = SessionLock.owner(
      terminal: ThisMachine.terminal, secondsSince1970: time(nil))
    return isTakenOver
      ? try SessionLock(
        takingOver: path, owner: owner, terminalIdentity: terminalIdentity, system: system)
      : try SessionLock(
        path: path, owner: owner, terminalIdentity: terminalIdentity,
        waitsForHolder: waitsForHolder,
        system: system)
  }
}
