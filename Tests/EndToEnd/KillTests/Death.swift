import Foundation
import Reprise
import RepriseTesting

/// A way in which the viewer's life ends while somebody types.
enum Death: String, CaseIterable {
  case kill, closedWindow, terminate, hangUp, stopThenKill, abort, illegalInstruction, fault

  /// Presses keys, lets the viewer die so many nanoseconds later, and returns the last picture that
  /// was seen of it: nil if it died before anybody looked.
  ///
  /// Nothing is written over what a killed viewer showed. The other ways give the terminal back, or
  /// there is none any more, so the viewer is watched until it is over.
  func strike(
    _ terminal: TmuxTerminal, pressing keys: [Key], afterNanoseconds delay: Int
  ) async throws -> VisibleRows? {
    let process = try terminal.processIdentifier()
    DispatchQueue.global(qos: .userInteractive).asyncAfter(
      deadline: .now() + .nanoseconds(delay)
    ) {
      strike(terminal, process)
    }
    // The window may be closed already.
    do {
      try terminal.press(keys)
    } catch let problem as TmuxError {
      guard self == .closedWindow else { throw problem }
    }
    if self == .kill {
      try await terminal.waitForDeath()
      return try terminal.screenWithStyles().visibleRows
    }
    var seen: CapturedScreen?
    try await terminal.waitForEnd(of: process) {
      // Once the window is closed there is nothing to be seen. A picture is whole when it has its status line.
      if let picture = try? terminal.picture(), picture.text.last != "" { seen = picture }
    }
    if self != .closedWindow { try await terminal.waitForDeath() }
    return seen?.visibleRows
  }

  private func strike(_ terminal: TmuxTerminal, _ process: Int32) {
    switch self {
    case .kill: Foundation.kill(process, SIGKILL)
    case .closedWindow: terminal.close()
    case .terminate: Foundation.kill(process, SIGTERM)
    case .hangUp: Foundation.kill(process, SIGHUP)
    case .stopThenKill:
      // Nobody could let it go on, so it doesn't stop: it is killed giving the terminal back, taking it again, or after that.
      Foundation.kill(process, SIGTSTP)
      DispatchQueue.global(qos: .userInteractive).asyncAfter(
        deadline: .now() + .nanoseconds(Int.random(in: 0...8_000_000))
      ) {
        Foundation.kill(process, SIGKILL)
      }
    case .abort: Foundation.kill(process, SIGABRT)
    // What a Swift trap raises on x86, and elsewhere SIGTRAP.
    case .illegalInstruction: Foundation.kill(process, SIGILL)
    case .fault: Foundation.kill(process, SIGSEGV)
    }
  }
}
