import Foundation
import Reprise
import RepriseTesting
import Testing

extension EndToEndTests {
  /// However the viewer is told to end, the terminal is as it was found, and the session comes
  /// back.
  @Suite struct SignalTests {
    @Test("Signal ends the viewer and the session resumes", arguments: [SIGTERM, SIGHUP, SIGINT])
    func aSignalEndsItAsItEndsAnyProgramAndTheSessionComesBack(signal: Int32) async throws {
      let viewer = try RealViewer()
      let list = try await viewer.see("40 systems")
      try viewer.terminal.kill(signal)
      #expect(try await viewer.terminal.end() == .signal(signal))
      #expect(try viewer.terminal.modes() == TmuxTerminal.rightModes)
      try viewer.terminal.relaunch()
      #expect(try await viewer.terminal.waitUntilQuiet() == list)
    }

    @Test("Signal during the first frame ends the viewer", arguments: [SIGTERM, SIGHUP, SIGINT])
    func aSignalThatComesWithTheFirstPictureIsNotLost(signal: Int32) async throws {
      let viewer = try RealViewer()
      for _ in 1...10 {
        try await viewer.terminal.wait("a picture") { try viewer.terminal.picture() != nil }
        try viewer.terminal.kill(signal)
        #expect(try await viewer.terminal.end() == .signal(signal))
        try viewer.terminal.relaunch()
      }
    }

    /// As a line that stands still, of a laptop whose lid was closed: the program waits in
    /// painting, and nobody reads it again.
    @Test("Signal ends the viewer while the terminal is stalled", arguments: [SIGTERM, SIGHUP])
    func aSignalEndsItAlsoWhereNobodyReadsTheTerminal(signal: Int32) async throws {
      let home = try TemporaryDirectory()
      let terminal = try PseudoTerminal(
        size: Size(rows: 60, columns: 200), environment: RealViewer.environment(home), home: home,
        running: [BuiltProgram.path("cloudburst"), "--unplugged"])
      try await terminal.wait(for: "05WAS")
      terminal.stall()
      // It may be at a write just now, and so once isn't enough.
      var times = 0
      try await waitUntil("it waits in painting") {
        if !terminal.isFull {
          times = 0
          terminal.send("\u{0C}")
        }
        times += 1
        try await Task.sleep(for: .milliseconds(20))
        return times > 20
      }
      terminal.kill(signal)
      #expect(try await terminal.end() == 128 + signal)
    }

    @Test("Ctrl-C ends the viewer and the session resumes") func ctrlCInterruptsIt() async throws {
      let viewer = try RealViewer()
      let list = try await viewer.see("40 systems")
      try viewer.terminal.press(.control("c"))
      #expect(try await viewer.terminal.end() == .signal(SIGINT))
      try viewer.terminal.relaunch()
      #expect(try await viewer.terminal.waitUntilQuiet() == list)
    }

    @Test("Closed window ends the viewer and another shows the same")
    func aWindowThatIsClosedEndsItAndAnotherOneShowsTheSame() async throws {
      let viewer = try RealViewer()
      let list = try await viewer.see("40 systems")
      try await viewer.terminal.closeWindow()
      let other = try RealViewer(home: viewer.home)
      #expect(try await other.terminal.waitUntilQuiet() == list)
    }

    @Test(
      "Crash leaves the terminal as it was found",
      arguments: [
        SIGSEGV, SIGILL, SIGABRT, SIGBUS, SIGTRAP, SIGFPE, SIGQUIT, SIGTERM, SIGINT, SIGHUP,
        SIGUSR1, SIGALRM, SIGXCPU,
      ])
    func aCrashLeavesTheTerminalAsItWasFound(signal: Int32) async throws {
      let shell = try Shell()
      // A core file is of no use to anybody here.
      try await shell.run("ulimit -c 0")
      let found = try await shell.modes()
      let start = try await shell.startViewer()
      // Whatever the terminal answers to the viewer's questions came before this key, and isn't there for the shell to read.
      try shell.terminal.press("?")
      try await shell.terminal.wait(for: "› Help")
      try shell.terminal.press(.escape)
      try await shell.terminal.wait(for: start)
      #expect(Foundation.kill(try shell.viewer(), signal) == 0)
      let code = try await shell.exitCodeOfViewer()
      #expect(code == 128 + signal)
      #expect(try shell.terminal.modes() == TmuxTerminal.rightModes)
      #expect(try await shell.modes() == found)
      // The line that is being typed can be seen.
      try shell.terminal.type("echo on")
      try await shell.terminal.wait(for: "ready$ echo on")
      try shell.terminal.type("\r")
      #expect(try await shell.startViewer() == start)
    }
  }
}
