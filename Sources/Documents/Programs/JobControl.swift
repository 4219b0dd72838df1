import CSystem
import Synchronization

/// Job control for this process, which the shell stops with Ctrl-Z and continues with `fg` and
/// `bg`.
package enum JobControl {
  private static let isEnding = Atomic(false)

  /// Whether a signal has asked the process to end and is still being handled.
  package static var isAskedToEnd: Bool { isEnding.load(ordering: .relaxed) }

  /// Records that the process was asked to end. Can be called from any thread.
  package static func noteEnd() { isEnding.store(true, ordering: .relaxed) }

  /// Stops the process group. Returns when it is continued, or at once if no shell could continue
  /// it, as in a terminal window of its own.
  package static func stop() { reprise_stop_job() }
}
