import Reprise
import Synchronization

/// The place where the entity store has its files: a vault, or memory where nothing is to be kept.
struct StoreFiles: Sendable {
  /// Returns a file of a folder; nil if there is none.
  let read: @Sendable (_ name: String, _ folder: String) throws -> [UInt8]?
  /// Replaces a file of a folder, whole or not at all; `isDurable` waits until the disk has it.
  let write:
    @Sendable (_ bytes: [UInt8], _ name: String, _ folder: String, _ isDurable: Bool) throws -> Void
  /// Does something with a folder's files that no other process does meanwhile.
  let whileLocked: @Sendable (_ folder: String, _ body: () throws -> Void) throws -> Void

  /// The files of a user's vault, sealed.
  static func vault(_ vault: Vault) -> StoreFiles {
    StoreFiles(
      read: { try vault.read($0, in: $1) },
      write: { try vault.write($0, to: $1, in: $2, durably: $3) },
      whileLocked: { try vault.whileLocked($0, $1) })
  }

  /// Files in memory, which are gone with the process.
  static func inMemory() -> StoreFiles {
    let files = FilesInMemory()
    return StoreFiles(
      read: { name, folder in files.state.withLock { $0["\(folder)/\(name)"] } },
      write: { bytes, name, folder, _ in files.state.withLock { $0["\(folder)/\(name)"] = bytes } },
      whileLocked: { _, body in try body() })
  }
}

private final class FilesInMemory: Sendable {
  let state = Mutex<[String: [UInt8]]>([:])
}
