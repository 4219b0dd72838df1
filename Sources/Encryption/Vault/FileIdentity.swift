import Core
import Foundation

/// The identity of a file on its disk. A file restored from a backup has another identity, even
/// with the same name and bytes.
///
/// The time of the last change (`ctime`) is set only by the system, so a copy can't have the
/// original's. A copy of a whole disk can't be distinguished from the disk.
struct FileIdentity: Hashable {
  /// The inode number, and the time of the last change in seconds and nanoseconds.
  let text: String

  /// Reads the identity of the file at `path` without following links. Returns `nil` if there is
  /// none.
  init?(of path: String, _ system: any FileSystem = SystemFiles()) {
    var status = stat()
    guard system.status(of: path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let change = status.st_ctimespec
    #else
      let change = status.st_ctim
    #endif
    text = "\(status.st_ino) \(change.tv_sec) \(change.tv_nsec)"
  }
}
