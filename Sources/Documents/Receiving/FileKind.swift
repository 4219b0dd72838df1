import Foundation

/// The kinds of things that paths lead to, in words.
enum FileKind {
  /// A kind with its article, from a file's mode.
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
