#if canImport(Glibc)
  public import Glibc
#else
  public import Darwin
#endif

/// The calls to the operating system that private files need, and nothing else.
///
/// Each call is the system's own, -1 and `errno` included. `SystemFiles` are the real ones; a test of a file's fate when
/// one of them fails brings `FaultyFiles` (in RepriseTesting).
public protocol FileSystem: Sendable {
  /// Opens a file with the flags of `open`, and returns its descriptor. A file that is made gets the mode, less the umask.
  func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32
  /// Closes a descriptor. Failures aren't told.
  func closeFile(_ descriptor: Int32)
  /// Reads bytes from an offset into the buffer, as `pread` does, and returns their number; 0 at the end of the file.
  func readFile(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int
  /// Writes the buffer's bytes at an offset, as `pwrite` does, and returns the number written, which may be less.
  func writeFile(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, at offset: Int) -> Int
  /// Takes the status of an open file, as `fstat` does. Returns 0.
  func status(of descriptor: Int32, _ status: inout stat) -> Int32
  /// Takes the status of a path, as `lstat` does: of a link itself, not of its target. Returns 0.
  func status(of path: String, _ status: inout stat) -> Int32
  /// Cuts or extends an open file to a size in bytes. Returns 0.
  func truncateFile(_ descriptor: Int32, to size: Int) -> Int32
  /// Sets the permissions of an open file. Returns 0.
  func setMode(of descriptor: Int32, _ mode: mode_t) -> Int32
  /// Waits until the bytes of an open file, or the names in an open folder, are on the disk. Returns 0.
  func synchronizeFile(_ descriptor: Int32) -> Int32
  /// Locks or unlocks an open file with an operation of `flock`. Returns 0.
  func lockFile(_ descriptor: Int32, _ operation: Int32) -> Int32
  /// Gives a file another path, replacing a file that has it, at once. Returns 0.
  func renameFile(_ path: String, to other: String) -> Int32
  /// Removes the name of a file, as `unlink` does. Returns 0.
  func removeFile(_ path: String) -> Int32
}

/// The operating system itself.
public struct SystemFiles: FileSystem {
  /// The system's own calls.
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
