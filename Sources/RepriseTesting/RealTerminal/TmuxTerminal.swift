import Foundation
import Synchronization
public import Terminals

/// Runs a real program in a real terminal, which tmux emulates. A test can press keys, read the
/// screen, and kill and relaunch the program.
///
///     let terminal = try TmuxTerminal(running: [BuiltProgram.path("hello")])
///     try terminal.press("W", "o")
///     try await terminal.wait(for: "Hello, Wo")
///     try terminal.kill(SIGKILL)
///     try await terminal.waitForDeath()
///     try terminal.relaunch()
///
/// Each terminal has a tmux server of its own, which ends with it. Requires tmux 3.3: earlier
/// versions overwrite the last screen of a program that has ended.
public final class TmuxTerminal: Sendable {
  let server: TmuxServer
  private let leftover: ScopedCleanup
  private let environment: [String: String?]
  private let launched: Mutex<Launch>
  /// Retained so that it isn't deleted before the program ends.
  private let home: TemporaryDirectory?
  /// Whether tmux is installed.
  public static let isInstalled = TmuxServer.program != nil

  /// Opens a terminal and starts a program in it.
  ///
  /// - Parameters:
  ///   - size: The size of the window in rows and columns.
  ///   - environment: Variables in addition to `SafeEnvironment.variables`; `nil` removes a
  ///     variable. TERM is tmux's own type unless it is set here.
  ///   - home: The directory that becomes the program's HOME. It is retained as long as the
  ///     terminal.
  ///   - directory: The directory in which the program starts. By default its HOME, or `/` without
  ///     one, so that it leaves no files in the current directory.
  ///   - command: The program's path and its arguments.
  public init(
    size: Size = Size(rows: 24, columns: 80), environment: [String: String?] = [:],
    home: TemporaryDirectory? = nil, in directory: String? = nil, running command: [String]
  ) throws {
    let environment = environment.merging(home.map { ["HOME": $0.path] } ?? [:]) { own, _ in own }
    self.environment = environment
    self.home = home
    let server = TmuxServer()
    self.server = server
    leftover = ScopedCleanup {
      server.close()
      server.killTheRest()
    }
    launched = Mutex(Launch(command: command, environment: environment))
    let start =
      [
        ["start-server"], ["set", "-g", "status", "off"], ["set", "-g", "remain-on-exit", "on"],
        // Don't overwrite the last screen of a program that has ended.
        ["set", "-g", "remain-on-exit-format", ""],
        ["set", "-g", "default-terminal", Self.terminalType], ["set", "-s", "escape-time", "0"],
        ["set", "-s", "set-clipboard", "on"],
        [
          "new-session", "-d", "-x", "\(size.columns)", "-y", "\(size.rows)", "-c",
          directory ?? environment["HOME"].flatMap { $0 } ?? "/",
        ]
          + Self.line(command, environment),
      ]
      .joined(separator: [";"])
    try server.run(Array(start))
  }

  /// A stopped program doesn't handle SIGHUP, and a hung one must not outlive its test.
  deinit { leftover.cleanUp() }

  /// Closes the terminal, so that its programs receive SIGHUP. Waits at most one second for them to
  /// end, because they may have something to save.
  ///
  /// A program that hangs isn't killed before the terminal is released, so a test that waits for
  /// the program's end detects that it hangs.
  public func close() { server.close() }

  private struct Launch {
    var command: [String]
    var environment: [String: String?]
  }

  /// Starts a program in the same window: the last one again, or another one. A program that is
  /// still running receives SIGHUP.
  ///
  /// - Parameters:
  ///   - command: The path and arguments of another program; `nil` to start the last one again.
  ///   - environment: Variables to add; `nil` removes a variable. They are added to the last
  ///     program's environment, or for another program to the one with which the terminal was
  ///     opened.
  public func relaunch(
    _ command: [String]? = nil, environment: [String: String?] = [:]
  ) throws {
    let launch = launched.withLock { launched in
      if let command { launched = Launch(command: command, environment: self.environment) }
      launched.environment.merge(environment) { _, new in new }
      return launched
    }
    try server.replace(with: Self.line(launch.command, launch.environment))
  }

