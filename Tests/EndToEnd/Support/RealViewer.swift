import Foundation
import Reprise
import RepriseTesting
import Restoration
import Testing

/// The viewer in a real terminal, with a home of its own that is gone when the test is.
struct RealViewer {
  let home: TemporaryDirectory
  let terminal: TmuxTerminal

  /// Starts `cloudburst --unplugged`, with what arguments the test adds.
  init(
    _ arguments: String..., size: Size = Size(rows: 24, columns: 80),
    environment: [String: String?] = [:], home: TemporaryDirectory? = nil,
    in directory: String? = nil
  ) throws {
    let home = try home ?? TemporaryDirectory()
    self.home = home
    terminal = try TmuxTerminal(
      size: size, environment: Self.environment(home, environment), home: home, in: directory,
      running: [BuiltProgram.path("cloudburst"), "--unplugged"] + arguments)
  }

  /// Starts `cloudburst` with these words and no others.
  init(
    words: [String], size: Size = Size(rows: 24, columns: 80), home: TemporaryDirectory
  ) throws {
    self.home = home
    terminal = try TmuxTerminal(
      size: size, environment: Self.environment(home, ["TZ": "UTC"]), home: home,
      running: [BuiltProgram.path("cloudburst")] + words)
  }

  /// The names of the sessions' files in a home.
  func sessions(in home: TemporaryDirectory) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: sessions)
      .filter { $0.hasSuffix(".snapshot") }
  }

  /// The viewer's own variables: nothing of the person's who runs the tests.
  static func environment(
    _ home: TemporaryDirectory, _ own: [String: String?] = [:]
  ) -> [String: String?] {
    ["HOME": home.path, "XDG_STATE_HOME": "\(home.path)/state"].merging(own) { $1 }
  }

  var sessions: String { "\(home.path)/state/cloudburst/sessions" }

  /// The file of the only session there is.
  func sessionFile() throws -> String {
    let files = try FileManager.default.contentsOfDirectory(atPath: sessions)
    return "\(sessions)/\(try #require(files.first { $0.hasSuffix(".snapshot") }))"
  }

  /// The screens that were saved, none if nothing was. They are read from a copy of the session,
  /// because reading may put things aside.
  func savedScreens() throws -> SavedScreens {
    guard try home.files().contains(where: { $0.hasSuffix(".snapshot") }) else {
      return try SavedScreens(nil)
    }
    let directory = try TemporaryDirectory()
    let copy = "\(directory.path)/copy.snapshot"
    try FileManager.default.copyItem(atPath: sessionFile(), toPath: copy)
    let stored = try SnapshotFile(path: copy).load()
    return try SavedScreens(stored.body)
  }

  /// Kills the viewer as nothing can be prepared for, and starts it again.
  func killAndRelaunch() async throws -> CapturedScreen {
    try terminal.kill(SIGKILL)
    try await terminal.waitForDeath()
    try terminal.relaunch()
    return try await terminal.waitUntilQuiet()
  }
}

extension RealViewer {
  /// Presses keys and waits until the screen shows a text, and a row is selected that contains
  /// another; returns the screen when it is painted whole.
  func see(
    _ text: String, selected: String? = nil, after keys: Key...
  ) async throws -> CapturedScreen {
    try await see(text, selected: selected, after: keys)
  }

  func see(
    _ text: String, selected: String? = nil, after keys: [Key]
  ) async throws -> CapturedScreen {
    // Keys are for the screen that is there, not for one that is still to come.
    if !keys.isEmpty { _ = try await terminal.waitUntilQuiet() }
    try terminal.press(keys)
    try await terminal.wait("“\(text)”" + (selected.map { ", selected “\($0)”" } ?? "")) {
      let screen = try terminal.screenWithStyles()
      let isSelected = selected.map { screen.selectedText?.contains($0) == true } ?? true
      return isSelected && screen.text.contains { $0.contains(text) }
    }
    return try await terminal.waitUntilQuiet()
  }
}
