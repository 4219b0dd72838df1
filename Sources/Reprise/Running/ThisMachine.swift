import Documents
import Foundation
import Restoration

/// The machine and its user, determined only from sources that respond at once.
enum ThisMachine {
  /// The kernel's host name without its domain.
  static var name: String {
    var bytes = [CChar](repeating: 0, count: 256)
    _ = gethostname(&bytes, bytes.count - 1)
    let name = String(
      decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self
    )
    .prefix { $0 != "." }
    let plain = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }.prefix(63)
    return plain.isEmpty ? "localhost" : String(plain)
  }

  /// The path of this process's terminal; `nil` if standard input isn't one.
  static var terminal: String? { ttyname(STDIN_FILENO).map { String(cString: $0) } }

  /// A short description of the process: "process 4711 on pts/3".
  static var process: String {
    let device = terminal.map { $0.hasPrefix("/dev/") ? String($0.dropFirst(5)) : $0 }
    return "process \(getpid())" + (device.map { " on \($0)" } ?? "")
  }

  /// The terminal window of this process; `nil` if unknown.
  static func terminalIdentity(_ environment: [String: String]) -> TerminalIdentity? {
    let terminal = self.terminal
    var status = stat()
    let isKnown = terminal.map { stat($0, &status) == 0 } ?? false
    #if canImport(Darwin)
      let made = status.st_ctimespec
    #else
      let made = status.st_ctim
    #endif
    let timestamp = made.tv_sec.multipliedReportingOverflow(by: 1_000_000_000)
    return TerminalIdentity(
      environment: environment, terminal: terminal,
      openedAt: isKnown && !timestamp.overflow ? timestamp.partialValue &+ made.tv_nsec : nil,
      tmuxPosition: tmuxPosition(environment))
  }

  /// The tmux session, window and pane; `nil` outside tmux, and if tmux doesn't respond within half
  /// a second.
  private static func tmuxPosition(_ environment: [String: String]) -> String? {
    guard let server = TerminalIdentity.tmuxServer(environment), let pane = environment["TMUX_PANE"]
    else { return nil }
    let format = "#{session_name}:#{window_index}.#{pane_index}"
    // If tmux fails, the pane is still identified by its number.
    let run = try? ToolRun(
      "/usr/bin/env", ["tmux", "-S", server.socket, "display-message", "-p", "-t", pane, format],
      environment: environment, limit: .milliseconds(500), mostBytes: 1024)
    guard let run, run.exitCode == 0 else { return nil }
    return run.output.split(whereSeparator: \.isNewline).first.map(String.init)
  }

  /// The user and machine, `luca@bastion`, taken from the environment. The user database isn't
  /// queried, because it may be remote and delay the start.
  static func author(_ environment: [String: String]) -> String {
    let name = environment["LOGNAME"] ?? environment["USER"] ?? ""
    return "\(name.isEmpty ? "user \(geteuid())" : name)@\(ThisMachine.name)"
  }
}
