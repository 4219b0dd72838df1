import Foundation
import Reprise
import Synchronization

/// The place where the entity store has its files: a vault, or memory where nothing is to be kept.
struct StoreFiles: Sendable {
  /// Returns a file of a folder; nil if there is none.
  let read: @Sendable (_ name: String, _ directory: String) throws -> [UInt8]?
  /// Replaces a file of a folder, whole or not at all; `isDurable` waits until the disk has it.
  let write:
    @Sendable (_ bytes: [UInt8], _ name: String, _ directory: String, _ isDurable: Bool) throws ->
      Void
  /// Sets a file of a folder aside, so that another one can be written in its place. Returns its new name.
  let quarantine: @Sendable (_ name: String, _ directory: String) throws -> String
  /// Returns a text that is another one when a file is replaced, by whichever process; nil if nobody can tell.
  let stamp: @Sendable (_ name: String, _ directory: String) -> String?
  /// Does something with a folder's files that no other process does meanwhile.
  let whileLocked: @Sendable (_ directory: String, _ body: () throws -> Void) throws -> Void
  /// Begins work that one store does at a time, of whichever process; nil while another one is at it.
  let turn: @Sendable (_ name: String) throws -> StoreTurn?

  /// The files of a user's vault, sealed.
  static func vault(_ vault: Vault) -> StoreFiles {
    StoreFiles(
      read: { try vault.read($0, in: $1) },
      write: { try vault.write($0, to: $1, in: $2, durably: $3) },
      quarantine: { try vault.quarantine($0, in: $1) },
      stamp: { vault.stamp(of: $0, in: $1) },
      whileLocked: { try vault.whileLocked($0, $1) },
      turn: { name in try vault.turn(at: name).map { turn in StoreTurn { turn.end() } } })
  }

  /// Files in memory, which are gone with the process.
  static func inMemory() -> StoreFiles {
    let files = FilesInMemory()
    return StoreFiles(
      read: { name, directory in files.state.withLock { $0.files["\(directory)/\(name)"]?.bytes } },
      write: { bytes, name, directory, _ in
        files.state.withLock { state in
          state.writes += 1
          state.files["\(directory)/\(name)"] = (bytes, state.writes)
        }
      },
      quarantine: { name, directory in
        files.state.withLock { state in
          let aside = "\(name).aside-\(state.writes)"
          state.files["\(directory)/\(aside)"] = state.files.removeValue(
            forKey: "\(directory)/\(name)")
          return aside
        }
      },
      stamp: { name, directory in
        files.state.withLock { $0.files["\(directory)/\(name)"].map { "\($0.write)" } }
      },
      whileLocked: { _, body in try body() },
      turn: { name in
        guard files.state.withLock({ $0.turns.insert(name).inserted }) else { return nil }
        return StoreTurn { files.state.withLock { _ = $0.turns.remove(name) } }
      })
  }
}

extension StoreFiles {
  /// Reads a file as what it is to be; nil if there is none. Throws `VaultError`, `damaged` for a file that is something else.
  func read<Contents>(
    _ name: String, _ directory: String, as contents: ([UInt8]) -> Contents?
  ) throws -> Contents? {
    guard let bytes = try read(name, directory) else { return nil }
    guard let contents = contents(bytes) else {
      throw VaultError.damaged(path: name, "it is something else than was saved there")
    }
    return contents
  }

  /// Sees that nothing is written over a file that couldn't be read. Throws the problem, or `QuarantinedFile` if the file is damaged: it isn't in
  /// the way any more then.
  func requireReadable(
    _ name: String, _ directory: String, _ problem: (any Error)?
  ) throws {
    guard let problem else { return }
    guard case VaultError.damaged(_, let reason) = problem else { throw problem }
    throw QuarantinedFile(name: try quarantine(name, directory), reason: reason)
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

/// A damaged file that was set aside, in whose place the next answer is kept.
struct QuarantinedFile: Error, Hashable {
  /// The file's new name.
  let name: String
  /// The reason why the file can't be read.
  let reason: String
}

extension QuarantinedFile: LocalizedError {
  /// The end of a sentence.
  var errorDescription: String? {
    "a file that was saved before is damaged (\(reason)), and was set aside as \(name)"
  }

  var recoverySuggestion: String? { "What comes next is saved again." }
}
