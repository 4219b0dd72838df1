import Foundation
import Reprise
import RepriseTesting
import Testing

extension RealTerminalTests {
  /// Ctrl-Z gives the shell its terminal back, and `fg` brings the same screen.
  @Suite struct JobControlTests {
    @Test func ctrlZStopsItAndFgShowsTheSameScreen() async throws {
      let shell = try Shell()
      let found = try await shell.modes()
      _ = try await shell.startViewer()
      try await shell.terminal.wait(for: "14 systems")
      let list = try await shell.terminal.waitUntilQuiet()
      for _ in 1...2 {
        try shell.terminal.press(.control("z"))
        try await shell.terminal.wait(for: "Stopped")
        #expect(try shell.terminal.modes() == TmuxTerminal.rightModes)
        #expect(try await shell.modes() == found)
        try shell.enter("clear; fg")
        try await shell.terminal.wait(for: "14 systems")
        #expect(try await shell.terminal.waitUntilQuiet() == list)
      }
      try shell.terminal.press("q")
      try await shell.terminal.wait(for: "ready$")
      #expect(try await shell.modes() == found)
    }

    @Test func aWindowThatWasResizedMeanwhileIsPaintedWhole() async throws {
      let shell = try Shell()
      _ = try await shell.startViewer()
      try shell.terminal.press(.control("z"))
      try await shell.terminal.wait(for: "Stopped")
      try shell.terminal.resize(to: Size(rows: 12, columns: 60))
      try shell.enter("clear; fg")
      try await shell.terminal.wait(for: "14 systems")
      let screen = try await shell.terminal.waitUntilQuiet()
      #expect(screen.rows.count == 12)
      #expect(screen.text.last?.contains("help") == true)
    }

    /// Where nobody could let it go on, as in a window of its own, Ctrl-Z changes nothing.
    @Test func whereItCannotStopItGoesOn() async throws {
      let viewer = try RealViewer()
      let list = try await viewer.see("14 systems")
      try viewer.terminal.press(.control("z"))
      _ = try await viewer.see("14 systems", selected: "capodanno", after: "j")
      #expect(try await viewer.terminal.waitUntilQuiet().text == list.text)
    }

    @Test func aViewerKilledWhileStoppedComesBack() async throws {
      let shell = try Shell()
      _ = try await shell.startViewer()
      try await shell.terminal.wait(for: "14 systems")
      let list = try await shell.terminal.waitUntilQuiet()
      try shell.terminal.press(.control("z"))
      try await shell.terminal.wait(for: "Stopped")
      #expect(Foundation.kill(try shell.viewer(), SIGKILL) == 0)
      #expect(try await shell.startViewer() == list)
    }
  }
}
