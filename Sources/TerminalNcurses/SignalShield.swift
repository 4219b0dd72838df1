import Foundation

/// Prevents ncurses from installing signal handlers, because the application handles signals.
///
/// The handlers would exit, stop the process, or record a new size that is never read. When ncurses
/// opens its first screen, it permanently skips signals that are ignored at that time. Otherwise it
/// would also disable and enable SIGTSTP around each refresh, undoing changes by other threads.
enum SignalShield {
  private static let signals = [SIGINT, SIGTERM, SIGTSTP, SIGWINCH]

  /// Runs `body` while the signals appear ignored. Arriving signals are blocked, not lost.
  static func during<Result>(_ body: () -> Result) -> Result {
    var mask = sigset_t()
    var previousMask = sigset_t()
    sigemptyset(&mask)
    for signal in signals { sigaddset(&mask, signal) }
    pthread_sigmask(SIG_BLOCK, &mask, &previousMask)
    let actions = signals.map(ignore)
    defer {
      for (signal, action) in zip(signals, actions) {
        var action = action
        sigaction(signal, &action, nil)
      }
      pthread_sigmask(SIG_SETMASK, &previousMask, nil)
    }
    return body()
  }

  private static func ignore(_ signal: Int32) -> sigaction {
    var previous = sigaction()
    sigaction(signal, nil, &previous)
    Foundation.signal(signal, SIG_IGN)
    return previous
  }
}
