import CSystem
import Core
import Dispatch
import Foundation

/// A memory buffer for secrets: locked against swapping if the system allows it, excluded from core
/// dumps, and wiped when freed.
final class SecretBuffer {
  /// The number of bytes to retain.
  let limit: Int
  private(set) var count = 0
  private let memory: UnsafeMutableRawPointer
  /// The space after the limit, into which excess bytes are read.
  private static let room = 4096

  /// Creates an empty buffer. Throws `POSIXError` if there is no memory.
  init(limit: Int) throws {
    CoreDumps.forbid()
    guard let memory = reprise_secret_allocate(limit + SecretBuffer.room) else {
      throw POSIXError(.ENOMEM)
    }
    self.memory = memory
    self.limit = limit
  }

  deinit { reprise_secret_free(memory, limit + SecretBuffer.room) }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

  var secret: Secret { Secret(bytes: bytes) }

  /// Reads once, with the results of `read(2)`: 0 at the end, -1 and `errno`. Bytes beyond the
  /// limit are lost.
  func read(from descriptor: Int32) -> Int {
    let got = Foundation.read(descriptor, memory + count, limit + SecretBuffer.room - count)
    if got > 0 { count = min(limit, count + got) }
    return got
  }
}

/// Core dumps: copies of a process's memory on disk, which would contain its passwords.
public enum CoreDumps {
  /// Disables core dumps of this process and of the programs it starts. Also disables Swift's crash
  /// backtraces, whatever SWIFT_BACKTRACE says, and debuggers of the same user.
  ///
  /// This can't be undone; a second call changes nothing. Every function that reads a password
  /// calls it first; a screen for passwords calls it before the first key.
  public static func forbid() {
    reprise_secret_forbid_dumps()
    reprise_rescue_forbid_backtraces()
  }

  /// Whether core dumps are disabled, according to the operating system.
  public static var areForbidden: Bool { reprise_secret_dumps_are_forbidden() }
}

/// Memory that the process has freed and not reused, which still contains responses and screens.
public enum FreedMemory {
  /// Overwrites memory from now on whenever it is freed. The process's `free` and `realloc` are
  /// replaced by this library's, which then call the allocator's.
  ///
  /// For applications that encrypt their files; call it before the user types the first password.
  /// It can't be undone; a second call changes nothing. It doesn't promise that nothing is left:
  /// the stacks of threads retain their contents until the application is locked. Returns false if
  /// the C library isn't glibc, or a sanitizer is active.
  @discardableResult public static func wipe() -> Bool { reprise_secret_wipe_freed() }
}

/// The stacks of threads, where completed calls leave short texts, such as a name or an identifier.
///
/// A pool's threads retain the stack contents of their last work while they wait. After a thread
/// ends, glibc reuses the upper pages of its stack for the next one.
package enum ThreadStacks {
  /// The time that each piece of work waits for the others, so that each gets its own thread. If
  /// the threads are busy, it takes longer, but busy threads overwrite their stacks themselves.
  private static let patience = DispatchTimeInterval.milliseconds(200)

  /// Overwrites the unused part of this thread's stack, and soon those of the pools' waiting
  /// threads. Busy threads are skipped.
  package static func wipe() {
    reprise_secret_wipe_stack()
    for quality in [DispatchQoS.QoSClass.userInteractive, .userInitiated, .default, .utility] {
      let queue = DispatchQueue.global(qos: quality)
      let others = DispatchGroup()
      for _ in 0..<threads { others.enter() }
      for _ in 0..<threads {
        queue.async {
          reprise_secret_wipe_stack()
          others.leave()
          _ = others.wait(timeout: .now() + patience)
        }
      }
    }
  }

  /// The number of threads that may be waiting in one pool: one per processor, but at most the
  /// number of existing threads.
  private static var threads: Int {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task"))?.count
    return min(ProcessInfo.processInfo.activeProcessorCount, all ?? .max)
  }
}
