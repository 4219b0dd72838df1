import Foundation

/// A file system without locks, like some network file systems.
public struct LocklessFiles: ForwardingFiles {
  /// Creates a file system without locks.
  public init() {}

  public func lockFile(_ descriptor: Int32, _ operation: Int32) -> Int32 {
    errno = ENOLCK
    return -1
  }
}
