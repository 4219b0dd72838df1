import Foundation

/// Whether a file can be read.
enum FileReadability: Hashable, Sendable {
  /// The file can be read, or it isn't a regular file and wasn't tried.
  case granted
  /// Nothing exists at the path.
  case missing
  /// Something exists but can't be read: missing permission, a disk error, a link to itself.
  case refused

  /// Tries to read the first byte of a regular file.
  init(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      self = [ENOENT, ENOTDIR].contains(errno) ? .missing : .refused
      return
    }
    self = status.st_mode & S_IFMT != S_IFREG || FileReadability.yields(path) ? .granted : .refused
  }

  private static func yields(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var byte: UInt8 = 0
    return pread(descriptor, &byte, 1, 0) >= 0
  }
}
