import Foundation
import Synchronization
public import Terminals

/// A real terminal with a real program in it: tmux is the terminal and its emulator.
///
///     let terminal = try TmuxTerminal(running: [BuiltProgram.path("hello")])
///     try terminal.press("W", "o")
///     try await terminal.wait(for: "Hello, Wo")
///     try terminal.kill(SIGKILL)
///     try await terminal.waitForDeath()
///     try terminal.relaunch()
///
/// Each has a tmux server of its own, which ends with it. Needs tmux 3.3: earlier ones write over
/// the last screen of a program that died.
public final class TmuxTerminal: Sendable {
  let server: TmuxServer
  /// tmux and its programs.
  private let leftover: ScopedCleanup
  /// The environment that the terminal was opened with.
  private let environment: [String: String?]
  private let launched: Mutex<Launch>
  /// The program's home, held so that it isn't deleted before the program ends.
  private let home: TemporaryDirectory?
  /// True if tmux is installed.
  public static let isInstalled = TmuxServer.program != nil

  /// Opens a terminal and starts a program in it.
  ///
  /// The environment is `SafeEnvironment.variables` and the test's own; nil takes a variable away. TERM is set to tmux's own, unless the
  /// test says otherwise. The program starts in `directory`, or else in its HOME, so that it leaves no files where the person is. A `home` is
  /// its HOME and lasts as long as the program.
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
        // Nothing is to be written over what a dead program last showed.
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

  /// Closes the terminal, and kills what is still there: a stopped program hears nothing, and one that hangs is to outlive no test.
  deinit { leftover.putAway() }

  /// Closes the terminal, so that its programs get SIGHUP. Returns when all of them, which may have something to save, are gone, or after
  /// a second: nothing kills one as long as somebody has this terminal, so a test that waits for its end sees one that hangs.
  public func close() { server.close() }

  /// A program that was started, and the environment that the test gave it.
  private struct Launch {
    var command: [String]
    var environment: [String: String?]
  }

  /// Starts the last program again in the same window, or another in its place. One that runs gets SIGHUP.
  ///
  /// The last program has the environment that it had; another has the one that the terminal was opened with. `environment` comes on top,
  /// and nil takes a variable away.
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

  /// Changes the window's size.
  public func resize(to size: Size) throws {
    try server.run(["resize-window", "-x", "\(size.columns)", "-y", "\(size.rows)"])
  }

  /// Returns tmux's answer about the terminal, in tmux's format language: `#{cursor_flag}`.
  public func ask(_ format: String) throws -> String { try server.ask(format) }

  /// Returns a command in tmux's form. `env` becomes the program, so the pane's process is the program; and a single word isn't handed to a
  /// shell.
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
