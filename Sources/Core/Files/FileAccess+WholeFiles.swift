import Glibc

extension FileAccess {
  /// Changes nothing, so the file may be on a read-only disk. Returns `nil` if it doesn't exist.
  package func contents(of path: String, limit: Int) throws -> [UInt8]? {
    guard let descriptor = try openExisting(path, for: O_RDONLY) else { return nil }
    defer { system.closeFile(descriptor) }
    return try read(descriptor, path: path, limit: limit)
  }

  package func remove(_ path: String) throws {
    guard system.removeFile(path) == 0 || errno == ENOENT else {
      throw FileError.system("deleted", path: path, code: errno)
    }
  }

  /// Zeros are written only after the deletion has reached the disk, so a file that can't be
  /// deleted, or that reappears after a power cut, is intact. Overwriting isn't guaranteed to reach
  /// the old bytes: copy-on-write file systems (btrfs, ZFS) and SSDs keep them elsewhere for a
  /// while.
  package func removeOverwriting(_ paths: [String]) throws {
    // Links aren't followed, and files with several hard links aren't overwritten.
    let opened = paths.compactMap { (try? openExisting($0)) ?? nil }
    defer { for descriptor in opened { system.closeFile(descriptor) } }
    for path in paths { try remove(path) }
    guard let path = paths.first, !opened.isEmpty else { return }
    try synchronizeDirectory(of: path)
    for descriptor in opened { overwrite(descriptor) }
  }

  /// Failures are ignored, because the file is already deleted.
  package func overwrite(_ descriptor: Int32) {
    var status = stat()
    guard system.status(of: descriptor, &status) == 0 else { return }
    let zeros = [UInt8](repeating: 0, count: 1 << 16)
    let size = Int(status.st_size)
    for offset in stride(from: 0, to: size, by: zeros.count) {
      let piece = Array(zeros.prefix(size - offset))
      guard (try? write(piece, to: descriptor, at: offset, path: "")) != nil else { return }
    }
    try? synchronize(descriptor, path: "")
  }
}
