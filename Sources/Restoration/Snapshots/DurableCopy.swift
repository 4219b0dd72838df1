import Dispatch
import Synchronization

/// A second file, on the disk itself within a second: what is left of a session after a power cut.
///
/// It is written on a queue of its own, never on a key's way: a new file, `fsync`, a rename, and `fsync` of the folder. Changes that come
/// in the meantime go out together.
final class DurableCopy: Sendable {
  private struct Pending {
    var bytes: [UInt8]?
    var isScheduled = false
    var problem: SnapshotProblem?
  }

  private let path: String
  private let delay: DispatchTimeInterval
  /// Whether this process is still the session's owner. Asked on the queue.
  private let isOwner: @Sendable () -> Bool
  private let pending = Mutex(Pending())
  private let queue = DispatchQueue(label: "durable copy", qos: .utility)

  init(
    path: String, delay: DispatchTimeInterval = .milliseconds(500),
    isOwner: @escaping @Sendable () -> Bool
  ) {
    self.path = path
    self.delay = delay
    self.isOwner = isOwner
  }

  /// Has the bytes written soon, in place of those still waiting.
  func schedule(_ bytes: [UInt8]) {
    let isFirst = pending.withLock { pending in
      pending.bytes = bytes
      defer { pending.isScheduled = true }
      return !pending.isScheduled
    }
    if isFirst { queue.asyncAfter(deadline: .now() + delay) { self.write() } }
  }

  /// Writes what is waiting, and returns when it is on the disk. Throws the `SnapshotProblem` of this write or an earlier one.
  func flush() throws {
    queue.sync { write() }
    if let problem { throw problem }
  }

  /// Why the last write failed; nil since one succeeded.
  var problem: SnapshotProblem? { pending.withLock { $0.problem } }

  /// On the queue.
  private func write() {
    let bytes = pending.withLock { pending -> [UInt8]? in
      defer { pending.bytes = nil }
      pending.isScheduled = false
      return pending.bytes
    }
    guard let bytes, isOwner() else { return }
    let problem: SnapshotProblem?
    do {
      try FileAccess.replaceDurably(path, with: bytes)
      problem = nil
    } catch {
      problem = error as? SnapshotProblem
    }
    pending.withLock { pending in
      pending.problem = problem
      // Not lost: it goes out with the next change, or at the end.
      if problem != nil, pending.bytes == nil { pending.bytes = bytes }
    }
  }
}
