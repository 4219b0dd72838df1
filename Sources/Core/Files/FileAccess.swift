import Glibc

/// Checked operations on the user's private files. All methods throw `FileError`.
package struct FileAccess: Sendable {
  package let system: any FileSystem

  package init(_ system: any FileSystem = SystemFiles()) { self.system = system }

  /// Returns `nil` if the file doesn't exist. Makes it private unless `access` is `O_RDONLY`.
  package func openExisting(_ path: String, for access: Int32 = O_RDWR) throws -> Int32? {
    // If the file was replaced between `open` and the check, it has no name any more: retry.
    for _ in 0..<100 {
      guard let (descriptor, isNamed) = try openOnce(path, for: access) else { return nil }
      if isNamed { return descriptor }
      system.closeFile(descriptor)
    }
    throw FileError.system("opened", path: path, code: EBUSY)
  }

  private func openOnce(
    _ path: String, for access: Int32
  ) throws -> (descriptor: Int32, isNamed: Bool)? {
    let descriptor = system.openFile(path, access | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT: return nil
      case ELOOP: throw FileError.unsafe(path: path, "it is a symbolic link")
      case EISDIR: throw FileError.unsafe(path: path, "it is a folder")
      case ENXIO: throw FileError.unsafe(path: path, "it is not a plain file")
      case let code: throw FileError.system("opened", path: path, code: code)
      }
    }
    do {
      let isNamed = try check(descriptor, path: path, isMadePrivate: access != O_RDONLY)
      return (descriptor, isNamed)
    } catch {
      system.closeFile(descriptor)
      throw error
    }
  }

  /// Checks the file's type, owner and links. Returns whether it still has a name.
  private func check(_ descriptor: Int32, path: String, isMadePrivate: Bool) throws -> Bool {
    var status = stat()
    guard system.status(of: descriptor, &status) == 0 else {
      throw FileError.system("examined", path: path, code: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileError.unsafe(path: path, "it is not a plain file")
    }
    guard status.st_uid == geteuid() else {
      throw FileError.unsafe(path: path, "it belongs to another user")
    }
    guard status.st_nlink <= 1 else {
      throw FileError.linked(path: path)
    }
    let isNamed = status.st_nlink > 0
    guard isMadePrivate, status.st_mode & 0o077 != 0 else { return isNamed }
    if system.setMode(of: descriptor, 0o600) != 0 {
      throw FileError.system("made private", path: path, code: errno)
    }
    return isNamed
  }

  package func read(
    _ descriptor: Int32, path: String, limit: Int
  ) throws(FileError) -> [UInt8] {
    var status = stat()
    guard system.status(of: descriptor, &status) == 0 else {
      throw FileError.system("examined", path: path, code: errno)
    }
    // One extra byte detects a file that is longer than its status says.
    var bytes = [UInt8](repeating: 0, count: min(max(0, Int(status.st_size)), limit) + 1)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        system.readFile(descriptor, .init(rebasing: buffer[count...]), at: count)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw FileError.system("read", path: path, code: errno) }
      if got == 0 { break }
      count += got
    }
    guard count <= limit else {
      throw FileError.unsafe(path: path, "it is larger than \(limit) bytes")
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// A short write is reported as `ENOSPC`.
  package func write(
    _ bytes: [UInt8], to descriptor: Int32, at offset: Int, path: String
  ) throws(FileError) {
    while true {
      let written = bytes.withUnsafeBytes { system.writeFile(descriptor, $0, at: offset) }
      if written == bytes.count { return }
      if written < 0, errno == EINTR { continue }
      throw FileError.system("written", path: path, code: written < 0 ? errno : ENOSPC)
    }
  }

  /// Calls `isWanted` just before the rename; if it returns `false`, keeps the old file.
  package func replaceDurably(
    _ path: String, with bytes: [UInt8], isWanted: () -> Bool = { true }
  ) throws {
    struct Unwanted: Error {}
    do {
      let descriptor = try replace(path, with: bytes) { descriptor, path in
        try synchronize(descriptor, path: path)
        if !isWanted() { throw Unwanted() }
      }
      system.closeFile(descriptor)
    } catch is Unwanted {
      return
    }
    try synchronizeDirectory(of: path)
  }

  /// Only after this do files renamed, created or deleted in the directory survive a power cut.
  package func synchronizeDirectory(of path: String) throws {
    let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let opened = system.openFile(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    guard opened >= 0 else {
      throw FileError.system("written", path: path, code: errno)
    }
    defer { system.closeFile(opened) }
    try synchronize(opened, path: path)
  }

  package func synchronize(_ descriptor: Int32, path: String) throws {
    while system.synchronizeFile(descriptor) != 0 {
      if errno == EINTR { continue }
      // Some file systems don't support `fsync`, particularly on directories.
      if errno == EINVAL { return }
      throw FileError.system("written", path: path, code: errno)
    }
  }

  /// Returns whether the open file still has a name; a replaced or deleted file has none.
  package func isNamed(_ descriptor: Int32) -> Bool {
    var status = stat()
    return system.status(of: descriptor, &status) == 0 && status.st_nlink > 0
  }

  /// Returns `true` only if the file was certainly deleted, moved, or replaced.
  package func hasLost(_ descriptor: Int32, _ path: String) -> Bool {
    var open = stat()
    var named = stat()
    guard system.status(of: descriptor, &open) == 0 else { return true }
    guard system.status(of: path, &named) == 0 else {
      // On other errors the file may still be there.
      return open.st_nlink == 0 || errno == ENOENT || errno == ENOTDIR
    }
    return open.st_dev != named.st_dev || open.st_ino != named.st_ino
  }

  package func isNamed(_ descriptor: Int32, at path: String) -> Bool {
    var open = stat()
    var named = stat()
    return system.status(of: descriptor, &open) == 0 && system.status(of: path, &named) == 0
      && open.st_dev == named.st_dev && open.st_ino == named.st_ino
  }

  package func exists(_ path: String) -> Bool {
    var status = stat()
    return system.status(of: path, &status) == 0
  }

  /// Returns the new file open, locked if the file system supports locks. If several processes
  /// replace the file concurrently, all succeed and the last one wins.
  package func replace(
    _ path: String, with bytes: [UInt8],
    beforeRename: (Int32, String) throws -> Void = { _, _ in }
  ) throws -> Int32 {
    let (temporary, descriptor) = try createTemporary(for: path)
    do {
      try write(bytes, to: descriptor, at: 0, path: path)
      try beforeRename(descriptor, path)
      guard system.renameFile(temporary, to: path) == 0 else {
        throw FileError.system("created", path: path, code: errno)
      }
      return descriptor
    } catch {
      _ = system.removeFile(temporary)
      system.closeFile(descriptor)
      throw error
    }
  }
}
