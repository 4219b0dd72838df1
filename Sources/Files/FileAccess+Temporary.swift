#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// New files that take another one's place when they are whole.
///
/// Several processes, or threads of one, may replace the same file at the same moment; each needs a name of its own for that. The writer
/// of a temporary file holds its lock, and one that nobody holds was left behind by a process that was killed: the next writer to need
/// its name deletes it. So there are never more of them than there were writers at once.
extension FileAccess {
  /// The number of shared names: `NAME.new`, `NAME.2.new` and so on. All end in `.new`, by which everybody tells that they aren't whole.
  private static let sharedNames = 16

  /// Makes a temporary file for `path`, private, empty and locked where there are locks. Throws `FileError`.
  func createTemporary(for path: String) throws -> (name: String, descriptor: Int32) {
    var number = 1
    // Each further round is somebody else's progress, so this many are never needed.
    for _ in 0..<64 where number <= FileAccess.sharedNames {
      let name = number == 1 ? "\(path).new" : "\(path).\(number).new"
      if let descriptor = try create(name, for: path) {
        if isHeld(descriptor, name) { return (name, descriptor) }
        system.closeFile(descriptor)
      } else if !removeLeftover(name) {
        number += 1
      }
    }
    // Nobody deletes this one if the process is killed, but nobody can meet it either.
    let name = "\(path).\(getpid())-\(UInt32.random(in: 0 ... .max)).new"
    if let descriptor = try create(name, for: path) { return (name, descriptor) }
    throw FileError.system("created", path: path, code: EEXIST)
  }

  /// Creates a file; nil if there is one of that name.
  private func create(_ name: String, for path: String) throws -> Int32? {
    let descriptor = system.openFile(
      name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if descriptor >= 0 { return descriptor }
    if errno == EEXIST { return nil }
    throw FileError.system("created", path: path, code: errno)
  }

  /// Locks a file that was just made, and tells whether it is still there: somebody may have taken it for a leftover before.
  private func isHeld(_ descriptor: Int32, _ name: String) -> Bool {
    switch lock(descriptor) {
    case .taken: isNamed(descriptor, at: name)
    case .others: false
    // Then nobody can take it for one.
    case .none: true
    }
  }

  /// Deletes a file that a killed process has left under a temporary name; false if somebody may still be writing it.
  private func removeLeftover(_ name: String) -> Bool {
    let opened = system.openFile(name, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0)
    // A link or a pipe is nobody's temporary file. A folder stays where it is.
    guard opened >= 0 else {
      return errno == ENOENT || errno == ELOOP && system.removeFile(name) == 0
    }
    defer { system.closeFile(opened) }
    guard lock(opened) == .taken else { return false }
    // It may have become the file itself meanwhile, and another one may have its name.
    guard isNamed(opened, at: name) else { return true }
    return system.removeFile(name) == 0
  }

  /// Closes a file and gives back its lock. With closing alone a child that is just being started would keep it, until it has become its
  /// program: a moment, in which another process would be told that the lock is held.
  package func closeUnlocking(_ descriptor: Int32) {
    _ = system.lockFile(descriptor, LOCK_UN)
    system.closeFile(descriptor)
  }

  private enum Locking { case taken, others, none }

  private func lock(_ descriptor: Int32) -> Locking {
    while system.lockFile(descriptor, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: return .others
      default: return .none
      }
    }
    return .taken
  }
}
