import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A private file that stays open while parts of it are read; or a new one that grows out of sight,
/// and takes the place of the earlier one once it is whole. All methods throw `FileError`.
package final class BlockFile: Sendable {
  private let files: FileAccess
  /// The path of the file; a new one has it once it is finished.
  package let path: String
  private let descriptor: Int32
  /// The name of a new file that isn't finished.
  private let temporary: Mutex<String?>

  /// Opens an existing file, which isn't changed; nil if there is none.
  package init?(_ path: String, _ files: FileAccess = FileAccess()) throws {
    guard let descriptor = try files.openExisting(path, for: O_RDONLY) else { return nil }
    (self.files, self.path, self.descriptor) = (files, path, descriptor)
    temporary = Mutex(nil)
  }

  /// Begins a new file. Given up, it is deleted.
  package init(replacing path: String, _ files: FileAccess = FileAccess()) throws {
    let (name, descriptor) = try files.createTemporary(for: path)
    (self.files, self.path, self.descriptor) = (files, path, descriptor)
    temporary = Mutex(name)
  }

  deinit {
    temporary.withLock { if let name = $0 { _ = files.system.removeFile(name) } }
    files.system.closeFile(descriptor)
  }

  /// The number of bytes.
  package var size: Int {
    get throws {
      var status = stat()
      guard files.system.status(of: descriptor, &status) == 0 else {
        throw FileError.system("examined", path: path, code: errno)
      }
      return Int(status.st_size)
    }
  }

  /// Reads bytes, fewer than `count` at the end of the file.
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

  /// Writes bytes at a place of a new file.
  package func write(_ bytes: [UInt8], at start: Int) throws {
    try files.write(bytes, to: descriptor, at: start, path: path)
  }

  /// Puts the new file in the place of the earlier one, and returns once the disk has it.
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
