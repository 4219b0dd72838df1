import Reprise
import Synchronization

/// The place where the entity store has its files: a vault, or memory where nothing is to be kept.
struct StoreFiles: Sendable {
  /// Returns a file of a folder; nil if there is none.
  let read: @Sendable (_ name: String, _ folder: String) throws -> [UInt8]?
  /// Replaces a file of a folder, whole or not at all; `isDurable` waits until the disk has it.
  let write:
    @Sendable (_ bytes: [UInt8], _ name: String, _ folder: String, _ isDurable: Bool) throws -> Void
  /// Returns a text that is another one when a file is replaced, by whichever process; nil if nobody can tell.
  let stamp: @Sendable (_ name: String, _ folder: String) -> String?
  /// Does something with a folder's files that no other process does meanwhile.
  let whileLocked: @Sendable (_ folder: String, _ body: () throws -> Void) throws -> Void
  /// Begins work that one store does at a time, of whichever process; nil while another one is at it.
  let turn: @Sendable (_ name: String) throws -> StoreTurn?

  /// The files of a user's vault, sealed.
  static func vault(_ vault: Vault) -> StoreFiles {
    StoreFiles(
      read: { try vault.read($0, in: $1) },
      write: { try vault.write($0, to: $1, in: $2, durably: $3) },
      stamp: { vault.stamp(of: $0, in: $1) },
      whileLocked: { try vault.whileLocked($0, $1) },
      turn: { name in try vault.turn(at: name).map { turn in StoreTurn { turn.end() } } })
  }

  /// Files in memory, which are gone with the process.
  static func inMemory() -> StoreFiles {
    let files = FilesInMemory()
    return StoreFiles(
      read: { name, folder in files.state.withLock { $0.files["\(folder)/\(name)"]?.bytes } },
      write: { bytes, name, folder, _ in
        files.state.withLock { state in
          state.writes += 1
          state.files["\(folder)/\(name)"] = (bytes, state.writes)
        }
      },
      stamp: { name, folder in
        files.state.withLock { $0.files["\(folder)/\(name)"].map { "\($0.write)" } }
      },
      whileLocked: { _, body in try body() },
      turn: { name in
        guard files.state.withLock({ $0.turns.insert(name).inserted }) else { return nil }
        return StoreTurn { files.state.withLock { _ = $0.turns.remove(name) } }
      })
  }
}

/// Work that one store does at a time. The turn ends with `end`, or with the last reference to it.
final class StoreTurn: Sendable {
  private let whenEnded: Mutex<(@Sendable () -> Void)?>

  /// Creates a turn; `whenEnded` is called once.
  init(whenEnded: @escaping @Sendable () -> Void) { self.whenEnded = Mutex(whenEnded) }

  deinit { end() }

  /// Lets the next one begin.
  func end() {
    let call = whenEnded.withLock { whenEnded in
      let call = whenEnded
      whenEnded = nil
      return call
    }
    call?()
  }
}

private final class FilesInMemory: Sendable {
  struct State {
    var files: [String: (bytes: [UInt8], write: Int)] = [:]
    var writes = 0
    var turns: Set<String> = []
  }

  let state = Mutex(State())
}
