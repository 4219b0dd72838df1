import Files
import Foundation
import Synchronization

/// The lock of a vault: shared by all processes that have the vault open, and held by one alone that makes or erases it.
///
/// The lock ends with the process. Where a file system has no locks, nobody is kept out.
final class VaultLock: Sendable {
  private let path: String
  /// The descriptor of the lock's file; nil once the lock is released, and where there are no locks.
  private let descriptor: Mutex<Int32?>

  private init(path: String, _ descriptor: Int32?) {
    self.path = path
    self.descriptor = Mutex(descriptor)
  }

  deinit { release() }

  /// Shares the lock. Waits a little while somebody holds it alone. Throws `VaultError`.
  static func shared(_ path: String) async throws -> VaultLock {
    guard let lock = try await take(path, LOCK_SH, unless: { false }) else {
      throw VaultError.inUse
    }
    return lock
  }

  /// Holds the lock alone; nil if that isn't needed any more. Waits a little for others. Throws `VaultError`, `inUse` above all.
  static func alone(
    _ path: String, unless isNeedless: () throws -> Bool
  ) async throws -> VaultLock? {
    try await take(path, LOCK_EX, unless: isNeedless)
  }

  /// Holds the lock alone, at once or not at all. Throws `VaultError`, `inUse` above all.
  static func aloneNow(_ path: String) throws -> VaultLock {
    guard let lock = try attempt(path, LOCK_EX) else { throw VaultError.inUse }
    return lock
  }

  /// Holds the lock of a file in an existing folder alone, at once; nil if somebody has it. Throws `VaultError`.
  static func aloneIfFree(_ path: String) throws -> VaultLock? {
    try attempt(path, LOCK_EX, makesDirectory: false)
  }

  private static func take(
    _ path: String, _ mode: Int32, unless isNeedless: () throws -> Bool
  ) async throws -> VaultLock? {
    let deadline = ContinuousClock.now + .seconds(5)
    while true {
      if try isNeedless() { return nil }
      if let lock = try attempt(path, mode) {
        return try isNeedless() ? nil : lock
      }
      guard ContinuousClock.now < deadline else { throw VaultError.inUse }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// The lock; nil if somebody else has it, or its file was deleted meanwhile.
  private static func attempt(
    _ path: String, _ mode: Int32, makesDirectory: Bool = true
  ) throws -> VaultLock? {
    let opened: Int32
    do {
      opened = try file(path, makesDirectory: makesDirectory)
    } catch {
      // What can't be written can be read all the same, and nobody can erase it.
      guard mode == LOCK_SH else { throw error }
      return VaultLock(path: path, nil)
    }
    guard flock(opened, mode | LOCK_NB) == 0 else {
      let code = errno
      close(opened)
      if code == EWOULDBLOCK || code == EINTR { return nil }
      return VaultLock(path: path, nil)
    }
    // Whoever erased the vault has deleted the file that was waited for.
    guard FileAccess().isNamed(opened, at: path) else {
      close(opened)
      return nil
    }
    return VaultLock(path: path, opened)
  }

  /// Opens the lock's file, and makes it if it isn't there. Throws `VaultError`.
  private static func file(_ path: String, makesDirectory: Bool) throws -> Int32 {
    if makesDirectory {
      try VaultError.ofVault {
        try PrivateDirectory((path as NSString).deletingLastPathComponent).create()
      }
    }
    let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard opened >= 0 else {
      throw VaultError.file(.system("locked", path: path, code: errno))
    }
    return opened
  }

  /// Lets others share the lock from now on.
  func share() { descriptor.withLock { if let descriptor = $0 { flock(descriptor, LOCK_SH) } } }

  /// Keeps the lock from all others from now on. Throws `VaultError.inUse` if somebody has it.
  func holdAlone() throws {
    try descriptor.withLock { descriptor in
      guard let descriptor else { return }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        // A lock that can't be changed may be lost meanwhile.
        flock(descriptor, LOCK_SH | LOCK_NB)
        throw VaultError.inUse
      }
    }
  }

  func release() {
    descriptor.withLock { descriptor in
      if let descriptor { FileAccess().closeUnlocking(descriptor) }
      descriptor = nil
    }
  }
}
