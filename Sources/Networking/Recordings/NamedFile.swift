import Core
package import Glibc

/// Functions that read regular files chosen by the user, up to a size limit. They reject named
/// pipes and devices, which could block the process.
package enum NamedFile {
  public static let sizeLimit = 256 << 20

  public static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  public static func read(
    _ path: String, sizeLimit: Int = sizeLimit
  ) throws(ReplayError) -> [UInt8] {
    try contents(of: path, sizeLimit: sizeLimit).bytes
  }

  /// Both come from the same open file, even if the path is changed meanwhile.
  package static func contents(
    of path: String, sizeLimit: Int
  ) throws(ReplayError) -> (bytes: [UInt8], status: stat) {
    // C would cut the path off at the zero, and so open another file.
    if path.utf8.contains(0) { throw .noSuchFile(path) }
    // O_NONBLOCK: otherwise opening a named pipe would wait for a writer.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw problem(errno, path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw problem(errno, path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .notAFile(path, kind: FileKind.text(status.st_mode))
    }
    guard status.st_size <= sizeLimit else { throw .tooLarge(path, limit: sizeLimit) }
    return (
      try read(descriptor, path, expecting: Int(status.st_size), sizeLimit: sizeLimit), status
    )
  }

  private static func read(
    _ descriptor: Int32, _ path: String, expecting size: Int, sizeLimit: Int
  ) throws(ReplayError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw problem(errno, path) }
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
      // The file may grow while it is read.
      guard bytes.count <= sizeLimit else { throw .tooLarge(path, limit: sizeLimit) }
    }
  }

  private static func problem(_ code: Int32, _ path: String) -> ReplayError {
    switch code {
    case ENOENT, ENOTDIR: .noSuchFile(path)
    case EACCES, EPERM: .notPermitted(path)
    case ENXIO: .notAFile(path, kind: "a socket")
    default: .unreadable(path, reason: String(cString: strerror(code)).lowercased())
    }
  }
}
