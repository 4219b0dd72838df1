public import Glibc

/// The system calls with which private files are read and written. Replace them in tests to
/// simulate failures.
///
/// Each method except `closeFile` returns the system call's result; on failure that is -1, and
/// `errno` is set. `SystemFiles` makes the real calls. `FaultyFiles` (in RepriseTesting) simulates
/// failures.
public protocol FileSystem: Sendable {
  /// Opens a file as `open` does, and returns its descriptor. A created file gets `mode`, less the
  /// umask.
  func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32
  /// Closes a file descriptor, as `close` does. Failures are ignored.
  func closeFile(_ descriptor: Int32)
  /// Reads bytes from an offset of an open file into a buffer, as `pread` does. Returns the number
  /// of bytes read, or 0 at the end of the file.
  func readFile(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int
  /// Writes a buffer's bytes to an offset of an open file, as `pwrite` does. Returns the number of
  /// bytes written, which may be smaller than the buffer.
  func writeFile(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, at offset: Int) -> Int
  /// Reads the status of an open file, as `fstat` does. Returns 0 on success.
  func status(of descriptor: Int32, _ status: inout stat) -> Int32
  /// Reads the status of a path, as `lstat` does: links aren't followed. Returns 0 on success.
  func status(of path: String, _ status: inout stat) -> Int32
  /// Truncates or extends an open file to a size in bytes, as `ftruncate` does. Returns 0 on
  /// success.
  func truncateFile(_ descriptor: Int32, to size: Int) -> Int32
  /// Sets the permissions of an open file, as `fchmod` does. Returns 0 on success.
  func setMode(of descriptor: Int32, _ mode: mode_t) -> Int32
  /// Waits until an open file or directory is on disk, as `fsync` does. Returns 0 on success.
  func synchronizeFile(_ descriptor: Int32) -> Int32
  /// Locks or unlocks an open file, as `flock` does with an operation such as `LOCK_EX`. Returns 0
  /// on success.
  func lockFile(_ descriptor: Int32, _ operation: Int32) -> Int32
  /// Renames a file, as `rename` does. An existing file at the new path is replaced atomically.
  /// Returns 0 on success.
  func renameFile(_ path: String, to other: String) -> Int32
  /// Deletes a file, as `unlink` does. Returns 0 on success.
  func removeFile(_ path: String) -> Int32
}

/// The real system calls of the operating system, which applications use.
public struct SystemFiles: FileSystem {
  /// Creates a value that makes the real system calls.
  public init() {}

  public func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    open(path, flags, mode)
  }

  public func closeFile(_ descriptor: Int32) { close(descriptor) }

  public func readFile(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Int {
    pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
  }

  public func writeFile(
    _ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, at offset: Int
  ) -> Int {
    pwrite(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
  }

  public func status(of descriptor: Int32, _ status: inout stat) -> Int32 {
    fstat(descriptor, &status)
  }

  public func status(of path: String, _ status: inout stat) -> Int32 { lstat(path, &status) }

  public func truncateFile(_ descriptor: Int32, to size: Int) -> Int32 {
    ftruncate(descriptor, off_t(size))
  }

  public func setMode(of descriptor: Int32, _ mode: mode_t) -> Int32 { fchmod(descriptor, mode) }

  public func synchronizeFile(_ descriptor: Int32) -> Int32 { fsync(descriptor) }

  public func lockFile(_ descriptor: Int32, _ operation: Int32) -> Int32 {
    flock(descriptor, operation)
  }

  public func renameFile(_ path: String, to other: String) -> Int32 { rename(path, other) }

  public func removeFile(_ path: String) -> Int32 { unlink(path) }
}

extension stat {
  /// The time when the contents were last changed.
  package var modificationTime: timespec {
    st_mtim
  }

  /// The time when the contents or the metadata were last changed (`ctime`).
  package var changeTime: timespec {
    st_ctim
  }
}
