package import Core
import Glibc

/// An advisory lock that gives one process exclusive access to a session. The kernel holds it as
/// long as the process lives, so it can't become stale.
///
/// The text in the lock file is informational: the owner, and in the second line the terminal
/// window in which the session was opened.
package final class SessionLock {
  private let descriptor: Int32
  private let files: FileAccess
  private let path: String

  /// Returns a description of this process for the lock file of a session that it opens: `process
  /// 4711 on /dev/pts/3, since 2026-11-21 04:38`, in local time.
  public static func owner(terminal: String?, secondsSince1970: Int) -> String {
    let suffix = terminal.map { " on \($0)" } ?? ""
    return "process \(getpid())\(suffix), since \(localTime(secondsSince1970))"
  }

  /// Formats a time in the local time zone: `2026-11-21 04:38`.
  static func localTime(_ secondsSince1970: Int) -> String {
    Timestamp(seconds: secondsSince1970).minute(in: .local)
  }

  /// Locks a session. The lock lasts until this object is released.
  ///
  ///     let owner = SessionLock.owner(terminal: "/dev/pts/3", secondsSince1970: now)
  ///     let lock = try SessionLock(path: path + ".lock", owner: owner)
  ///
  /// Throws `SnapshotError.inUse` if another process has locked it, and `.file` with ENOLCK or
  /// EOPNOTSUPP if the file system has no locks.
  ///
  /// - Parameters:
  ///   - path: The path of the lock file.
  ///   - owner: A description of this process, which other processes show if they can't open the
  ///     session.
  ///   - terminalIdentity: The terminal window in which the session is opened.
  ///   - waitsForHolder: Whether to wait up to a second for a process that may be exiting, for
  ///     example because its window was just closed.
  ///   - system: The system calls to use.
  public init(
    path: String, owner: String, terminalIdentity: TerminalIdentity? = nil,
    waitsForHolder: Bool = true,
    system: any FileSystem = SystemFiles()
  ) throws {
    let files = FileAccess(system)
    self.files = files
    self.path = path
    descriptor = try SessionLock.locked(path, owner: owner, waitsForHolder: waitsForHolder, files)
    SessionLock.note(SessionLock.note(owner, terminalIdentity), in: descriptor, path: path, files)
  }

  /// Takes over a session that another process has open, by replacing its lock file. The other
  /// process still locks the old file, which no longer has a name.
  ///
  ///     let lock = try SessionLock(takingOver: path + ".lock", owner: owner)
  public init(
    takingOver path: String, owner: String, terminalIdentity: TerminalIdentity? = nil,
    system: any FileSystem = SystemFiles()
  ) throws {
    let files = FileAccess(system)
    self.files = files
    self.path = path
    let opened = try SnapshotError.ofSession {
      try files.replace(path, with: SessionLock.note(owner, terminalIdentity))
    }
    // Meanwhile another process may have taken it over in turn.
    descriptor = try SessionLock.locked(
      path, opened: opened, owner: owner, waitsForHolder: true, files)
  }

  deinit { files.closeUnlocking(descriptor) }

  /// Whether another process has taken over the session. A deleted lock file doesn't count.
  var isTakenOver: Bool { files.exists(path) && !files.isNamed(descriptor, at: path) }

  /// Returns the holder of a lock; `nil` if it is free.
  static func holder(of path: String, _ files: FileAccess) throws -> String? {
    try SnapshotError.ofSession {
      for _ in 0..<100 {
        guard let opened = try files.openExisting(path, for: O_RDONLY) else { return nil }
        // Releases the lock if the attempt succeeded.
        defer { files.closeUnlocking(opened) }
        guard files.lock(opened, .shared) == .heldElsewhere else { return nil }
        let holder = try note(in: opened, path: path, files)
        // If another process took over meanwhile, the new lock file counts.
        if files.isNamed(opened, at: path) { return holder }
      }
      return nil
    }
  }

  private static func note(
    in descriptor: Int32, path: String, _ files: FileAccess
  ) throws -> String {
    let bytes = try files.read(descriptor, path: path, limit: 4096)
    let line = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first
    return line.map { SessionOwner.annotatingSuspension(String($0)) } ?? SessionOwner.unnamed
  }

  private static func open(_ path: String, _ files: FileAccess) throws -> Int32 {
    try SnapshotError.ofSession {
      do {
        return try files.openExisting(path) ?? create(path, files)
      } catch {
        // On a read-only disk, the holder can still be reported.
        if let holder = (try? holder(of: path, files)) ?? nil {
          throw SnapshotError.inUse(by: holder)
        }
        throw error
      }
    }
  }

  private static func create(_ path: String, _ files: FileAccess) throws -> Int32 {
    let descriptor = files.system.openFile(
      path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw FileError.system("created", path: path, code: errno)
    }
    return descriptor
  }

  /// The number of attempts to take a held lock, `FileLock.interval` apart.
  static let patience = 50

  /// Returns the lock file, open and locked.
  ///
  /// The path must still lead to the locked file: a lock on a file that was replaced or deleted
  /// meanwhile is worthless.
  private static func locked(
    _ path: String, opened: Int32? = nil, owner: String, waitsForHolder: Bool, _ files: FileAccess
  ) throws -> Int32 {
    let terminal = SessionOwner(text: owner)?.terminal
    var descriptor = try opened ?? open(path, files)
    var tries = waitsForHolder ? 0 : patience
    do {
      // Repeats while other processes replace or delete the file, which can't go on for long.
      for _ in 0..<1000 {
        let opened = descriptor
        let holder = try SnapshotError.ofSession {
          try SessionLock.holder(refusing: opened, path, files)
        }
        guard files.isNamed(descriptor, at: path) else {
          files.system.closeFile(descriptor)
          // Prevents closing it twice.
          descriptor = -1
          descriptor = try open(path, files)
          continue
        }
        guard let holder else { return descriptor }
        // A process that only checks the lock holds it briefly, and then the file still names a
        // former owner. So the first attempts don't evaluate the name.
        if tries >= 3, SessionOwner(text: holder)?.isSettled(seenFrom: terminal) == true {
          tries = patience
        }
        guard tries < patience else { throw SnapshotError.inUse(by: holder) }
        tries += 1
        usleep(UInt32(FileLock.interval) * 1_000)
      }
      throw SnapshotError.file(.system("locked", path: path, code: EBUSY))
    } catch {
      if descriptor >= 0 { files.system.closeFile(descriptor) }
      throw error
    }
  }

  /// Tries to lock a file. Returns the current holder, or `nil` on success.
  private static func holder(
    refusing descriptor: Int32, _ path: String, _ files: FileAccess
  ) throws -> String? {
    switch files.lock(descriptor) {
    case .acquired: nil
    case .heldElsewhere: try note(in: descriptor, path: path, files)
    case .failed(let code): throw FileError.system("locked", path: path, code: code)
    }
  }

  private static func note(_ owner: String, _ terminalIdentity: TerminalIdentity?) -> [UInt8] {
    Array((owner + "\n" + (terminalIdentity.map { $0.text + "\n" } ?? "")).utf8)
  }

  /// Writes the owner into the lock file. Errors, such as a full disk, are ignored: the lock is
  /// held all the same.
  private static func note(
    _ bytes: [UInt8], in descriptor: Int32, path: String, _ files: FileAccess
  ) {
    // Overwriting in place needs no disk space. If it fails, the file is emptied, so that it
    // doesn't name a former owner.
    let isWritten = (try? files.write(bytes, to: descriptor, at: 0, path: path)) != nil
    _ = files.system.truncateFile(descriptor, to: isWritten ? bytes.count : 0)
  }
}
