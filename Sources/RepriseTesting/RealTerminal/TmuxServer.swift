import Foundation
import Synchronization

/// tmux itself, for one terminal.
final class TmuxServer: Sendable {
  private let socket = "reprise-\(UUID().uuidString.prefix(13))"
  /// The programs that are to end and haven't yet.
  private let dismissed = Mutex<[Int32]>([])

  static let program = ProcessInfo.processInfo.environment["PATH"]?
    .split(separator: ":").map { "\($0)/tmux" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Has tmux do something, and returns what it says.
  @discardableResult func run(_ arguments: [String]) throws -> String {
    guard let program = Self.program else { throw TmuxError(sentence: "tmux isn't installed") }
    let run = try ProgramRun(
      program, ["-u", "-L", socket, "-f", "/dev/null"] + arguments,
      environment: SafeEnvironment.variables())
    guard run.exitCode == 0 else {
      throw TmuxError(sentence: "tmux \(arguments.joined(separator: " ")): \(run.errorText)")
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
      throw TmuxError(sentence: "tmux names no process")
    }
    return identifier
  }

  /// Ends tmux, and waits for the end of its program. Closing again does nothing.
  func close() {
    do {
      let process = try processIdentifier()
      let path = try ask("#{socket_path}")
      try dismiss(process) {
        try run(["kill-server"])
        // tmux leaves it behind.
        unlink(path)
      }
    } catch is TmuxError {
      // It was closed before.
    } catch {
      print("tmux's \(socket) is left behind: \(error)")
    }
  }

  /// Starts another program in the window, and waits for the end of the one before.
  func replace(with command: [String]) throws {
    try dismiss(processIdentifier()) { try run(["respawn-pane", "-k"] + command) }
  }

  /// Takes a program its window, so that it gets SIGHUP, and waits for its end, but for no longer than a second.
  private func dismiss(_ process: Int32, _ takeWindow: () throws -> Void) throws {
    dismissed.withLock { $0.append(process) }
    try takeWindow()
    let hasEnded = Self.wait(for: .seconds(1)) {
      ProcessTable.running(inSessionOf: process).isEmpty
    }
    // Its number may be another's soon.
    if hasEnded { dismissed.withLock { all in all.removeAll { $0 == process } } }
  }

  /// Kills what of the programs hasn't ended, and waits for its end: one that is killed while it waits for the disk isn't gone at once.
  func killTheRest() {
    let sessions = dismissed.withLock(\.self)
    _ = Self.wait(for: .seconds(10)) {
      let rest = sessions.flatMap(ProcessTable.running(inSessionOf:))
      for process in rest { kill(process, SIGKILL) }
      return rest.isEmpty
    }
  }

  /// Waits until something is so, but for no longer than a time; tells whether it is.
  private static func wait(for time: Duration, until isSo: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + time
    while !isSo() {
      guard ContinuousClock.now < deadline else { return false }
      usleep(1_000)
    }
    return true
  }
}

/// A problem with a real terminal.
public struct TmuxError: Error, CustomStringConvertible {
  let sentence: String
  /// A sentence about the problem.
  public var description: String { sentence }
}
