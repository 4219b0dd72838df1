import Files
import Foundation
import Sealing

/// Work at a vault that one process does at a time. The turn ends with `end`, with the last reference to it, and with the process.
public final class VaultTurn: Sendable {
  private let lock: VaultLock

  init(_ lock: VaultLock) { self.lock = lock }

  /// Lets the next one begin.
  public func end() { lock.release() }
}

extension Vault {
  /// The folder of the files that are locked for a turn. They are empty, and stay.
  static let turnsName = "turns"

  /// Begins work that one process does at a time; nil while another one is at it, or this one already. Throws `VaultError`.
  ///
  ///     guard let turn = try vault.turn(at: "sync") else { return }
  ///     defer { turn.end() }
  ///
  /// Unlike ``whileLocked(_:_:)`` nobody waits, and the work may take long. Where a file system has no locks, everybody has a turn at once.
  public func turn(at name: String) throws -> VaultTurn? {
    try requireKept()
    try VaultError.ofVault { try makeDirectory(Self.turnsName) }
    return try VaultLock.aloneIfFree(path(sealer.name(of: Array(name.utf8)), in: Self.turnsName))
      .map { VaultTurn($0) }
  }

  /// Returns a text that is another one when a sealed file is replaced, by whichever process; nil if there is no such file, or if the vault
  /// is locked.
  public func stamp(of name: String, in directory: String) -> String? {
    // A locked vault reads nothing, so nothing in it has changed.
    guard let sealedName = try? sealer.name(of: Array(name.utf8)) else { return nil }
    return File.stamp(of: path(sealedName, in: directory))
  }
}
