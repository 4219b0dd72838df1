import Core
import Documents
import Glibc
import Restoration

extension TerminalIdentity {
  /// The terminal window of this process; `nil` if unknown.
  static func ofThisProcess(_ environment: [String: String]) -> TerminalIdentity? {
    let terminal = ThisMachine.terminal
    var status = stat()
    let isKnown = terminal.map { stat($0, &status) == 0 } ?? false
    let made = status.changeTime
    let timestamp = made.tv_sec.multipliedReportingOverflow(by: 1_000_000_000)
    return TerminalIdentity(
      environment: environment, terminal: terminal,
      openedAt: isKnown && !timestamp.overflow ? timestamp.partialValue &+ made.tv_nsec : nil,
      tmuxPosition: tmuxPosition(environment))
  }

  /// The tmux session, window and pane; `nil` outside tmux, and if tmux doesn't respond within half
  /// a second.
  private static func tmuxPosition(_ environment: [String: String]) -> String? {
    guard let server = tmuxServer(environment), let pane = environment["TMUX_PANE"] else {
      return nil
    }
    let format = "#{session_name}:#{window_index}.#{pane_index}"
    // If tmux fails, the pane is still identified by its number.
    let run = try? ToolRun(
      "/usr/bin/env", ["tmux", "-S", server.socket, "display-message", "-p", "-t", pane, format],
      environment: environment, limit: .milliseconds(500), mostBytes: 1024)
    guard let run, run.exitCode == 0 else { return nil }
    return run.output.split(whereSeparator: \.isNewline).first.map(String.init)
  }
}
