public import Files
import Values

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Keeps a session to one process: a lock that the kernel holds for as long as the process lives, so that none is ever stale.
///
/// The text in the lock's file is for people, and its second line says in which terminal's place
/// the session was opened; the lock alone counts.
public final class SessionLock {
  private let descriptor: Int32
  private let files: FileAccess
  private let path: String

  /// Describes this process as a session's owner: `process 4711 on /dev/pts/3, since 2026-11-21 04:38`, as the clocks here have it.
  public static func owner(terminal: String?, secondsSince1970: Int) -> String {
    let place = terminal.map { " on \($0)" } ?? ""
    return "process \(getpid())\(place), since \(localTime(secondsSince1970))"
  }

  /// Formats a moment as the clocks here have it: `2026-11-21 04:38`.
  static func localTime(_ secondsSince1970: Int) -> String {
    var timestamp = time_t(secondsSince1970)
    var parts = tm()
    guard localtime_r(&timestamp, &parts) != nil else {
      return "\(UTCTime(secondsSince1970: secondsSince1970))"
    }
    let text = UTCTime(secondsSince1970: secondsSince1970 + parts.tm_gmtoff).description
    return String(text.prefix(16)).replacing("T", with: " ")
  }

  /// Locks a session. Throws `SnapshotError.inUse` if another process has it, and `.file` with ENOLCK or EOPNOTSUPP where
  /// the file system has no locks. With `waitsForHolder` it waits up to a second for a lock that is held, unless the holder is settled: a window
  /// that was just closed is still saving.
  ///
  ///     let owner = SessionLock.owner(terminal: "/dev/pts/3", secondsSince1970: now)
  ///     let lock = try SessionLock(path: path + ".lock", owner: owner)
  public init(
    path: String, owner: String, place: TerminalIdentity? = nil, waitsForHolder: Bool = true,
    system: any FileSystem = SystemFiles()
  ) throws {
    let files = FileAccess(system)
    self.files = files
    self.path = path
    descriptor = try SessionLock.locked(path, owner: owner, waitsForHolder: waitsForHolder, files)
    SessionLock.note(SessionLock.note(owner, place), in: descriptor, path: path, files)
  }

  /// Takes a session from the process that has it: that one keeps the lock of a file which is nobody's any more.
  ///
  ///     let lock = try SessionLock(takingOver: path + ".lock", owner: owner)
  public init(
    takingOver path: String, owner: String, place: TerminalIdentity? = nil,
    system: any FileSystem = SystemFiles()
  ) throws {
    let files = FileAccess(system)
    self.files = files
    self.path = path
    let opened = try SnapshotError.ofSession {
      try files.replace(path, with: SessionLock.note(owner, place))
    }
    // Somebody else may have taken it over after that.
    descriptor = try SessionLock.locked(
      path, opened: opened, owner: owner, waitsForHolder: true, files)
  }

  deinit { files.closeUnlocking(descriptor) }

  /// True if another process has taken the session over. A lock whose file was deleted is nobody else's.
  var isTakenOver: Bool { files.exists(path) && !files.isNamed(descriptor, at: path) }

  /// Returns the holder of a lock; nil if nobody holds it.
  static func holder(of path: String, _ files: FileAccess) throws -> String? {
    try SnapshotError.ofSession {
      for _ in 0..<100 {
        guard let opened = try files.openExisting(path, for: O_RDONLY) else { return nil }
        // This gives back a lock that was only tried.
        defer { files.closeUnlocking(opened) }
        let isHeld = files.system.lockFile(opened, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
        guard isHeld else { return nil }
        let holder = try note(in: opened, path: path, files)
        // Somebody may have taken it over meanwhile, and then it is another file that counts.
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
    return line.map { SessionOwner.look(String($0)) } ?? SessionOwner.unnamed
  }

  private static func open(_ path: String, _ files: FileAccess) throws -> Int32 {
    try SnapshotError.ofSession {
      do {
        return try files.openExisting(path) ?? create(path, files)
      } catch {
        // Where nothing can be written, reading still tells who has the session open.
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

  /// The number of times that a held lock is tried again, 20 ms apart.
  static let patience = 50

  /// The lock's file, open and locked.
  ///
  /// A file that was replaced or deleted meanwhile is nobody's any more, and its lock is worth nothing: so the name must still lead to it.
  private static func locked(
    _ path: String, opened: Int32? = nil, owner: String, waitsForHolder: Bool, _ files: FileAccess
  ) throws -> Int32 {
    let terminal = SessionOwner(text: owner)?.terminal
    var descriptor = try opened ?? open(path, files)
    var tries = waitsForHolder ? 0 : patience
    do {
      // As often as somebody takes it over or deletes it, which nobody does for long.
      for _ in 0..<1000 {
        let opened = descriptor
        let holder = try SnapshotError.ofSession {
          try SessionLock.holder(refusing: opened, path, files)
        }
        guard files.isNamed(descriptor, at: path) else {
          files.system.closeFile(descriptor)
          // What is closed must not be closed again.
          descriptor = -1
          descriptor = try open(path, files)
          continue
        }
        guard let holder else { return descriptor }
        // Whoever only looks at the lock holds it for a moment, and the name in it is then of somebody who is long gone.
        if tries >= 3, SessionOwner(text: holder)?.isSettled(asking: terminal) == true {
          tries = patience
        }
        guard tries < patience else { throw SnapshotError.inUse(by: holder) }
        tries += 1
        usleep(20_000)
      }
      throw SnapshotError.file(.system("locked", path: path, code: EBUSY))
    } catch {
      if descriptor >= 0 { files.system.closeFile(descriptor) }
      throw error
    }
  }

  /// Tries to lock a file. Returns the holder; nil if the file is locked now.
  private static func holder(
    refusing descriptor: Int32, _ path: String, _ files: FileAccess
  ) throws -> String? {
    while files.system.lockFile(descriptor, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: return try note(in: descriptor, path: path, files)
      case let code: throw FileError.system("locked", path: path, code: code)
      }
    }
    return nil
  }

  /// The lines of a lock's file.
  private static func note(_ owner: String, _ place: TerminalIdentity?) -> [UInt8] {
    Array((owner + "\n" + (place.map { $0.text + "\n" } ?? "")).utf8)
  }

  /// Writes the owner into the lock's file. On a full disk there may be no room for that; the session is locked all the same.
  private static func note(
    _ bytes: [UInt8], in descriptor: Int32, path: String, _ files: FileAccess
  ) {
    // Over what stands there, which needs no room; and if that fails, nobody is named rather than the one before.
    let isWritten = (try? files.write(bytes, to: descriptor, at: 0, path: path)) != nil
    _ = files.system.truncateFile(descriptor, to: isWritten ? bytes.count : 0)
  }
}
