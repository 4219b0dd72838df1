import Core
import Glibc
import Synchronization

/// The lock of a vault: shared by the processes that have it open, exclusive for creating and
/// erasing it. It ends with the process. If the file system has no locks, no process is excluded.
final class VaultLock: Sendable {
  private let path: String
  /// `nil` after `release()`, and if there are no locks.
  private let descriptor: Mutex<Int32?>

  private init(path: String, _ descriptor: Int32?) {
    self.path = path
    self.descriptor = Mutex(descriptor)
  }

  deinit { release() }

  /// Waits up to five seconds for an exclusive lock to end.
  static func shared(_ path: String) async throws -> VaultLock {
    guard let lock = try await take(path, .shared, unless: { false }) else {
      throw VaultError.inUse
    }
    return lock
  }

  /// Waits up to five seconds. Returns `nil` as soon as `isNeedless` returns `true`.
  static func alone(
    _ path: String, unless isNeedless: () throws -> Bool
  ) async throws -> VaultLock? {
    try await take(path, .exclusive, unless: isNeedless)
  }

  static func aloneNow(_ path: String) throws -> VaultLock {
    guard let lock = try attempt(path, .exclusive) else { throw VaultError.inUse }
    return lock
  }

  /// The directory must exist. Returns `nil` if the lock is held.
  static func aloneIfFree(_ path: String) throws -> VaultLock? {
    try attempt(path, .exclusive, makesDirectory: false)
  }

  private static func take(
    _ path: String, _ mode: FileLock.Mode, unless isNeedless: () throws -> Bool
  ) async throws -> VaultLock? {
    let deadline = ContinuousClock.now + .seconds(5)
    while true {
      if try isNeedless() { return nil }
      if let lock = try attempt(path, mode) {
        return try isNeedless() ? nil : lock
      }
      guard ContinuousClock.now < deadline else { throw VaultError.inUse }
      try await Task.sleep(for: .milliseconds(FileLock.interval))
    }
  }

  /// `nil` if another process holds the lock, or its file was deleted meanwhile.
  private static func attempt(
    _ path: String, _ mode: FileLock.Mode, makesDirectory: Bool = true
  ) throws -> VaultLock? {
    let opened: Int32
    do {
      opened = try file(path, makesDirectory: makesDirectory)
    } catch {
      // A vault on a read-only disk can still be read, and can't be erased.
      guard mode == .shared else { throw error }
      return VaultLock(path: path, nil)
    }
    let outcome = FileAccess().lock(opened, mode)
    guard outcome == .acquired else {
      close(opened)
      return outcome == .heldElsewhere ? nil : VaultLock(path: path, nil)
    }
    // Another process erased the vault and deleted the lock file meanwhile.
    guard FileAccess().isNamed(opened, at: path) else {
      close(opened)
      return nil
    }
    return VaultLock(path: path, opened)
  }

  private static func file(_ path: String, makesDirectory: Bool) throws -> Int32 {
    if makesDirectory {
      try VaultError.ofVault {
        try PrivateDirectory(FilePath.directory(of: path)).create()
      }
    }
    let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard opened >= 0 else {
      throw VaultError.file(.system("locked", path: path, code: errno))
    }
    return opened
  }

  func share() {
    descriptor.withLock { if let descriptor = $0 { _ = FileAccess().lock(descriptor, .shared) } }
  }

  func holdAlone() throws {
    try descriptor.withLock { descriptor in
      guard let descriptor else { return }
      guard FileAccess().lock(descriptor) == .acquired else {
        // A failed conversion can lose the lock, so it is taken again.
        _ = FileAccess().lock(descriptor, .shared)
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

/// A lock on a task that only one process should perform at a time. `Vault.tryLock(at:)` returns
/// it.
///
/// The lock is released by `end()`, when the last reference is released, and when the process
/// exits.
public final class NamedVaultLock: Sendable {
  private let lock: VaultLock

  init(_ lock: VaultLock) { self.lock = lock }

  /// Releases the lock, so that another process can perform the task.
  public func end() { lock.release() }
}

extension Vault {
  /// The lock files are empty and are never deleted.
  static let turnsName = "turns"

  /// Locks a task that only one process may perform at a time. Returns `nil` if it is already
  /// locked, in this or another process. Throws `VaultError`.
  ///
  ///     guard let lock = try vault.tryLock(at: "sync") else { return }
  ///     defer { lock.end() }
  ///
  /// Unlike ``whileLocked(_:_:)``, this doesn't wait, so that the task may take long. If the file
  /// system doesn't support locks, every caller gets the lock.
  public func tryLock(at name: String) throws -> NamedVaultLock? {
    try requireExists()
    try VaultError.ofVault { try makeDirectory(Self.turnsName) }
    return try VaultLock.aloneIfFree(path(sealer.name(of: Array(name.utf8)), in: Self.turnsName))
      .map { NamedVaultLock($0) }
  }

  /// Returns a string that changes whenever a process replaces a file. Compare it to find out
  /// whether the file has to be read again. Returns `nil` if the file doesn't exist, or if the
  /// vault is locked.
  public func stamp(of name: String, in directory: String) -> String? {
    // A locked vault isn't read, so callers needn't see changes.
    guard let sealedName = try? sealer.name(of: Array(name.utf8)) else { return nil }
    return File.stamp(of: path(sealedName, in: directory))
  }
}
