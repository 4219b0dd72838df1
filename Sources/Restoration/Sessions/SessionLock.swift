#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

public import Files
import Values

/// Keeps a session to one process: a lock that the kernel holds for as long as the process lives, so that none is ever stale.
///
/// What the lock's file says is for people; that it is locked is what counts.
public final class SessionLock {
  private let descriptor: Int32
  private let files: FileAccess

  /// Who has a session open, in a clause: `process 4711 on /dev/pts/3, since 2026-11-21 04:38`, as the clocks here have it.
  public static func owner(terminal: String?, secondsSince1970: Int) -> String {
    let place = terminal.map { " on \($0)" } ?? ""
    return "process \(getpid())\(place), since \(localTime(secondsSince1970))"
  }

  /// `2026-11-21 04:38`.
  static func localTime(_ secondsSince1970: Int) -> String {
    var moment = time_t(secondsSince1970)
    var parts = tm()
    guard localtime_r(&moment, &parts) != nil else {
      return "\(UTCTime(secondsSince1970: secondsSince1970))"
    }
    let text = UTCTime(secondsSince1970: secondsSince1970 + parts.tm_gmtoff).description
    return String(text.prefix(16)).replacing("T", with: " ")
  }

  /// Locks a session. Throws `SnapshotProblem.inUse` if another process has it, and `.system` with ENOLCK or EOPNOTSUPP where
  /// the file system has no locks. Who is patient waits up to a second for one that is held, unless its holder is settled: a window
  /// that was just closed is still saving.
  public init(
    path: String, owner: String, isPatient: Bool = true, system: any FileSystem = SystemFiles()
  ) throws {
    let files = FileAccess(system)
    self.files = files
    let opened = try SessionLock.open(path, files)
    do {
      try SessionLock.lock(opened, path: path, owner: owner, isPatient: isPatient, files)
      SessionLock.note(owner, in: opened, path: path, files)
      descriptor = opened
    } catch {
      files.system.closeFile(opened)
      throw error
    }
  }

  /// Takes a session from the process that has it: that one keeps the lock of a file which is nobody's any more.
  public init(takingOver path: String, owner: String, system: any FileSystem = SystemFiles()) throws
  {
    let files = FileAccess(system)
    self.files = files
    let opened = try SnapshotProblem.ofSession {
      try files.replace(path, with: Array((owner + "\n").utf8))
    }
    do {
      try SessionLock.lock(opened, path: path, owner: owner, isPatient: true, files)
      descriptor = opened
    } catch {
      files.system.closeFile(opened)
      throw error
    }
  }

  deinit { files.system.closeFile(descriptor) }

  /// Who holds a lock; nil if nobody does.
  static func holder(of path: String, _ files: FileAccess) throws -> String? {
    try SnapshotProblem.ofSession {
      guard let opened = try files.openExisting(path, for: O_RDONLY) else { return nil }
      // Closing gives back a lock that was only tried.
      defer { files.system.closeFile(opened) }
      guard files.system.lockFile(opened, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK else {
        return nil
      }
      return try note(in: opened, path: path, files)
    }
  }

  private static func note(
    in descriptor: Int32, path: String, _ files: FileAccess
  ) throws -> String {
    let bytes = try files.read(descriptor, path: path, limit: 4096)
    let line = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first
    return line.map { SessionOwner.look(String($0)) } ?? "another process"
  }

  private static func open(_ path: String, _ files: FileAccess) throws -> Int32 {
    try SnapshotProblem.ofSession {
      do {
        return try files.openExisting(path) ?? create(path, files)
      } catch {
        // Where nothing can be written, reading still tells who has the session open.
        if let holder = (try? holder(of: path, files)) ?? nil {
          throw SnapshotProblem.inUse(by: holder)
        }
        throw error
      }
    }
  }

  private static func create(_ path: String, _ files: FileAccess) throws -> Int32 {
    let descriptor = files.system.openFile(
      path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw FileProblem.system("created", path: path, code: errno)
    }
    return descriptor
  }

  /// How often a lock that is held is tried again, 20 ms apart.
  private static let patience = 50

  private static func lock(
    _ descriptor: Int32, path: String, owner: String, isPatient: Bool, _ files: FileAccess
  ) throws {
    try SnapshotProblem.ofSession {
      let terminal = SessionOwner(text: owner)?.terminal
      var tries = isPatient ? 0 : patience
      while files.system.lockFile(descriptor, LOCK_EX | LOCK_NB) != 0 {
        switch errno {
        case EINTR: continue
        case EWOULDBLOCK where tries < patience:
          let holder = SessionOwner(text: try note(in: descriptor, path: path, files))
          tries = holder?.isSettled(asking: terminal) == true ? patience : tries + 1
          if tries < patience { usleep(20_000) }
        case EWOULDBLOCK:
          throw SnapshotProblem.inUse(by: try note(in: descriptor, path: path, files))
        case let code: throw FileProblem.system("locked", path: path, code: code)
        }
      }
    }
  }

  /// Says who has the lock. On a full disk there may be no room for that; the session is locked all the same.
  private static func note(
    _ owner: String, in descriptor: Int32, path: String, _ files: FileAccess
  ) {
    let bytes = Array((owner + "\n").utf8)
    // Over what stands there, which needs no room; and if that fails, nobody is named rather than the one before.
    let isWritten = (try? files.write(bytes, to: descriptor, at: 0, path: path)) != nil
    _ = files.system.truncateFile(descriptor, to: isWritten ? bytes.count : 0)
  }
}
