import Foundation
import Reprise
import RepriseTesting

/// A shell in a real terminal, from which the viewer is started as a person does it.
struct Shell {
  let home: TemporaryDirectory
  let terminal: TmuxTerminal

  private static let prompt = "ready$"
  /// What the shell says of a job that was stopped. Not the word alone: systems are stopped too.
  static let stopped = "]+  Stopped"
  /// Put before a command: another program of the same job starts it, and waits for it, as make
  /// does.
  static let beneath = #"sh -c '"$0" "$@"; :' "#

  init() throws {
    home = try TemporaryDirectory()
    terminal = try TmuxTerminal(
      environment: RealViewer.environment(home, ["PS1": "\(Self.prompt) "]), home: home,
      running: ["bash", "--norc", "--noprofile", "-i"])
  }

  /// Types a line once the shell asks for one.
  func enter(_ line: String) async throws {
    try await terminal.wait(forPrompt: Self.prompt)
    try terminal.type(line + "\r")
  }

  /// Types a line, and waits until the shell has done what it says.
  func run(_ line: String) async throws {
    let done = "\(home.path)/done"
    try await enter("\(line); touch \(done)")
    try await terminal.wait(line) { FileManager.default.fileExists(atPath: done) }
    try FileManager.default.removeItem(atPath: done)
  }

  /// Starts the viewer, and waits until it is painted; or starts a shell that starts it and waits
  /// for it, in the same job.
  func startViewer(isBeneath: Bool = false) async throws -> CapturedScreen {
    let viewer = try BuiltProgram.path("cloudburst")
    // exec, so that the process that wrote its number down becomes the viewer.
    let line = "sh -c 'echo $$ > \"$HOME/viewer.pid\"; exec \"$0\" --unplugged' \(viewer)"
    try await enter("clear; " + (isBeneath ? Self.beneath : "") + line)
    try await terminal.wait("the viewer") { try terminal.query("#{alternate_on}") == "1" }
    return try await terminal.waitUntilQuiet()
  }

  /// Waits until the viewer has ended and the shell is ready again; returns the exit code.
  func exitCodeOfViewer() async throws -> Int32? {
    let process = try? viewer()
    // The terminal is given back before the process ends: what is typed in between is nobody's.
    try await terminal.wait("the viewer's end") {
      try terminal.query("#{alternate_on}") == "0" && process.map { kill($0, 0) != 0 } ?? true
    }
    let file = "\(home.path)/code"
    try await run("echo $? > \(file)")
    return Int32(try String(contentsOfFile: file, encoding: .utf8).dropLast())
  }

  /// The process of the viewer that was started last.
  func viewer() throws -> Int32 {
    let text = try String(contentsOfFile: "\(home.path)/viewer.pid", encoding: .utf8)
    guard let process = Int32(text.dropLast()), process > 1 else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return process
  }

  /// The modes of the terminal's line, as the shell hands them to programs.
  func modes() async throws -> String {
    try await run("stty -a > $HOME/modes")
    return try String(contentsOfFile: "\(home.path)/modes", encoding: .utf8)
  }
}

extension TmuxTerminal {
  /// What a program may have left of itself: the second screen, a hidden cursor, the mouse, the
  /// keypad. All as it should be when nobody uses them.
  static let rightModes = "alternate 0, cursor 1, mouse 0, keypad 0"

  func modes() throws -> String {
    // tmux itself hides the cursor of a window whose program has ended.
    try query(
      "alternate #{alternate_on}, cursor #{?pane_dead,1,#{cursor_flag}}, "
        + "mouse #{mouse_any_flag}, keypad #{keypad_cursor_flag}")
  }
}
