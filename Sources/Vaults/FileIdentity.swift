import Files
import Foundation

/// The identity of a file on its disk: the same name with the same bytes, put back from a backup, is another file.
///
/// The time of the last change is set by the system alone, so no program that copies files can make a copy that has the original's. The copy
/// of a whole disk can't be told from the disk.
struct FileIdentity: Hashable {
  /// The number of the file, and the time of its last change in seconds and nanoseconds.
  let text: String

  /// Reads the identity of the file of a path, not of the target of a link; nil if there is none.
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
