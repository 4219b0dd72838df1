import Foundation
import RepriseTesting
import Testing

extension EndToEndTests {
  /// A terminal at the other end of a slow line: what it answers when the viewer is left already
  /// isn't typed at the shell.
  @Suite struct LateAnswerTests {
    private func viewer() async throws -> PseudoTerminal {
      let home = try TemporaryDirectory()
      let terminal = try PseudoTerminal(
        environment: RealViewer.environment(home), home: home,
        running: [BuiltProgram.path("cloudburst"), "--unplugged"])
      try await terminal.wait(for: "05WAS")
      return terminal
    }

    /// Only a screen that shows an image needs to know.
    @Test("Viewer without images sends the terminal no query")
    func aViewerWithoutImagesAsksTheTerminalNothing() async throws {
      let terminal = try await viewer()
      terminal.send("q")
      #expect(try await terminal.end() == 0)
      for question in ["\u{1B}[c", "\u{1B}[>q", "\u{1B}_G"] {
        #expect(!terminal.received.contains(question))
      }
    }

    /// Whichever program asked for it.
    @Test("Terminal reply in progress is read before the shell resumes")
    func theRestOfAStringIsReadBeforeTheShellHasTheTerminal() async throws {
      let terminal = try await viewer()
      terminal.forget()
      // That Ctrl-L clears the screen tells that the beginning of the string was read with it.
      terminal.send("\u{0C}\u{1B}]11;rgb:1e1e")
      try await terminal.wait(for: "\u{1B}[2J")
      terminal.kill(SIGTERM)
      terminal.send("/1e1e/2e2e\u{1B}\\")
      #expect(try await terminal.end() == 128 + SIGTERM)
      #expect(terminal.takeUnread() == "")
    }

    /// The terminal that a test plays tells what a program has left.
    @Test("Pseudo-terminal returns bytes that the program left unread")
    func whatNobodyHasReadIsThere() async throws {
      let terminal = try PseudoTerminal(
        home: TemporaryDirectory(), running: ["/bin/sh", "-c", "echo ready"])
      try await terminal.wait(for: "ready")
      try await terminal.end()
      terminal.send("62;22c")
      #expect(terminal.takeUnread() == "62;22c")
      #expect(terminal.takeUnread() == "")
    }
  }
}
