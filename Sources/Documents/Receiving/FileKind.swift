import Foundation

enum FileKind {
  /// Describes the kind of a file with an article, given its mode.
  static func words(_ mode: mode_t) -> String {
    switch mode & S_IFMT {
    case S_IFREG: "a plain file"
    case S_IFDIR: "a folder"
    case S_IFIFO: "a pipe"
    case S_IFSOCK: "a socket"
    case S_IFCHR, S_IFBLK: "a device"
    default: "no plain file"
    }
  }
}
