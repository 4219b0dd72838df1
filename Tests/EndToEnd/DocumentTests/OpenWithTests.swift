import Foundation
import Reprise
import RepriseTesting
import Testing

extension EndToEndTests {
  /// A record goes out to another program at the same terminal, and the same frame comes back.
  @Suite(.enabled(if: MoleculeViewer.hasEditor, "vi isn't installed")) struct OpenWithTests {
    /// The record's own frame.
    private func record(_ viewer: MoleculeViewer) async throws -> CapturedScreen {
      try await viewer.terminal.wait(for: "[Structure]")
      return try await viewer.terminal.settled("2 of 2")
    }

    private func open(_ viewer: MoleculeViewer) async throws {
      try viewer.terminal.press("o")
      try await viewer.terminal.wait(for: "2 programs")
      _ = try await viewer.terminal.waitUntilQuiet()
      try viewer.terminal.press("1")
    }

    @Test("Open with vi and return to the same screen") func viAndBack() async throws {
      let viewer = try MoleculeViewer("drugs.sdf#2")
      let record = try await record(viewer)
      let modes = try viewer.terminal.modes()
      try await open(viewer)
      // The copy's name and content, as vi shows them.
      try await viewer.terminal.wait(for: "methanol.sdf")
      try await viewer.terminal.wait(for: "V2000")
      #expect(try viewer.copies().count == 1)
      try viewer.terminal.type(":q\r")
      try await viewer.terminal.wait(for: record)
      #expect(try viewer.terminal.modes() == modes)
      #expect(try viewer.copies().isEmpty)
      // It is the very application that goes on.
      try viewer.terminal.press(.escape)
      try await viewer.terminal.wait(for: "2 records")
    }

    @Test("Open with vi: a saved change is stored beside the file") func whatViHasWrittenIsKept()
      async throws
    {
      let viewer = try MoleculeViewer("drugs.sdf#2")
      let record = try await record(viewer)
      try await open(viewer)
      try await viewer.terminal.wait(for: "V2000")
      try viewer.terminal.type("ichanged \u{1B}")
      try await viewer.terminal.wait(for: "changed methanol")
      try viewer.terminal.type(":wq\r")
      try await viewer.terminal.wait(for: "is saved as")
      #expect(
        try viewer.terminal.screenWithStyles().withoutStatusLine == record.withoutStatusLine)
      let kept = String(decoding: try viewer.home.bytes("methanol.sdf"), as: UTF8.self)
      #expect(kept.hasPrefix("changed methanol\n"))
    }

    /// The program is killed while vi has the terminal, as when the machine loses its power.
    @Test func aKillWhileViHasTheTerminalComesBackToTheRecord() async throws {
      let viewer = try MoleculeViewer("drugs.sdf#2")
      let record = try await record(viewer)
      try await open(viewer)
      try await viewer.terminal.wait(for: "V2000")
      try viewer.terminal.kill(SIGKILL)
      try await viewer.terminal.waitForDeath()
      try viewer.terminal.relaunch()
      try await viewer.terminal.wait(for: record)
    }

    /// Everything that a program can leave a terminal in, it has left it in.
    @Test("Open with a program that ruins the terminal: frame is restored")
    func whateverItHasDoneToTheTerminalTheFrameIsTheSame() async throws {
      let home = try MoleculeViewer.makeHome()
      let script = try home.writeScript(
        "vandal",
        """
        #!/bin/sh
        stty raw -echo -isig -opost
        # Inserting, upside down colours, a part that scrolls, addressed from there, no wrapping, graphics, another screen's mouse.
        printf '\\033[4h\\033[7m\\033[31m\\033[5;9r\\033[?6h\\033[?7l\\033(0\\016\\033[?25l\\033[?1003h\\033[?1h\\033=\\033[?2004h'
        printf '\\033[?1049l\\033[2Jrubbish\\r\\nrubbish'
        """)
      let viewer = try MoleculeViewer("drugs.sdf#2", home: home, environment: ["EDITOR": script])
      let record = try await record(viewer)
      let modes = try viewer.terminal.modes()
      try await open(viewer)
      try await viewer.terminal.wait(for: record)
      #expect(try viewer.terminal.modes() == modes)
      // What is painted after it is painted right, too: as it is once Ctrl-L has had all of it painted again.
      try viewer.terminal.press(.escape)
      let list = try await viewer.terminal.settled("2 records")
      try viewer.terminal.press(.control("l"), "?")
      try await viewer.terminal.waitUntilGone("2 records")
      try viewer.terminal.press(.escape)
      #expect(try await viewer.terminal.settled("2 records") == list)
    }

    @Test("Ctrl-Z in the opened program stops both, fg continues both", arguments: [false, true])
    func ctrlZInTheProgramStopsBothAndFgContinuesBoth(isBeneath: Bool) async throws {
      let home = try MoleculeViewer.makeHome()
      let program = try BuiltProgram.path("molecules")
      let terminal = try TmuxTerminal(
        environment: MoleculeViewer.environment(home, ["PS1": "ready$ "]), home: home,
        in: home.path, running: ["bash", "--norc", "--noprofile", "-i"])
      try await terminal.wait(for: "ready$")
      let before = isBeneath ? Shell.beneath : ""
      try terminal.type("clear; \(before)\(program) 'drugs.sdf#2'\r")
      try await terminal.wait(for: "[Structure]")
      let record = try await terminal.settled("2 of 2")
      try terminal.press("o")
      try await terminal.wait(for: "2 programs")
      _ = try await terminal.waitUntilQuiet()
      try terminal.press("1")
      try await terminal.wait(for: "V2000")
      try terminal.press(.control("z"))
      try await terminal.wait(for: "Stopped")
      try await terminal.wait(forPrompt: "ready$")
      // In the background the program gets no terminal, and both stop again.
      try terminal.type(
        "clear; bg; while ! jobs | grep -q Stopped; do :; done; echo she''ll; jobs\r")
      try await terminal.wait("the shell to have its terminal") {
        try terminal.screen().contains("shell")
      }
      try terminal.type("clear; fg\r")
      try await terminal.wait(for: "V2000")
      try terminal.type(":q\r")
      try await terminal.wait(for: record)
      try terminal.press("q")
      try await terminal.wait(for: "ready$")
    }

    @Test func cCopiesTheMolfileToTheTerminalsClipboard() async throws {
      let viewer = try MoleculeViewer("drugs.sdf#2")
      _ = try await record(viewer)
      try viewer.terminal.press("c")
      try await viewer.terminal.wait("the clipboard") {
        (try? viewer.terminal.clipboard())?.contains("M  END") == true
      }
      #expect(try viewer.terminal.clipboard().hasPrefix("methanol\n"))
    }
  }
}