  /// Changes the size of the terminal's window, so that the program receives SIGWINCH.
  public func resize(to size: Size) throws {
    try server.run(["resize-window", "-x", "\(size.columns)", "-y", "\(size.rows)"])
  }

  /// Returns tmux's value of a format string, such as `#{cursor_flag}`. Use it to examine the state
  /// of the terminal.
  public func query(_ format: String) throws -> String { try server.query(format) }

  /// `env` executes the program in its place, so the pane's process is the program, and tmux
  /// doesn't pass a single word to a shell.
  private static func line(_ command: [String], _ environment: [String: String?]) -> [String] {
    let unset = environment.filter { $0.value == nil }.keys.sorted().flatMap { ["-u", $0] }
    let set = environment.sorted { $0.key < $1.key }.compactMap { name, value in
      value.map { "\(name)=\($0)" }
    }
    return ["env"] + unset + set + command
  }

  private static let terminalType: String = {
    let types = ["tmux-256color", "screen-256color", "screen"]
    let known = types.first { type in
      let run = try? ProgramRun("/usr/bin/env", "infocmp", type)
      return run?.exitCode == 0
    }
    return known ?? "screen"
  }()
}

extension TmuxTerminal {
  /// The way in which a program ended.
  public enum End: Hashable, Sendable {
    /// The program exited by itself. The value is its exit code.
    case exit(code: Int32)
    /// A signal ended the program. The value is the signal's number.
    case signal(Int32)
  }

  /// Returns the process id of the program that was started in the terminal, not of a child
  /// process.
  public func processIdentifier() throws -> Int32 { try server.processIdentifier() }

  /// Sends the program a signal.
  public func kill(_ signal: Int32) throws {
    let process = try processIdentifier()
    guard Foundation.kill(process, signal) == 0 else {
      throw TmuxError(sentence: "process \(process) can't be sent signal \(signal)")
    }
  }

  /// Closes the window as a user would, so that the program receives SIGHUP, and waits until the
  /// program has ended.
  public nonisolated(nonsending) func closeWindow() async throws {
    let process = try processIdentifier()
    close()
    try await waitForEnd(of: process)
  }

  /// Waits until a process has ended, and calls `watching` repeatedly while it waits. Throws an
  /// error if the process doesn't end within the maximum waiting time, and the errors of
  /// `watching`.
  public nonisolated(nonsending) func waitForEnd(
    of process: Int32, watching: () throws -> Void = {}
  ) async throws {
    var patience = WaitLimit(Self.patience)
    while ProcessTable.isRunning(process) {
      try watching()
      guard !patience.isOver() else {
        throw TmuxError(sentence: "process \(process) hasn't ended")
      }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  /// Returns whether the program has ended. If it has, all of its output is on the screen.
  public func isDead() throws -> Bool { try query("#{pane_dead}") == "1" }

  /// Waits until the program has ended.
  public nonisolated(nonsending) func waitForDeath() async throws {
    try await wait("its end") { try isDead() }
  }

  /// Waits until the program has ended, and returns how it ended.
  public nonisolated(nonsending) func end() async throws -> End {
    try await waitForDeath()
    var end: End?
    try await wait("its exit code") {
      let fields = try query("#{pane_dead_status}/#{pane_dead_signal}").split(
        separator: "/", omittingEmptySubsequences: false)
      end = fields.first.flatMap { Int32($0) }.map { .exit(code: $0) }
      end = fields.last.flatMap { Int32($0) }.map { .signal($0) } ?? end
      // Occasionally tmux misses that a child has ended. Starting another child helps.
      if end == nil { try server.run(["run-shell", "-b", "true"]) }
      return end != nil
    }
    guard let end else { throw TmuxError(sentence: "it isn't known how it ended") }
    return end
  }
}
