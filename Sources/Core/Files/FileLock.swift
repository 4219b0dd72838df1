import Glibc

/// An advisory lock on an open file (`flock`). The kernel releases it when the process ends.
package enum FileLock {
  /// Who may have the lock at the same time.
  package enum Mode: Sendable {
    case shared
    case exclusive
  }

  /// The result of an attempt to take a lock.
  package enum Outcome: Hashable, Sendable {
    case acquired
    case heldElsewhere
    /// With the error code: the file system may have no locks.
    case failed(Int32)
  }

  /// In milliseconds.
  package static let interval = 20
}

extension FileAccess {
  /// Tries up to `tries` times, `FileLock.interval` apart, while another process has the lock.
  package func lock(
    _ descriptor: Int32, _ mode: FileLock.Mode = .exclusive, tries: Int = 1
  ) -> FileLock.Outcome {
    let operation = (mode == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB
    var tries = tries
    while system.lockFile(descriptor, operation) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK:
        tries -= 1
        guard tries > 0 else { return .heldElsewhere }
        usleep(UInt32(FileLock.interval) * 1_000)
      case let code: return .failed(code)
      }
    }
    return .acquired
  }

  /// Unlocks and closes a file. Closing alone isn't enough: a child process between fork and exec
  /// shares the lock, so another process would briefly find the file locked.
  package func closeUnlocking(_ descriptor: Int32) {
    _ = system.lockFile(descriptor, LOCK_UN)
    system.closeFile(descriptor)
  }
}
