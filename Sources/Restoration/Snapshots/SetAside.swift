#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Bad data is put aside beside the session's file, as `NAME.aside-1` to `NAME.aside-10`; never deleted, never overwritten.
struct SetAside {
  static let maximumCount = 10
  static let isFull = "\(maximumCount) damaged copies of it were set aside already"

  let path: String
  private let files: FileAccess

  init(of path: String, _ files: FileAccess = FileAccess()) {
    self.path = path
    self.files = files
  }

  /// Keeps the bytes under the first free name and returns that, without the folder; the same bytes are kept only once.
  ///
  /// When all ten are taken it throws, and so the session isn't opened: to go on would mean to overwrite evidence.
  func keep(_ bytes: [UInt8]) throws -> String {
    for number in 1...SetAside.maximumCount {
      let aside = "\(path).aside-\(number)"
      let descriptor = files.system.openFile(
        aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      if descriptor < 0, errno == EEXIST {
        if holds(aside, bytes) { return name(of: aside) }
        continue
      }
      guard descriptor >= 0 else {
        throw SnapshotProblem.system("written", path: aside, code: errno)
      }
      defer { files.system.closeFile(descriptor) }
      try files.write(bytes, to: descriptor, at: 0, path: aside)
      return name(of: aside)
    }
    throw SnapshotProblem.unsafe(path: path, SetAside.isFull)
  }

  private func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Whether a plain file has just these bytes. What can't be opened or read is another one.
  private func holds(_ aside: String, _ bytes: [UInt8]) -> Bool {
    guard let descriptor = try? files.openExisting(aside) else { return false }
    defer { files.system.closeFile(descriptor) }
    return (try? files.read(descriptor, path: aside, limit: bytes.count)) == bytes
  }
}
