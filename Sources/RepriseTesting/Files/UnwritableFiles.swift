import Core
import Foundation
import Synchronization

/// A file system on which writes fail until allowed, like a read-only or full disk.
///
///     let files = UnwritableFiles(EROFS)
///     let store = SnapshotFile(path: path, system: files)
///     files.code = nil
///
/// With ENOSPC or EDQUOT, existing files can still be opened for writing; with other codes they
/// can't. While writes fail, renaming, removing and changing permissions fail too.
public final class UnwritableFiles: ForwardingFiles {
  private struct Use {
    var code: Int32?
    var callCount = 0
    var bytesRead = 0
  }

  private let use: Mutex<Use>

  /// Creates a file system on which writes fail with the error number `code`. If `code` is `nil`,
  /// writes succeed.
  public init(_ code: Int32?) { use = Mutex(Use(code: code)) }

  /// The error number with which writes fail; `nil` if they succeed. Change it to simulate a disk
  /// that becomes writable, or no longer is.
  public var code: Int32? {
    get { use.withLock { $0.code } }
    set { use.withLock { $0.code = newValue } }
  }

  /// The number of calls so far, not counting `closeFile`.
  public var callCount: Int { use.withLock { $0.callCount } }

  /// The number of bytes that were read from files so far.
  public var bytesRead: Int { use.withLock { $0.bytesRead } }

  public func verdict(on call: FileCall) -> FileCall.Verdict {
    use.withLock { use in
      use.callCount += 1
      guard let code = use.code else { return .carryOut }
      let isFull = code == ENOSPC || code == EDQUOT
      return Self.changes(call, onFullDisk: isFull) ? .fail(code) : .carryOut
    }
  }

  private static func changes(_ call: FileCall, onFullDisk isFull: Bool) -> Bool {
    switch call {
    case .open(let path, let flags):
      let isThere = access(path, F_OK) == 0
      // Opening a missing file for writing without O_CREAT reports that it is missing.
      let isHarmless = flags & O_ACCMODE == O_RDONLY || !isThere || isFull
      return !isHarmless || flags & O_CREAT != 0 && !isThere
    case .read, .status, .lock: return false
    case .truncate: return !isFull
    case .write, .setMode, .synchronize, .rename, .remove: return true
    }
  }

  public func readFile(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Int {
    let count = SystemFiles().readFile(descriptor, buffer, at: offset)
    use.withLock { use in
      use.callCount += 1
      use.bytesRead += max(0, count)
    }
    return count
  }
}
