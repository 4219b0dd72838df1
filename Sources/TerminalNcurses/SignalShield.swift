import Foundation

/// Keeps ncurses from handling signals, whose owner is elsewhere.
///
/// Its handlers would end the process, stop it or note a new size where nobody looks. ncurses decides when it opens the
/// first screen: a signal that is ignored at that moment it leaves alone for good. Otherwise it would also switch SIGTSTP
/// off and on around each refresh, and undo what another thread sets meanwhile.
enum SignalShield {
  private static let signals = [SIGINT, SIGTERM, SIGTSTP, SIGWINCH]

  /// Does something while the signals seem ignored. One that arrives is held back, not lost.
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

  /// Ignores a signal, and returns what was done at it before.
  private static func ignore(_ signal: Int32) -> sigaction {
    var previous = sigaction()
    sigaction(signal, nil, &previous)
    Foundation.signal(signal, SIG_IGN)
    return previous
  }
}
