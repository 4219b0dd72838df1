import Reprise
import RepriseTesting
import Testing

extension EndToEndTests {
  /// Where there can be no picture there is a sentence that says why, and what to do about it.
  @Suite struct UnusableTerminalTests {
    @Test func anUnknownTerminalTypeIsNamed() async throws {
      let viewer = try RealViewer(environment: ["TERM": "nonsense"])
      #expect(try await viewer.terminal.end() == .exit(code: ExitCode.unavailable.rawValue))
      try await viewer.terminal.wait(for: "\"nonsense\" is unknown here")
      try await viewer.terminal.wait(for: "export TERM=xterm")
    }

    /// They are set against other programs, which cut lines; the window's own size is known.
    @Test(
      "Impossible COLUMNS or LINES in the environment is ignored", arguments: ["COLUMNS", "LINES"])
    func aSizeInTheEnvironmentThatNoWindowHasIsNotBelieved(name: String) async throws {
      let viewer = try RealViewer(environment: [name: "99999"])
      _ = try await viewer.see("40 systems")
      try viewer.terminal.press("q")
      #expect(try await viewer.terminal.end() == .exit(code: 0))
    }

    /// As a serial line, whose size is unknown: there they are believed. ncurses 6.6 takes 512
    /// columns of them, older ones take none.
    @Test("Impossible size of a serial line is not blamed on TERM")
    func aSizeThatNoScreenHasIsNotBlamedOnTheType() async throws {
      let home = try TemporaryDirectory()
      let terminal = try PseudoTerminal(
        size: Size(rows: 0, columns: 0),
        environment: RealViewer.environment(home, ["COLUMNS": "99999"]),
        home: home, running: [BuiltProgram.path("cloudburst"), "--unplugged"])
      let advice = "unset LINES COLUMNS"
      try await waitUntil("it shows something, or says why not") {
        [advice, "40 systems"].contains { terminal.received.contains($0) }
      }
      let isRefused = terminal.received.contains(advice)
      if !isRefused { terminal.send("q") }
      #expect(try await terminal.end() == (isRefused ? ExitCode.unavailable.rawValue : 0))
      #expect(!terminal.received.contains("is unknown here"))
    }

    @Test("Missing TERM is reported") func aMissingTerminalTypeIsSaid() async throws {
      let viewer = try RealViewer(environment: ["TERM": nil])
      #expect(try await viewer.terminal.end() == .exit(code: ExitCode.unavailable.rawValue))
      try await viewer.terminal.wait(for: "TERM is not set")
    }

    @Test("Terminal that cannot position its cursor is refused")
    func aTerminalThatCannotPlaceItsCursorIsSaid() async throws {
      let viewer = try RealViewer(environment: ["TERM": "dumb"])
      #expect(try await viewer.terminal.end() == .exit(code: ExitCode.unavailable.rawValue))
      try await viewer.terminal.wait(for: "can't place its cursor")
    }

    @Test func standardInputMustBeATerminal() async throws {
      try await expect(
        "standard input is not a terminal", from: "\"$0\" --unplugged < /dev/null")
    }

    @Test func standardOutputMustBeATerminal() async throws {
      try await expect(
        "standard output is not a terminal",
        from: "\"$0\" --unplugged | cat; exit ${PIPESTATUS[0]}")
    }

    private func expect(_ sentence: String, from line: String) async throws {
      let home = try TemporaryDirectory()
      let terminal = try TmuxTerminal(
        environment: RealViewer.environment(home), home: home,
        running: ["bash", "--norc", "-c", line, BuiltProgram.path("cloudburst")])
      #expect(try await terminal.end() == .exit(code: ExitCode.unavailable.rawValue))
      #expect(try terminal.screen()[0].contains(sentence))
      #expect(try terminal.modes() == TmuxTerminal.rightModes)
    }
  }
}
