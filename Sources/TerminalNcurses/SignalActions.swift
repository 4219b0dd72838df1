import Foundation

/// What the process does at the signals for which ncurses installs handlers of its own, as it was before.
///
/// Its handlers would end the process, stop it or note a new size where nobody looks.
struct SignalActions {
  private let actions: [(signal: Int32, action: sigaction)]

  init() {
    actions = [SIGINT, SIGTERM, SIGTSTP, SIGWINCH].map { signal in
      var action = sigaction()
      sigaction(signal, nil, &action)
      return (signal, action)
    }
  }

  func restore() {
    for (signal, action) in actions {
      var action = action
      sigaction(signal, &action, nil)
    }
  }
}
