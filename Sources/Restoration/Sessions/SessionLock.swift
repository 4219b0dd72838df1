#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Keeps a session to one process: a lock that the kernel holds for as long as the process lives, so that none is ever stale.
///
/// What the lock's file says is for people; that it is locked is what counts.
public final class SessionLock {
  private let descriptor: Int32

  /// Who has a session open, in a clause: `process 4711 on /dev/pts/3, since 2026-11-21T03:38:04Z`.
  public static func owner(terminal: String?, secondsSince1970: Int) -> String {
    let place = terminal.map { " on \($0)" } ?? ""
    return
      "process \(getpid())\(place), since \(UTCTime(secondsSince1970: secondsSince1970))"
  }

  /// Locks a session. Throws `SnapshotProblem.inUse` if another process has it, and `.system` with ENOLCK or EOPNOTSUPP where
  /// the file system has no locks.
  public init(path: String, owner: String) throws {
    let opened = try FileAccess.openExisting(path) ?? SessionLock.create(path)
    do {
      try SessionLock.lock(opened, path: path)
      try SessionLock.note(owner, in: opened, path: path)
      descriptor = opened
    } catch {
      close(opened)
      throw error
    }
  }

  /// Takes a session from the process that has it: that one keeps the lock of a file which is nobody's any more.
  public init(takingOver path: String, owner: String) throws {
    let opened = try FileAccess.replace(path, with: Array((owner + "\n").utf8))
    do {
      try SessionLock.lock(opened, path: path)
      descriptor = opened
    } catch {
      close(opened)
      throw error
    }
  }

  deinit { close(descriptor) }

  private static func create(_ path: String) throws -> Int32 {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw SnapshotProblem.system("created", path: path, code: errno)
    }
    return descriptor
  }

  /// How often a lock that is held is tried again, 20 ms apart: a window that was just closed is still saving.
  private static let patience = 50

  private static func lock(_ descriptor: Int32, path: String) throws {
    var tries = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK where tries < patience:
        tries += 1
        usleep(20_000)
      case EWOULDBLOCK:
        let bytes = try FileAccess.read(descriptor, path: path, limit: 4096)
        let owner = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first
        throw SnapshotProblem.inUse(by: owner.map(String.init) ?? "another process")
      case let code: throw SnapshotProblem.system("locked", path: path, code: code)
      }
    }
  }

  private static func note(_ owner: String, in descriptor: Int32, path: String) throws {
    guard ftruncate(descriptor, 0) == 0 else {
      throw SnapshotProblem.system("written", path: path, code: errno)
    }
    try FileAccess.write(Array((owner + "\n").utf8), to: descriptor, at: 0, path: path)
  }
}
