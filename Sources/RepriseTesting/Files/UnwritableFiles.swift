public import Core
public import Foundation
import Synchronization

/// A file system on which writes fail until allowed, like a read-only or full disk.
///
///     let files = UnwritableFiles(EROFS)
///     let store = SnapshotFile(path: path, system: files)
///     files.code = nil
///
/// With ENOSPC or EDQUOT, existing files can still be opened for writing; with other codes they
/// can't. While writes fail, renaming, removing and changing permissions fail too.
public final class UnwritableFiles: FileSystem {
  private struct Use {
    var code: Int32?
    var callCount = 0
    var bytesRead = 0
  }

  private let real = SystemFiles()
  private let use: Mutex<Use>

  /// Creates a file system whose writes fail with `code`, or succeed if it is `nil`.
  public init(_ code: Int32?) { use = Mutex(Use(code: code)) }

  /// The error number of every write, or `nil` if writes succeed.
  public var code: Int32? {
    get { use.withLock { $0.code } }
    set { use.withLock { $0.code = newValue } }
  }

  /// The number of calls, without `closeFile`.
  public var callCount: Int { use.withLock { $0.callCount } }

  /// The number of bytes read.
  public var bytesRead: Int { use.withLock { $0.bytesRead } }

  private func reading<Result>(_ body: () -> Result) -> Result {
    use.withLock { $0.callCount += 1 }
    return body()
  }

  private func writing(_ body: () -> Int) -> Int {
    let code = use.withLock { use in
      use.callCount += 1
      return use.code
    }
    guard let code else { return body() }
    errno = code
    return -1
  }

  private func change(_ body: () -> Int32) -> Int32 { Int32(writing { Int(body()) }) }

  private var isFull: Bool { code == ENOSPC || code == EDQUOT }

  public func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    let isThere = access(path, F_OK) == 0
    // Opening a missing file for writing without O_CREAT reports that it is missing.
    let isHarmless = flags & O_ACCMODE == O_RDONLY || !isThere || isFull
    return isHarmless && (flags & O_CREAT == 0 || isThere)
      ? reading { real.openFile(path, flags, mode) }
      : change { real.openFile(path, flags, mode) }
  }

  public func closeFile(_ descriptor: Int32) { real.closeFile(descriptor) }

  public func readFile(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Int {
    let count = reading { real.readFile(descriptor, buffer, at: offset) }
    use.withLock { $0.bytesRead += max(0, count) }
    return count
  }

  public func writeFile(
    _ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, at offset: Int
  ) -> Int {
    writing { real.writeFile(descriptor, buffer, at: offset) }
  }

  public func status(of descriptor: Int32, _ status: inout stat) -> Int32 {
    reading { real.status(of: descriptor, &status) }
  }

  public func status(of path: String, _ status: inout stat) -> Int32 {
    reading { real.status(of: path, &status) }
  }

  public func truncateFile(_ descriptor: Int32, to size: Int) -> Int32 {
    isFull
      ? reading { real.truncateFile(descriptor, to: size) }
      : change { real.truncateFile(descriptor, to: size) }
  }

  public func setMode(of descriptor: Int32, _ mode: mode_t) -> Int32 {
    change { real.setMode(of: descriptor, mode) }
  }

  public func synchronizeFile(_ descriptor: Int32) -> Int32 {
    change { real.synchronizeFile(descriptor) }
  }

  public func lockFile(_ descriptor: Int32, _ operation: Int32) -> Int32 {
    reading { real.lockFile(descriptor, operation) }
  }

  public func renameFile(_ path: String, to other: String) -> Int32 {
    change { real.renameFile(path, to: other) }
  }

  public func removeFile(_ path: String) -> Int32 { change { real.removeFile(path) } }
}
