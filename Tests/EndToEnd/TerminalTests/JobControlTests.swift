import Foundation
import Reprise
import RepriseTesting
import Testing

extension EndToEndTests {
  /// Ctrl-Z gives the shell its terminal back, and `fg` brings the same screen.
  @Suite struct JobControlTests {
    /// Starts the viewer, and stops it with Ctrl-Z; returns its list.
    private func stopViewer(in shell: Shell, isBeneath: Bool = false) async throws -> CapturedScreen
    {
      _ = try await shell.startViewer(isBeneath: isBeneath)
      try await shell.terminal.wait(for: "40 systems")
      let list = try await shell.terminal.waitUntilQuiet()
      try shell.terminal.press(.control("z"))
      try await shell.terminal.wait(for: Shell.stopped)
      return list
    }

    /// Beneath another program of the same job, as `make run` starts it, it mustn't be stopped
    /// before the terminal is given back.
    @Test("Ctrl-Z stops the viewer and fg shows the same screen", arguments: [false, true])
    func ctrlZStopsItAndFgShowsTheSameScreen(isBeneath: Bool) async throws {
      let shell = try Shell()
      let found = try await shell.modes()
      _ = try await shell.startViewer(isBeneath: isBeneath)
      try await shell.terminal.wait(for: "40 systems")
      let list = try await shell.terminal.waitUntilQuiet()
      for _ in 1...2 {
        try shell.terminal.press(.control("z"))
        try await shell.terminal.wait(for: Shell.stopped)
        #expect(try shell.terminal.modes() == TmuxTerminal.rightModes)
        #expect(try await shell.modes() == found)
        try await shell.enter("clear; fg")
        try await shell.terminal.wait(for: "40 systems")
        #expect(try await shell.terminal.waitUntilQuiet() == list)
      }
      try shell.terminal.press("q")
      // The shell goes on below what it has written, and not above it.
      #expect(try await shell.modes() == found)
    }

    /// Another program may leave a region that alone scrolls and is counted from, letters as
    /// graphics, inserting and no wrapping.
    @Test("Terminal modes left by another program do not spoil fg")
    func whatAnotherProgramLeftOfTheTerminalSpoilsNothing() async throws {
      let shell = try Shell()
      let list = try await stopViewer(in: shell)
      try await shell.enter(#"clear; printf '\e[5;10r\e[?6h\e(0\e[4h\e[?7l'; fg"#)
      try await shell.terminal.wait(for: "40 systems")
      #expect(try await shell.terminal.waitUntilQuiet() == list)
    }

    @Test("Window resized while stopped is painted whole on fg")
    func aWindowThatWasResizedMeanwhileIsPaintedWhole() async throws {
      let shell = try Shell()
      _ = try await stopViewer(in: shell)
      try shell.terminal.resize(to: Size(rows: 12, columns: 60))
      try await shell.enter("clear; fg")
      try await shell.terminal.wait(for: "40 systems")
      let screen = try await shell.terminal.waitUntilQuiet()
      #expect(screen.rows.count == 12)
      #expect(screen.text.last?.contains("help") == true)
    }

    /// In the background the terminal isn't touched, which would stop it once more.
    @Test(
      "Signal ends a viewer in the background",
      arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)])
    func aSignalEndsItInTheBackground(signal: Int32, code: Int) async throws {
      let shell = try Shell()
      _ = try await stopViewer(in: shell)
      try shell.terminal.type("clear; bg; kill -\(signal) %1; wait %1; echo co''de $?\r")
      try await shell.terminal.wait(for: "code \(code)")
    }

    /// The shell waits for another program of the job, and must have its terminal.
    @Test("SIGTSTP to the viewer stops the whole job") func aSignalToTheViewerStopsAllOfTheJob()
      async throws
    {
      let shell = try Shell()
      let list = try await shell.startViewer(isBeneath: true)
      #expect(Foundation.kill(try shell.viewer(), SIGTSTP) == 0)
      try await shell.terminal.wait(for: Shell.stopped)
      #expect(try shell.terminal.modes() == TmuxTerminal.rightModes)
      try await shell.enter("clear; fg")
      try await shell.terminal.wait(for: "40 systems")
      #expect(try await shell.terminal.waitUntilQuiet() == list)
    }

    /// It would be stopped once more for reading it.
    @Test("Viewer in the background leaves typed text to the shell", arguments: [false, true])
    func whatIsTypedWhileItIsInTheBackgroundIsTheShells(isBeneath: Bool) async throws {
      let shell = try Shell()
      let list = try await stopViewer(in: shell, isBeneath: isBeneath)
      try await shell.enter("clear; bg")
      try await shell.enter("echo ho''me")
      try await shell.terminal.wait(for: "home")
      try await shell.enter("clear; jobs")
      try await shell.terminal.wait(for: "Running")
      try await shell.enter("clear; fg")
      try await shell.terminal.wait(for: "40 systems")
      #expect(try await shell.terminal.waitUntilQuiet() == list)
    }

    @Test func aViewerKilledWhileStoppedComesBack() async throws {
      let shell = try Shell()
      let list = try await stopViewer(in: shell)
      #expect(Foundation.kill(try shell.viewer(), SIGKILL) == 0)
      #expect(try await shell.startViewer() == list)
    }
  }
}
