import CSystem
import Dispatch
import Foundation

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
