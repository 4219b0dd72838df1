import Core
import Foundation

/// A lock on a task that only one process should run at a time. It is released by `end()`, when the
/// last reference is released, and when the process exits.
public final class VaultTurn: Sendable {
  private let lock: VaultLock

  init(_ lock: VaultLock) { self.lock = lock }

  /// Releases the lock.
  public func end() { lock.release() }
}

extension Vault {
  /// The directory of the lock files, which are empty and are never deleted.
  static let turnsName = "turns"

  /// Starts a task that only one process may run at a time. Returns `nil` if it is already running,
  /// in this or another process. Throws `VaultError`.
  ///
  ///     guard let turn = try vault.turn(at: "sync") else { return }
  ///     defer { turn.end() }
  ///
  /// Unlike ``whileLocked(_:_:)`` this doesn't wait, so the task may take long. If the file system
  /// has no locks, every caller gets a turn.
  public func turn(at name: String) throws -> VaultTurn? {
    try requireKept()
    try VaultError.ofVault { try makeDirectory(Self.turnsName) }
    return try VaultLock.aloneIfFree(path(sealer.name(of: Array(name.utf8)), in: Self.turnsName))
      .map { VaultTurn($0) }
  }

  /// Returns a string that changes whenever any process replaces the file. Returns `nil` if the
  /// file doesn't exist or the vault is locked.
  public func stamp(of name: String, in directory: String) -> String? {
    // A locked vault isn't read, so callers needn't see changes.
    guard let sealedName = try? sealer.name(of: Array(name.utf8)) else { return nil }
    return File.stamp(of: path(sealedName, in: directory))
  }
}
