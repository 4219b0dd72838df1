import Core
import Dispatch
import Synchronization

/// A second file that reaches the disk within a second, so that the session survives a power cut.
///
/// The copy is written on a background queue, never while a key press waits: a new file, `fsync`, a
/// rename, and `fsync` of the directory. Changes that arrive in the meantime are coalesced. If the
/// copy can't be written, the session's own file is synced instead.
final class DurableCopy: Sendable {
  private struct Pending {
    var bytes: [UInt8]?
    /// The launch image, and the time at which it is written unless another one replaces it.
    var image: (bytes: @Sendable () -> [UInt8], due: DispatchTime)?
    var isImageScheduled = false
    /// The session's open file, to which the bytes were saved.
    var descriptor: Int32 = -1
    var isScheduled = false
    var problem: SnapshotError?
  }

  private let path: String
  private let original: String
  private let files: FileAccess
  private let delay: DispatchTimeInterval
  private let pending = Mutex(Pending())
  private let queue = DispatchQueue(label: "durable copy", qos: .utility)

  init(
    path: String, of original: String, _ files: FileAccess = FileAccess(),
    delay: DispatchTimeInterval = .milliseconds(800)
  ) {
    self.path = path
    self.files = files
    self.original = original
    self.delay = delay
  }

  /// Schedules the bytes to be written, replacing bytes that are still waiting. `descriptor` is the
  /// file to which they were saved.
  func schedule(_ bytes: [UInt8], from descriptor: Int32) {
    let isFirst = pending.withLock { pending in
      pending.bytes = bytes
      pending.descriptor = descriptor
      defer { pending.isScheduled = true }
      return !pending.isScheduled
    }
    if isFirst { queue.asyncAfter(deadline: .now() + delay) { self.write() } }
  }

  /// Schedules the launch image of the bytes that were scheduled last. It is written once there are
  /// no newer ones for a while, and needn't reach the disk.
  func schedule(image: @escaping @Sendable () -> [UInt8]) {
    let due = DispatchTime.now() + delay
    let isFirst = pending.withLock { pending in
      pending.image = (image, due)
      defer { pending.isImageScheduled = true }
      return !pending.isImageScheduled
    }
    if isFirst { queue.asyncAfter(deadline: due) { self.writeImageIfDue() } }
  }

  private func writeImageIfDue() {
    let due = pending.withLock { pending in
      let due = pending.image.flatMap { $0.due > .now() ? $0.due : nil }
      pending.isImageScheduled = due != nil
      return due
    }
    guard let due else { return writeImage() }
    queue.asyncAfter(deadline: due) { self.writeImageIfDue() }
  }

  /// Replaces the session's descriptor after the file was reopened. Call it before the old
  /// descriptor is closed.
  func follow(to descriptor: Int32) { pending.withLock { $0.descriptor = descriptor } }

  /// Discards the waiting bytes. Call it before the session's file is closed, because its
  /// descriptor may be reused.
  func abandon() {
    pending.withLock { pending in
      pending.bytes = nil
      pending.image = nil
      pending.descriptor = -1
    }
  }

  /// Writes the waiting bytes to disk and waits. Throws the `SnapshotError` of this write or an
  /// earlier one.
  func flush() throws {
    queue.sync {
      write()
      writeImage()
    }
    if let problem { throw problem }
  }

  /// Why the last saved bytes aren't on disk; `nil` if they are.
  var problem: SnapshotError? { pending.withLock { $0.problem } }

  /// Writes the waiting bytes. Runs on `queue`.
  private func write() {
    let (bytes, descriptor) = pending.withLock { pending in
      defer { pending.bytes = nil }
      pending.isScheduled = false
      return (pending.bytes, pending.descriptor)
    }
    guard let bytes, isOwner(descriptor) else { return }
    let problem: SnapshotError?
    var isCopied = true
    do {
      // On a slow disk, another process may take over the session while this one writes.
      try files.replaceDurably(path, with: bytes, isWanted: { isOwner(descriptor) })
      problem = nil
    } catch {
      // A full disk has no space for a new file, but the session's own file can still be synced.
      problem = synchronizes(descriptor) ? nil : (error as? FileError).map { .file($0) }
      isCopied = false
    }
    pending.withLock { pending in
      pending.problem = problem
      // The bytes are retained for the next change or the final flush.
      if !isCopied, pending.bytes == nil { pending.bytes = bytes }
    }
  }

  private func writeImage() {
    let (image, descriptor) = pending.withLock { pending in
      defer { pending.image = nil }
      return (pending.image?.bytes, pending.descriptor)
    }
    guard let image = image?(), isOwner(descriptor) else { return }
    let path = SnapshotFile.imagePath(of: original)
    if let file = try? files.replace(path, with: image) { files.system.closeFile(file) }
  }

  /// If another process has taken over the session, or the file was replaced, the copy belongs to
  /// the new owner.
  private func isOwner(_ descriptor: Int32) -> Bool {
    files.isNamed(descriptor, at: original) || !files.exists(original)
  }

  /// Syncs the session's own file when the copy couldn't be written. Returns whether it succeeded;
  /// if not, the copy's error is reported.
  private func synchronizes(_ descriptor: Int32) -> Bool {
    guard files.isNamed(descriptor, at: original) else { return false }
    return (try? files.synchronize(descriptor, path: original)) != nil
  }
}

extension SnapshotFile {
  /// The session's name, which is also used for copies of its file: "main" for `main.snapshot` and
  /// `main.snapshot.from-0.1.0`.
  static func session(of path: String) -> String {
    let file = path.split(separator: "/").last ?? path[...]
    for ending in [".snapshot", ".durable"] {
      guard let found = file.ranges(of: ending).last else { continue }
      let rest = file[found.upperBound...]
      let isCopy = [".aside-", ".from-", olderEnding].contains { rest.hasPrefix($0) }
      if rest.isEmpty || isCopy { return String(file[..<found.lowerBound]) }
    }
    return String(file)
  }

  static func copyPath(of path: String) -> String {
    (path.hasSuffix(".snapshot") ? String(path.dropLast(".snapshot".count)) : path) + ".durable"
  }

  static func imagePath(of path: String) -> String { path + imageEnding }

  static let imageEnding = ".image"

  /// The suffix of a file that was superseded by its newer copy.
  static let olderEnding = ".older"
}
