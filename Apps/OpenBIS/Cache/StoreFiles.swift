import Accounts
import FoundationEssentials
import Glibc
import Reprise
import Synchronization

/// The storage of the entity store: a vault, or memory if nothing may be saved.
struct StoreFiles: Sendable {
  let read: @Sendable (_ name: String, _ directory: String) throws -> [UInt8]?
  /// Atomic; `isDurable` waits until the disk has the file.
  let write:
    @Sendable (_ bytes: [UInt8], _ name: String, _ directory: String, _ isDurable: Bool) throws ->
      Void
  /// Returns the new name.
  let quarantine: @Sendable (_ name: String, _ directory: String) throws -> String
  /// Returns a text that changes whenever any process replaces the file; `nil` if unknown.
  let stamp: @Sendable (_ name: String, _ directory: String) -> String?
  /// Runs `body` while no other process changes the directory's files.
  let whileLocked: @Sendable (_ directory: String, _ body: () throws -> Void) throws -> Void
  /// Locks across all processes; `nil` while another store holds the lock.
  let turn: @Sendable (_ name: String) throws -> StoreLock?

  static func vault(_ vault: Vault) -> StoreFiles {
    StoreFiles(
      read: { try vault.read($0, in: $1) },
      write: { try vault.write($0, to: $1, in: $2, durably: $3) },
      quarantine: { try vault.quarantine($0, in: $1) },
      stamp: { vault.stamp(of: $0, in: $1) },
      whileLocked: { try vault.whileLocked($0, $1) },
      turn: { name in try vault.tryLock(at: name).map { turn in StoreLock { turn.end() } } })
  }

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
          let quarantinedName = "\(name).aside-\(state.writes)"
          state.files["\(directory)/\(quarantinedName)"] = state.files.removeValue(
            forKey: "\(directory)/\(name)")
          return quarantinedName
        }
      },
      stamp: { name, directory in
        files.state.withLock { $0.files["\(directory)/\(name)"].map { "\($0.write)" } }
      },
      whileLocked: { _, body in try body() },
      turn: { name in
        guard files.state.withLock({ $0.turns.insert(name).inserted }) else { return nil }
        return StoreLock { files.state.withLock { _ = $0.turns.remove(name) } }
      })
  }
}

extension StoreFiles {
  func read<Contents>(
    _ name: String, _ directory: String, as contents: ([UInt8]) -> Contents?
  ) throws -> Contents? {
    guard let bytes = try read(name, directory) else { return nil }
    guard let contents = contents(bytes) else {
      throw VaultError.damaged(path: name, "it isn't what was saved there")
    }
    return contents
  }

  /// Prevents overwriting an unreadable file. A damaged one is set aside; the next write succeeds.
  func requireReadable(
    _ name: String, _ directory: String, _ problem: (any Error)?
  ) throws {
    guard let problem else { return }
    guard case VaultError.damaged(_, let reason) = problem else { throw problem }
    throw QuarantinedFile(name: try quarantine(name, directory), reason: reason)
  }
}

/// A lock that one store holds at a time. It is released by `end`, or with the last reference.
final class StoreLock: Sendable {
  private let whenEnded: Mutex<(@Sendable () -> Void)?>

  init(whenEnded: @escaping @Sendable () -> Void) { self.whenEnded = Mutex(whenEnded) }

  deinit { end() }

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

/// A stored file was damaged, and was moved to quarantine. The next response is stored in a new
/// file.
struct QuarantinedFile: Error, Hashable {
  let name: String
  let reason: String
}

extension QuarantinedFile: LocalizedError {
  /// The end of a sentence, without capital or period.
  var errorDescription: String? {
    "a file that was saved before is damaged (\(reason)), and was set aside as \(name)"
  }

  var recoverySuggestion: String? { "It will be saved again." }
}

/// The stamps of the files that this process has read or written. A changed stamp shows that
/// another process has written the file.
struct FileStamps: Sendable {
  private var known: [String: String] = [:]

  /// `false` if unknown.
  func isOutdated(_ name: String, _ directory: String, in files: StoreFiles) -> Bool {
    guard let known = known[name], let now = files.stamp(name, directory) else { return false }
    return known != now
  }

  mutating func note(_ name: String, _ directory: String, in files: StoreFiles) {
    // A missing file has an empty stamp, so that its creation is detected.
    known[name] = files.stamp(name, directory) ?? ""
  }
}
