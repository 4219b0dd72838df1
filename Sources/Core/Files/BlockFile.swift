import Glibc
import Synchronization

/// An open private file: either an existing file that is read in pieces, or a new file that
/// replaces an earlier one in `finish()`. All methods throw `FileError`.
package final class BlockFile: Sendable {
  private let files: FileAccess
  /// A new file is at this path only after `finish()`.
  package let path: String
  private let descriptor: Int32
  /// `nil` for an existing file and after `finish()`.
  private let temporary: Mutex<String?>

  package init?(_ path: String, _ files: FileAccess = FileAccess()) throws {
    guard let descriptor = try files.openExisting(path, for: O_RDONLY) else { return nil }
    (self.files, self.path, self.descriptor) = (files, path, descriptor)
    temporary = Mutex(nil)
  }

  /// The file is deleted if it is released without `finish()`.
  package init(replacing path: String, _ files: FileAccess = FileAccess()) throws {
    let (name, descriptor) = try files.createTemporary(for: path)
    (self.files, self.path, self.descriptor) = (files, path, descriptor)
    temporary = Mutex(name)
  }

  deinit {
    temporary.withLock { if let name = $0 { _ = files.system.removeFile(name) } }
    files.system.closeFile(descriptor)
  }

  package var size: Int {
    get throws {
      var status = stat()
      guard files.system.status(of: descriptor, &status) == 0 else {
        throw FileError.system("examined", path: path, code: errno)
      }
      return Int(status.st_size)
    }
  }

  /// Returns fewer bytes at the end of the file.
  package func bytes(from start: Int, count: Int) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      while length < count {
        let got = files.system.readFile(
          descriptor, .init(UnsafeMutableBufferPointer(rebasing: buffer[length...])),
          at: start + length)
        if got < 0, errno == EINTR { continue }
        guard got >= 0 else { throw FileError.system("read", path: path, code: errno) }
        if got == 0 { return }
        length += got
      }
    }
  }

  package func write(_ bytes: [UInt8], at start: Int) throws {
    try files.write(bytes, to: descriptor, at: start, path: path)
  }

  package func finish() throws {
    try temporary.withLock { temporary in
      guard let name = temporary else { return }
      try files.synchronize(descriptor, path: path)
      guard files.system.renameFile(name, to: path) == 0 else {
        throw FileError.system("created", path: path, code: errno)
      }
      temporary = nil
      try files.synchronizeDirectory(of: path)
    }
  }
}
