import Foundation
import Synchronization

/// The tmux server of one terminal.
final class TmuxServer: Sendable {
  private let socket = "reprise-\(UUID().uuidString.prefix(13))"
  private let dismissed = Mutex<[Int32]>([])

  static let program = ProcessInfo.processInfo.environment["PATH"]?
    .split(separator: ":").map { "\($0)/tmux" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

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

  func query(_ format: String) throws -> String {
    String(try run(["display-message", "-p", format]).dropLast())
  }

  func processIdentifier() throws -> Int32 {
    guard let identifier = Int32(try query("#{pane_pid}")), identifier > 1 else {
      throw TmuxError(sentence: "tmux names no process")
    }
    return identifier
  }

  func close() {
    do {
      let process = try processIdentifier()
      let path = try query("#{socket_path}")
      try dismiss(process) {
        try run(["kill-server"])
        // tmux doesn't delete its socket.
        unlink(path)
      }
    } catch is TmuxError {
      // It was closed before.
    } catch {
      print("tmux's \(socket) is left behind: \(error)")
    }
  }

  func replace(with command: [String]) throws {
    try dismiss(processIdentifier()) { try run(["respawn-pane", "-k"] + command) }
  }

  /// The program receives SIGHUP. Waits up to a second for its end.
  private func dismiss(_ process: Int32, _ takeWindow: () throws -> Void) throws {
    dismissed.withLock { $0.append(process) }
    try takeWindow()
    let hasEnded = Self.wait(for: .seconds(1)) {
      ProcessTable.running(inSessionOf: process).isEmpty
    }
    // Its process id may soon be reused.
    if hasEnded { dismissed.withLock { all in all.removeAll { $0 == process } } }
  }

  /// Also waits for their end, which disk access may delay.
  func killTheRest() {
    let sessions = dismissed.withLock(\.self)
    _ = Self.wait(for: .seconds(10)) {
      let rest = sessions.flatMap(ProcessTable.running(inSessionOf:))
      for process in rest { kill(process, SIGKILL) }
      return rest.isEmpty
    }
  }

  private static func wait(for time: Duration, until condition: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + time
    while !condition() {
      guard ContinuousClock.now < deadline else { return false }
      usleep(1_000)
    }
    return true
  }
}

/// The error if a tmux command fails, or a program in a tmux terminal doesn't do what a test waits
/// for.
public struct TmuxError: Error, CustomStringConvertible {
  let sentence: String
  /// A message that describes what failed.
  public var description: String { sentence }
}
