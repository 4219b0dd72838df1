import Glibc

/// Each concurrent writer of a file locks a temporary file of its own. An unlocked one was left by
/// a killed process; the next writer that needs the name deletes it, so there are never more
/// leftovers than there were concurrent writers.
extension FileAccess {
  /// `NAME.new`, `NAME.2.new` and so on: the suffix marks all of them as incomplete.
  private static let sharedNames = 16

  /// The file is locked if the file system supports locks.
  func createTemporary(for path: String) throws -> (name: String, descriptor: Int32) {
    var number = 1
    // A round is repeated only if another process got ahead, so 64 rounds are ample.
    for _ in 0..<64 where number <= FileAccess.sharedNames {
      let name = number == 1 ? "\(path).new" : "\(path).\(number).new"
      if let descriptor = try create(name, for: path) {
        if isHeld(descriptor, name) { return (name, descriptor) }
        system.closeFile(descriptor)
      } else if !removeLeftover(name) {
        number += 1
      }
    }
    // A killed process leaves this file behind for good, but its random name can't collide.
    let name = "\(path).\(getpid())-\(UInt32.random(in: 0 ... .max)).new"
    if let descriptor = try create(name, for: path) { return (name, descriptor) }
    throw FileError.system("created", path: path, code: EEXIST)
  }

  private func create(_ name: String, for path: String) throws -> Int32? {
    let descriptor = system.openFile(
      name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if descriptor >= 0 { return descriptor }
    if errno == EEXIST { return nil }
    throw FileError.system("created", path: path, code: errno)
  }

  /// Another process may have deleted the file as a leftover before it was locked.
  private func isHeld(_ descriptor: Int32, _ name: String) -> Bool {
    switch lock(descriptor) {
    case .acquired: isNamed(descriptor, at: name)
    case .heldElsewhere: false
    // Without locks, no other process can lock the file and delete it as a leftover.
    case .failed: true
    }
  }

  /// Returns `false` if another process may still be writing the file.
  private func removeLeftover(_ name: String) -> Bool {
    let opened = system.openFile(name, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0)
    // No writer creates links or pipes under this name. A link is deleted, a directory is left.
    guard opened >= 0 else {
      return errno == ENOENT || errno == ELOOP && system.removeFile(name) == 0
    }
    defer { system.closeFile(opened) }
    guard lock(opened) == .acquired else { return false }
    // Meanwhile the file may have been renamed to its final path, and its name reused.
    guard isNamed(opened, at: name) else { return true }
    return system.removeFile(name) == 0
  }
}
