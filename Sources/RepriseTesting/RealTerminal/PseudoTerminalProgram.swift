import Foundation
import Synchronization

/// The program in a played terminal.
final class PseudoTerminalProgram: Sendable {
  /// Its process, 0 if there is none.
  let identifier = Mutex<pid_t>(0)

  /// Sends it a signal.
  func kill(_ signal: Int32) {
    identifier.withLock { if $0 > 0 { _ = Foundation.kill($0, signal) } }
  }

  /// Returns how it has ended, as `waitpid` tells it; nil if it runs or there is none.
  func status(_ options: Int32) -> Int32? {
    identifier.withLock { process in
      var status: Int32 = 0
      guard process > 0, waitpid(process, &status, options) == process else { return nil }
      process = 0
      return status
    }
  }

  /// Kills it, and waits for its end.
  func end() {
    kill(SIGKILL)
    _ = status(0)
  }
}
