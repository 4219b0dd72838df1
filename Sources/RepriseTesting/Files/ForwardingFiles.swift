public import Core
public import Foundation

/// A file system that forwards to the operating system all calls that a test doesn't override.
///
///     struct LocklessFiles: ForwardingFiles {
///       func lockFile(_ descriptor: Int32, _ operation: Int32) -> Int32 {
///         errno = ENOLCK
///         return -1
///       }
///     }
public protocol ForwardingFiles: FileSystem {}

extension ForwardingFiles {
  private var real: SystemFiles { SystemFiles() }

  public func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    real.openFile(path, flags, mode)
  }

  public func closeFile(_ descriptor: Int32) { real.closeFile(descriptor) }

  public func readFile(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Int {
    real.readFile(descriptor, buffer, at: offset)
  }

  public func writeFile(
    _ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, at offset: Int
  ) -> Int {
    real.writeFile(descriptor, buffer, at: offset)
  }

  /// Returns the operating system's status of an open file.
  public func status(of descriptor: Int32, _ status: inout stat) -> Int32 {
    real.status(of: descriptor, &status)
  }

  /// Returns the operating system's status of a path, without following a symbolic link.
  public func status(of path: String, _ status: inout stat) -> Int32 {
    real.status(of: path, &status)
  }

  public func truncateFile(_ descriptor: Int32, to size: Int) -> Int32 {
    real.truncateFile(descriptor, to: size)
  }

  public func setMode(of descriptor: Int32, _ mode: mode_t) -> Int32 {
    real.setMode(of: descriptor, mode)
  }

  public func synchronizeFile(_ descriptor: Int32) -> Int32 { real.synchronizeFile(descriptor) }

  public func lockFile(_ descriptor: Int32, _ operation: Int32) -> Int32 {
    real.lockFile(descriptor, operation)
  }

  public func renameFile(_ path: String, to other: String) -> Int32 {
    real.renameFile(path, to: other)
  }

  public func removeFile(_ path: String) -> Int32 { real.removeFile(path) }
}

/// A file system without locks, like some network file systems.
public struct LocklessFiles: ForwardingFiles {
  /// Creates a file system without locks.
  public init() {}

  public func lockFile(_ descriptor: Int32, _ operation: Int32) -> Int32 {
    errno = ENOLCK
    return -1
  }
}
