import Accounts
import FoundationEssentials
import Glibc
import Reprise
import Synchronization

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

/// A damaged file was moved to quarantine. The next response is stored in a new file.
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

/// A file of the store that is read once, and again after another process has replaced it.
struct CachedFile<Contents: Sendable>: Sendable {
  private let name: String
  private let directory: String
  private let decode: @Sendable ([UInt8]) -> Contents?
  private(set) var contents: Contents?
  private var isRead = false
  private var problem: (any Error)?
  /// Empty for a missing file, so that its creation is detected.
  private var stamp = ""

  init(
    _ name: String, in directory: String, decode: @escaping @Sendable ([UInt8]) -> Contents?
  ) {
    self.name = name
    self.directory = directory
    self.decode = decode
  }

  /// If the file can't be read, or no longer, the copy in memory is used.
  mutating func read(_ files: StoreFiles) -> Contents? {
    guard !isRead else { return contents }
    isRead = true
    stamp = files.stamp(name, directory) ?? ""
    problem = nil
    do {
      guard let bytes = try files.read(name, directory) else {
        // Another process may write it.
        isRead = contents != nil
        return contents
      }
      guard let decoded = decode(bytes) else {
        throw VaultError.damaged(path: name, "it isn't what was saved there")
      }
      contents = decoded
    } catch {
      problem = error
      isRead = contents != nil
    }
    return contents
  }

  /// A replaced file is read again when it is needed. With `drops`, its earlier contents aren't
  /// used even if that fails.
  mutating func noticeChange(_ files: StoreFiles, drops: Bool = false) {
    guard isRead, let now = files.stamp(name, directory), now != stamp else { return }
    isRead = false
    if drops { contents = nil }
  }

  /// Reads the file before a change. Throws if it can't be read, so that it isn't overwritten. A
  /// damaged one is set aside; the next change succeeds.
  mutating func readForChange(_ files: StoreFiles) throws -> Contents? {
    noticeChange(files)
    if problem != nil { isRead = false }
    let contents = read(files)
    guard let problem else { return contents }
    guard case VaultError.damaged(_, let reason) = problem else { throw problem }
    throw QuarantinedFile(name: try files.quarantine(name, directory), reason: reason)
  }

  mutating func noteWritten(_ contents: Contents, _ files: StoreFiles) {
    use(contents)
    stamp = files.stamp(name, directory) ?? ""
  }

  /// For contents that couldn't be stored: this run uses them from memory.
  mutating func use(_ contents: Contents) { (self.contents, isRead) = (contents, true) }
}
