import Foundation
import Reprise
import RepriseTesting
import Testing

extension EndToEndTests {
  /// A command without a screen asks for a password.
  @Suite struct PasswordPromptTests {
    private static let prompt = "Password for luca at cloud.example.com:"

    /// Starts the probe from the shell, and waits until it asks.
    private func ask(_ shell: Shell, isBeneath: Bool = false) async throws {
      let probe = try BuiltProgram.path("Probe")
      // Its output isn't the terminal, and nor is its input.
      let line =
        "sh -c 'echo $$ > \"$HOME/viewer.pid\"; exec \"$0\" ask luca cloud.example.com' "
        + "\(probe) < /dev/null | cat"
      try await shell.enter("clear; " + (isBeneath ? Shell.beneath : "") + line)
      try await shell.terminal.wait(for: Self.prompt)
    }

    /// What the kernel has the terminal do with what is typed: "echo", or "-echo".
    private func echo(_ shell: Shell) throws -> String? {
      let terminal = try shell.terminal.query("#{pane_tty}")
      let run = try ProgramRun("/bin/sh", "-c", "stty -a < \(terminal)")
      return run.outputText.split(whereSeparator: \.isWhitespace).map {
        $0.trimmingCharacters(in: CharacterSet(charactersIn: ";"))
      }.first { $0 == "echo" || $0 == "-echo" }
    }

    /// That the terminal is as it was, and neither shows a password nor has one for the shell.
    private func expectAllIsRight(
      _ shell: Shell, _ found: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
      try await shell.terminal.wait(for: "ready$")
      #expect(try await shell.modes() == found, sourceLocation: sourceLocation)
      let screen = try shell.terminal.screen().joined(separator: "\n")
      #expect(!screen.contains("ses"), sourceLocation: sourceLocation)
    }

    @Test("Password prompt takes typed text without echo")
    func whatIsTypedIsThePasswordAndIsNotShown() async throws {
      let shell = try Shell()
      let found = try await shell.modes()
      try await ask(shell)
      #expect(try echo(shell) == "-echo")
      try shell.terminal.type("sesanne")
      try shell.terminal.press(.backspace, .backspace, .backspace)
      try shell.terminal.type("me\r")
      try await shell.terminal.wait(for: "password: 73 65 73 61 6d 65")
      try await expectAllIsRight(shell, found)
    }

    @Test("Password prompt without text returns none", arguments: ["\r", "\u{4}"])
    func nothingTypedIsNoPassword(keys: String) async throws {
      let shell = try Shell()
      let found = try await shell.modes()
      try await ask(shell)
      try shell.terminal.type(keys)
      try await shell.terminal.wait(for: "password: none")
      try await expectAllIsRight(shell, found)
    }

    @Test("Password prompt refuses a line longer than the terminal takes")
    func aLineLongerThanTheTerminalTakesIsRefused() async throws {
      let shell = try Shell()
      try await ask(shell)
      try shell.terminal.type(String(repeating: "x", count: 5000))
      try shell.terminal.press(.enter)
      try await shell.terminal.wait(for: "problem: The password has more than 4094 bytes.")
    }

    @Test("Ctrl-C at the password prompt ends it and restores echo")
    func ctrlCEndsItAndTheTerminalShowsAgainWhatIsTyped() async throws {
      let prompt = try await OpenPrompt()
      try prompt.begin()
      try prompt.terminal.press(.control("c"))
      try await prompt.expectTerminalIsRight(after: SIGINT)
    }

    @Test(
      "Signal at the password prompt ends it and restores echo",
      arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGSEGV, SIGABRT])
    func aSignalEndsItAndTheTerminalShowsAgainWhatIsTyped(signal: Int32) async throws {
      let prompt = try await OpenPrompt()
      try prompt.begin()
      #expect(kill(try prompt.process(), signal) == 0)
      try await prompt.expectTerminalIsRight(after: signal)
    }

    /// Where nobody could let it go on, as in a window of its own, Ctrl-Z changes nothing.
    @Test("Ctrl-Z at the password prompt without job control asks again")
    func whereItCannotStopItAsksAgain() async throws {
      let prompt = try await OpenPrompt()
      try prompt.begin()
      try prompt.terminal.press(.control("z"))
      try await prompt.terminal.wait("a second prompt") {
        try prompt.terminal.screen().count { $0.contains(Self.prompt) } == 2
      }
      try prompt.terminal.type("sesame\r")
      try await prompt.terminal.wait(for: "password: 73 65 73 61 6d 65")
    }

    @Test("Ctrl-Z at the password prompt stops it and fg asks again", arguments: [false, true])
    func ctrlZGivesTheShellItsTerminalAndFgAsksAgain(isBeneath: Bool) async throws {
      let shell = try Shell()
      let found = try await shell.modes()
      try await ask(shell, isBeneath: isBeneath)
      for _ in 1...2 {
        try shell.terminal.type("ses")
        try shell.terminal.press(.control("z"))
        try await shell.terminal.wait(for: Shell.stopped)
        try await expectAllIsRight(shell, found)
        try await shell.enter("clear; fg > /dev/null")
        // What asks must not be mistaken for what asked before.
        try await shell.terminal.waitUntilGone(Shell.stopped)
        try await shell.terminal.wait(for: Self.prompt)
        #expect(try echo(shell) == "-echo")
      }
      try shell.terminal.type("sesame\r")
      try await shell.terminal.wait(for: "password: 73 65 73 61 6d 65")
      try await expectAllIsRight(shell, found)
    }

    @Test("Password prompt in the background waits for the foreground")
    func inTheBackgroundItWaitsUntilItIsInFront() async throws {
      let shell = try Shell()
      let found = try await shell.modes()
      try await shell.enter("clear; \(try BuiltProgram.path("Probe")) ask luca cloud.example.com &")
      try await shell.run("while ! jobs | grep -q Stopped; do :; done")
      #expect(try !shell.terminal.screen().contains { $0.contains(Self.prompt) })
      try await shell.enter("clear; fg")
      try await shell.terminal.wait(for: Self.prompt)
      #expect(try echo(shell) == "-echo")
      try shell.terminal.type("sesame\r")
      try await shell.terminal.wait(for: "password: 73 65 73 61 6d 65")
      try await expectAllIsRight(shell, found)
    }

    @Test("Password prompt removes control characters of the account")
    func anAccountCannotCommandTheTerminal() async throws {
      let terminal = try TmuxTerminal(running: [
        BuiltProgram.path("Probe"), "ask", "lu\u{1B}[2Jca\r", "cl\u{202E}oud\n",
      ])
      try await terminal.wait(for: "Password for lu[2Jca at cloud:")
    }

    @Test("Password prompt without a terminal returns none") func withoutATerminalNobodyIsAsked()
      throws
    {
      let run = try ProgramRun(
        "/usr/bin/env", "setsid", "-w", BuiltProgram.path("Probe"), "ask", "luca", "cloud")
      #expect(run.outputText == "password: none\n")
    }
  }
}
