#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension FileAccess {
  /// Reads a file, if it is there, and changes nothing, so the file may be where nothing can be written. Throws `FileError`.
  package func contents(of path: String, limit: Int) throws -> [UInt8]? {
    guard let descriptor = try openExisting(path, for: O_RDONLY) else { return nil }
    defer { system.closeFile(descriptor) }
    return try read(descriptor, path: path, limit: limit)
  }

  /// Deletes a file, if it is there. Throws `FileError`.
  package func remove(_ path: String) throws {
    guard system.removeFile(path) == 0 || errno == ENOENT else {
      throw FileError.system("deleted", path: path, code: errno)
    }
  }

  /// Deletes the files of one folder that are there, in their order, and writes zeros over the
  /// bytes that they had on the disk. Throws `FileError` if one of them isn't deleted.
  ///
  /// Zeros are written once the disk has lost the names: so a file that can't be deleted, or comes
  /// back after a power cut, has its bytes. Whether zeros reach the old bytes is up to the disk: a
  /// file system that copies on writing (btrfs, ZFS), or an SSD, keeps those for a while elsewhere.
  package func removeOverwriting(_ paths: [String]) throws {
    // A link isn't followed; the bytes of a file with several names are the other names' too.
    let opened = paths.compactMap { (try? openExisting($0)) ?? nil }
    defer { for descriptor in opened { system.closeFile(descriptor) } }
    for path in paths { try remove(path) }
    guard let path = paths.first, !opened.isEmpty else { return }
    try synchronizeDirectory(of: path)
    for descriptor in opened { overwrite(descriptor) }
  }

  /// Writes zeros over all bytes of a file that is deleted, and waits until the disk has them.
  /// Where that fails, the file is gone all the same, and nothing more can be done about its bytes.
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
