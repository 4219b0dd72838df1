import CRescue
import Synchronization

/// The process as the shell's job, which Ctrl-Z stops and fg and bg continue.
package enum JobControl {
  private static let isEnding = Atomic(false)

  /// True once the process was asked to end by a signal that is served later.
  package static var isAskedToEnd: Bool { isEnding.load(ordering: .relaxed) }

  /// Takes note that the process was asked to end: called on any thread.
  package static func noteEnd() { isEnding.store(true, ordering: .relaxed) }

  /// Stops the process with all of its job. Returns when it goes on; at once where nobody could let it go on, as in a window of its own.
  package static func stop() { reprise_stop_job() }
}
