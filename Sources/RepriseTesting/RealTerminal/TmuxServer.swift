import Foundation
import Synchronization

/// tmux itself, for one terminal.
final class TmuxServer: Sendable {
  private let socket = "reprise-\(UUID().uuidString.prefix(13))"
  /// The programs that hadn't ended a second after SIGHUP.
  private let left = Mutex<[Int32]>([])

  static let program = ProcessInfo.processInfo.environment["PATH"]?
    .split(separator: ":").map { "\($0)/tmux" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Has tmux do something, and returns what it says.
  @discardableResult func run(_ arguments: [String]) throws -> String {
    guard let program = Self.program else { throw TmuxProblem(sentence: "tmux isn't installed") }
    let run = try ProgramRun(
      program, ["-u", "-L", socket, "-f", "/dev/null"] + arguments,
      environment: SafeEnvironment.variables())
    guard run.exitCode == 0 else {
      throw TmuxProblem(sentence: "tmux \(arguments.joined(separator: " ")): \(run.errorText)")
    }
    return run.outputText
  }

  /// Returns tmux's answer about the terminal, in tmux's format language.
  func ask(_ format: String) throws -> String {
    String(try run(["display-message", "-p", format]).dropLast())
  }

  /// Returns the terminal's process: the one that was started, not a child of it.
  func processIdentifier() throws -> Int32 {
    guard let identifier = Int32(try ask("#{pane_pid}")), identifier > 1 else {
      throw TmuxProblem(sentence: "tmux names no process")
    }
    return identifier
  }

  /// Ends tmux, and waits for its programs' end.
  func close() {
    // It may have been closed before.
    guard let socket = try? ask("#{socket_path}") else { return }
    let process = try? processIdentifier()
    _ = try? run(["kill-server"])
    // tmux leaves it behind.
    unlink(socket)
    if let process { waitForEnd(of: process) }
  }

  /// Waits until a program that was sent SIGHUP, and what it has started, have ended, but for no longer than a second.
  func waitForEnd(of process: Int32) {
    let running = Self.wait(for: .seconds(1)) { TmuxTerminal.running(with: process) }
    left.withLock { $0 += running }
  }

  /// Kills what hasn't ended, and waits for its end: a program that is killed while it waits for the disk isn't gone at once.
  func killTheRest() {
    let rest = left.withLock { $0.filter(TmuxTerminal.isRunning) }
    for process in rest { kill(process, SIGKILL) }
    _ = Self.wait(for: .seconds(10)) { rest.filter(TmuxTerminal.isRunning) }
  }

  /// Waits until no process runs any more; returns those that still do when the time is over.
  private static func wait(for time: Duration, _ running: () -> [Int32]) -> [Int32] {
    let deadline = ContinuousClock.now + time
    while true {
      let processes = running()
      guard !processes.isEmpty, ContinuousClock.now < deadline else { return processes }
      usleep(1_000)
    }
  }
}

/// A problem with a real terminal.
public struct TmuxProblem: Error, CustomStringConvertible {
  let sentence: String
  /// A sentence about the problem.
  public var description: String { sentence }
}
