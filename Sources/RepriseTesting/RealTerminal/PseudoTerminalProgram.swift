import Foundation
import Synchronization

final class PseudoTerminalProgram: Sendable {
  let identifier = Mutex<pid_t>(0)

  func kill(_ signal: Int32) {
    identifier.withLock { if $0 > 0 { _ = Foundation.kill($0, signal) } }
  }

  func status(_ options: Int32) -> Int32? {
    identifier.withLock { process in
      var status: Int32 = 0
      guard process > 0, waitpid(process, &status, options) == process else { return nil }
      process = 0
      return status
    }
  }

  func end() {
    kill(SIGKILL)
    _ = status(0)
  }
}
