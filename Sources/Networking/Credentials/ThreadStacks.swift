import CLibcrypto
import Dispatch
import Foundation

/// The stacks of threads, on which calls that have returned leave short texts: a name, an identifier.
///
/// Threads that take work from queues wait for more, and what the last work left stays below them; glibc keeps the uppermost pages of a
/// stack even when its thread has ended, for the next one.
package enum ThreadStacks {
  /// The time that work waits for the rest of it, so that each piece has a thread of its own. Longer only where the threads are busy, and then
  /// they overwrite their stacks by themselves.
  private static let patience = DispatchTimeInterval.milliseconds(200)

  /// Overwrites what was left on this thread's stack, and soon on those of the threads that wait for work. Those that are busy are passed over.
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

  /// The number of threads that may wait for work of one quality: one for each processor, and never more than there are.
  private static var threads: Int {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task"))?.count
    return min(ProcessInfo.processInfo.activeProcessorCount, all ?? .max)
  }
}
