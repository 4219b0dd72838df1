import Foundation
import Reprise
import RepriseTesting
import Testing

extension EndToEndTests {
  /// Mouse and clipboard, as the terminal itself has them.
  @Suite struct MouseTests {
    @Test func aClickSelectsAndADoubleClickOpens() async throws {
      let viewer = try RealViewer()
      let list = try await viewer.see("40 systems")
      let row = try #require(list.text.firstIndex { $0.contains("LucaV") })
      try viewer.terminal.send(Mouse(.click, at: Position(row: row, column: 10)))
      _ = try await viewer.see("40 systems", selected: "LucaV")
      try viewer.terminal.send(Mouse(.doubleClick, at: Position(row: row, column: 10)))
      _ = try await viewer.see("id 56")
    }

    /// As from a hand: the button goes up long after it went down.
    @Test("Mouse release by itself does not block later keys")
    func aReleaseByItselfKeepsNothingWaiting() async throws {
      let viewer = try RealViewer()
      let list = try await viewer.see("40 systems")
      let row = try #require(list.text.firstIndex { $0.contains("LucaV") })
      let isSGR = try viewer.terminal.query("#{mouse_sgr_flag}") == "1"
      func report(_ button: Int, isRelease: Bool = false) throws {
        let text = "\u{1B}[<\(button);11;\(row + 1)\(isRelease ? "m" : "M")"
        let places = [isRelease ? 3 : button, 11, row + 1].map { UInt8(clamping: 32 + $0) }
        try viewer.terminal.send(bytes: isSGR ? Array(text.utf8) : Array("\u{1B}[M".utf8) + places)
      }
      try report(0)
      try report(0, isRelease: true)
      _ = try await viewer.see("40 systems", selected: "LucaV")
      try report(2)
      try report(2, isRelease: true)
      // The terminal has them all once it answers.
      _ = try viewer.terminal.screen()
      try viewer.terminal.kill(SIGTERM)
      #expect(try await viewer.terminal.end() == .signal(SIGTERM))
    }

    /// The user marks a name with it, or changes their mind.
    @Test("Mouse drag neither selects nor sorts") func aDragSelectsNothingAndSortsNothing()
      async throws
    {
      let viewer = try RealViewer()
      let list = try await viewer.see("40 systems")
      let row = try #require(list.text.firstIndex { $0.contains("LucaV") })
      for row in [row, 1] {
        try viewer.terminal.send(
          bytes: Array("\u{1B}[<0;5;\(row + 1)M\u{1B}[<0;20;\(row + 1)m".utf8))
      }
      // A key behind them tells that they have arrived.
      let moved = try await viewer.see("40 systems", selected: "Batch Scheduler", after: .down)
      // The line below the list has the place in it.
      #expect(moved.text.dropLast(2) == list.text.dropLast(2))
    }

    @Test("F4 returns the mouse to the terminal and back") func aKeyLeavesTheMouseToTheTerminal()
      async throws
    {
      let viewer = try RealViewer()
      _ = try await viewer.see("40 systems")
      func hasMouse() throws -> Bool { try viewer.terminal.query("#{mouse_any_flag}") == "1" }
      #expect(try hasMouse())
      _ = try await viewer.see("The mouse marks text in the terminal", after: .function(4))
      #expect(try !hasMouse())
      _ = try await viewer.see("The mouse clicks here again", after: .function(4))
      #expect(try hasMouse())
    }

    @Test("Option or setting leaves the mouse to the terminal", arguments: [true, false])
    func anOptionOrASettingLeavesTheMouse(isOption: Bool)
      async throws
    {
      let home = try TemporaryDirectory()
      if !isOption { try home.write(".config/cloudburst/config.json", "{\"mouse\": false}") }
      let viewer =
        try isOption ? RealViewer("--no-mouse", home: home) : RealViewer(home: home)
      _ = try await viewer.see("40 systems")
      #expect(try viewer.terminal.query("#{mouse_any_flag}") == "0")
    }

    /// A slow line splits a report, and a line that loses bytes never delivers the rest.
    @Test(
      "Mouse report that is incomplete does not block the end",
      arguments: ["\u{1B}[<", "\u{1B}[<0;5", "\u{1B}[M", "\u{1B}[M "])
    func anUnfinishedReportKeepsNothingWaiting(start: String) async throws {
      let viewer = try RealViewer()
      _ = try await viewer.see("40 systems")
      try viewer.terminal.send(bytes: Array(start.utf8))
      _ = try viewer.terminal.screen()
      try viewer.terminal.kill(SIGTERM)
      #expect(try await viewer.terminal.end() == .signal(SIGTERM))
    }

    /// Also in column 95, whose byte is that of Backspace, and where the window is too large for
    /// the bytes of ASCII.
    @Test("Mouse reports of the older form are understood", arguments: [11, 95, 120])
    func aTerminalThatKnowsTheOlderReportsAloneHasAMouseToo(column: UInt8) async throws {
      let viewer = try RealViewer(size: Size(rows: 24, columns: 130))
      let list = try await viewer.see("40 systems")
      let row = try #require(list.text.firstIndex { $0.contains("LucaV") })
      let place: [UInt8] = [0x20 + column, UInt8(0x20 + row + 1)]
      // The left button goes down, and up again.
      for button: UInt8 in [0x20, 0x23] {
        try viewer.terminal.send(bytes: Array("\u{1B}[M".utf8) + [button] + place)
      }
      _ = try await viewer.see("40 systems", selected: "LucaV")
    }

    @Test("Mouse wheel scrolls the list") func theWheelScrolls() async throws {
      let viewer = try RealViewer(size: Size(rows: 10, columns: 40))
      _ = try await viewer.see("40 systems")
      try viewer.terminal.send(Mouse(.scrollDown, at: Position(row: 5, column: 5)))
      try await viewer.terminal.waitUntilGone("05WAS")
      try viewer.terminal.send(Mouse(.scrollUp, at: Position(row: 5, column: 5)))
      try await viewer.terminal.wait(for: "05WAS")
    }

    @Test("Copied list is on the clipboard of the terminal")
    func whatIsCopiedIsOnTheTerminalsClipboard() async throws {
      let viewer = try RealViewer()
      _ = try await viewer.see("40 systems")
      _ = try await viewer.see("Copied, if tmux's option set-clipboard is on.", after: "c")
      #expect(try viewer.terminal.clipboard().hasPrefix("05WASadmin Cloned Lab Virtual System\t"))
    }

    @Test("Copying on a terminal without clipboard says so", arguments: ["linux", "vt100"])
    func aTerminalThatCannotCopySaysSo(type: String) async throws {
      let viewer = try RealViewer(environment: ["TERM": type])
      _ = try await viewer.see("40 systems")
      _ = try await viewer.see("This terminal (\(type)) can't copy", after: "c")
      #expect((try? viewer.terminal.clipboard())?.isEmpty != false)
    }
  }
}
