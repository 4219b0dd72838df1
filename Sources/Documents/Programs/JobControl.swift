import Foundation
import Synchronization

/// The process as the shell's job, which Ctrl-Z stops and fg and bg continue.
package enum JobControl {
  private static let isEnding = Atomic(false)

  /// True once the process was asked to end by a signal that is served later.
  package static var isAskedToEnd: Bool { isEnding.load(ordering: .relaxed) }

  /// Takes note that the process was asked to end: called on any thread.
  package static func noteEnd() { isEnding.store(true, ordering: .relaxed) }

  /// Stops the process as Ctrl-Z does, also where that signal is watched and so blocked or ignored.
  ///
  /// Where nobody could let it go on, as in a window of its own, this returns at once: so the kernel treats SIGTSTP, but not SIGSTOP.
  package static func stop() {
    // Zeros: the default action and no flags, and no signals.
    var standard = sigaction()
    var found = sigaction()
    var signals = sigset_t()
    var mask = sigset_t()
    sigaddset(&signals, SIGTSTP)
    pthread_sigmask(SIG_BLOCK, &signals, &mask)
    sigaction(SIGTSTP, &standard, &found)
    // Raised while it is blocked, so that together with one that has come already it is a single stop.
    raise(SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    // Here the process was stopped, and goes on.
    sigaction(SIGTSTP, &found, nil)
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }
}
