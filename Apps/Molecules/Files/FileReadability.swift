import Foundation

/// The answer of the system to somebody who wants to read a file.
enum FileReadability: Hashable, Sendable {
  /// It can be read, or is no plain file, so that nobody has tried.
  case granted
  /// There is nothing at the path.
  case missing
  /// Something is there, and can't be read: permissions, a disk that fails, a link that leads to itself.
  case refused

  /// Tries to read the first byte of a plain file.
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
