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
  func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32
  func closeFile(_ descriptor: Int32)
  func readFile(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int
  func writeFile(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, at offset: Int) -> Int
  func status(of descriptor: Int32, _ status: inout stat) -> Int32
  func status(of path: String, _ status: inout stat) -> Int32
  func truncateFile(_ descriptor: Int32, to size: Int) -> Int32
  func setMode(of descriptor: Int32, _ mode: mode_t) -> Int32
  func synchronizeFile(_ descriptor: Int32) -> Int32
  func lockFile(_ descriptor: Int32, _ operation: Int32) -> Int32
  func renameFile(_ path: String, to other: String) -> Int32
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
