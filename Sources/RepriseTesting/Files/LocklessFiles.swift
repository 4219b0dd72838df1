import Foundation

/// The operating system's files where there are no locks, as on some network file systems.
public struct LocklessFiles: ForwardingFiles {
  /// `LocklessFiles()`
  public init() {}

  public func lockFile(_ descriptor: Int32, _ operation: Int32) -> Int32 {
    errno = ENOLCK
    return -1
  }
}
