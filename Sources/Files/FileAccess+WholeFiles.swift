#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension FileAccess {
  /// Reads a file, if it is there, and changes nothing, so the file may be where nothing can be written. Throws `FileProblem`.
  package func contents(of path: String, limit: Int) throws -> [UInt8]? {
    guard let descriptor = try openExisting(path, for: O_RDONLY) else { return nil }
    defer { system.closeFile(descriptor) }
    return try read(descriptor, path: path, limit: limit)
  }

  /// Deletes a file, if it is there. Throws `FileProblem`.
  package func remove(_ path: String) throws {
    guard system.removeFile(path) == 0 || errno == ENOENT else {
      throw FileProblem.system("deleted", path: path, code: errno)
    }
  }
}
