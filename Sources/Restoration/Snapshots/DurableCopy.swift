import Dispatch
import Files
import Synchronization

/// A second file, on the disk itself within a second: the rest of a session after a power cut.
///
/// The copy is written on a queue of its own, never on a key's way: a new file, `fsync`, a rename, and `fsync` of the folder. Changes that
/// come in the meantime go out together. Where the copy can't be written, the session's own file is had on the disk instead.
final class DurableCopy: Sendable {
  private struct Pending {
    var bytes: [UInt8]?
    /// The session's open file, which the bytes were just saved in.
    var descriptor: Int32 = -1
    var isScheduled = false
    var problem: SnapshotError?
  }

  private let path: String
  /// The session's file.
  private let original: String
  private let files: FileAccess
  private let delay: DispatchTimeInterval
  private let pending = Mutex(Pending())
  private let queue = DispatchQueue(label: "durable copy", qos: .utility)

  /// A copy at `path` of the session's file `original`.
  init(
    path: String, of original: String, _ files: FileAccess = FileAccess(),
    delay: DispatchTimeInterval = .milliseconds(800)
  ) {
    self.path = path
    self.files = files
    self.original = original
    self.delay = delay
  }

  /// Has the bytes written soon, in place of those still waiting. `descriptor` is the file they were saved in.
  func schedule(_ bytes: [UInt8], from descriptor: Int32) {
    let isFirst = pending.withLock { pending in
      pending.bytes = bytes
      pending.descriptor = descriptor
      defer { pending.isScheduled = true }
      return !pending.isScheduled
    }
    if isFirst { queue.asyncAfter(deadline: .now() + delay) { self.write() } }
  }

  /// Names the session's file anew, which was opened again. To be called before the other descriptor is closed.
  func follow(to descriptor: Int32) { pending.withLock { $0.descriptor = descriptor } }

  /// Lets go of the waiting bytes. To be called before the session's file is closed: its descriptor may then be another file's.
  func abandon() {
    pending.withLock { pending in
      pending.bytes = nil
      pending.descriptor = -1
    }
  }

  /// Writes the waiting bytes, and returns when they are on the disk. Throws the `SnapshotError` of this write or an earlier one.
  func flush() throws {
    queue.sync { write() }
    if let problem { throw problem }
  }

  /// The reason why what was saved last isn't on the disk itself; nil where it is.
  var problem: SnapshotError? { pending.withLock { $0.problem } }

  /// Writes the waiting bytes; runs on the queue.
  private func write() {
    let (bytes, descriptor) = pending.withLock { pending in
      defer { pending.bytes = nil }
      pending.isScheduled = false
      return (pending.bytes, pending.descriptor)
    }
    // Whoever took the session over keeps the copy, too; so does a file that was put in the place of this one.
    func isOwner() -> Bool { files.isNamed(descriptor, at: original) || !files.exists(original) }
    guard let bytes, isOwner() else { return }
    let problem: SnapshotError?
    var isCopied = true
    do {
      // A slow disk leaves much time for somebody else to become the owner.
      try files.replaceDurably(path, with: bytes, isWanted: isOwner)
      problem = nil
    } catch {
      // A full disk has no room for a new file; but what was saved in place can be on it all the same.
      problem = synchronizes(descriptor) ? nil : (error as? FileError).map { .file($0) }
      isCopied = false
    }
    pending.withLock { pending in
      pending.problem = problem
      // Not lost: it goes out with the next change, or at the end.
      if !isCopied, pending.bytes == nil { pending.bytes = bytes }
    }
  }

  /// Has the disk take the session's own file, where there is no copy; tells whether it did. If not, the copy's own failure is what is told.
  private func synchronizes(_ descriptor: Int32) -> Bool {
    guard files.isNamed(descriptor, at: original) else { return false }
    return (try? files.synchronize(descriptor, path: original)) != nil
  }
}
