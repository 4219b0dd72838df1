import Glibc

/// Quarantines damaged bytes next to their file, as `NAME.aside-1` to `NAME.aside-10`. These copies
/// are never deleted or overwritten.
package struct Quarantine {
  package static let maximumCount = 10
  static let maximumBytes = 10 << 20
  package static let isFull = "\(maximumCount) damaged copies of it were set aside already"

  let path: String
  private let files: FileAccess

  package init(of path: String, _ files: FileAccess = FileAccess()) {
    self.path = path
    self.files = files
  }

  /// Returns the copy's name without its directory, or the existing name if the same bytes are
  /// quarantined already. Throws if all names are taken or the copies would exceed 10 MiB: the
  /// caller must then not overwrite the file, since its bytes would be lost.
  package func store(_ bytes: [UInt8]) throws -> String {
    let names = (1...Quarantine.maximumCount).map { "\(path).aside-\($0)" }
    if let same = names.first(where: { holds($0, bytes) }) { return name(of: same) }
    guard names.reduce(bytes.count, { $0 + size(of: $1) }) <= Quarantine.maximumBytes else {
      throw FileError.unsafe(
        path: path, "\(Quarantine.maximumBytes >> 20) MiB of damaged copies were set aside already")
    }
    for aside in names {
      let descriptor = files.system.openFile(
        aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      if descriptor < 0, errno == EEXIST { continue }
      guard descriptor >= 0 else {
        throw FileError.system("written", path: aside, code: errno)
      }
      defer { files.system.closeFile(descriptor) }
      do {
        try files.write(bytes, to: descriptor, at: 0, path: aside)
        // The caller's next save soon reaches the disk; the copy must survive a power cut as well.
        try files.synchronize(descriptor, path: aside)
        try files.synchronizeDirectory(of: aside)
      } catch {
        // On a full disk, an empty file would otherwise use up one of the names.
        _ = files.system.removeFile(aside)
        throw error
      }
      return name(of: aside)
    }
    throw FileError.unsafe(path: path, Quarantine.isFull)
  }

  private func size(of aside: String) -> Int {
    var status = stat()
    return files.system.status(of: aside, &status) == 0 ? max(0, Int(status.st_size)) : 0
  }

  private func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  private func holds(_ aside: String, _ bytes: [UInt8]) -> Bool {
    guard let descriptor = try? files.openExisting(aside) else { return false }
    defer { files.system.closeFile(descriptor) }
    return (try? files.read(descriptor, path: aside, limit: bytes.count)) == bytes
  }
}
