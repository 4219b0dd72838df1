import Foundation
import Reprise
import RepriseTesting
import Testing

/// The executable where standard input, output or error is closed, full or a terminal.
@Suite struct StandardFilesTests {
  private func run(_ line: String, in home: TemporaryDirectory) throws -> ProgramRun {
    try ProgramRun(
      "/usr/bin/env", ["bash", "-c", line, BuiltProgram.path("patients")],
      environment: SafeEnvironment.variables(home: home.path, RealViewer.environment(home)))
  }

  /// It has something to say on standard error, where there is one.
  @Test(
    "Closed standard files: the exit code reports the failure",
    arguments: [
      ("2>&-", 64), ("2>/dev/full", 64), ("2>/dev/full >/dev/full", 64), ("<&- >&- 2>&-", 74),
      (">&-", 74),
    ])
  func whereNothingCanBeSaidTheExitCodeSaysIt(redirection: String, code: Int32) throws {
    let home = try TemporaryDirectory()
    let run = try run("exec \"$0\" list --unplugged \(redirection)", in: home)
    #expect(run.exitCode == code, "\(run.errorText)")
  }

  @Test(
    "Output that cannot be written exits with code 74",
    arguments: ["--help >&-", "list mary --unplugged >/dev/full"])
  func whatCannotBePrintedIsAFailure(words: String) throws {
    let run = try run("exec \"$0\" \(words)", in: TemporaryDirectory())
    #expect(run.exitCode == 74)
    #expect(run.errorText.hasPrefix("patients: "))
  }

  /// libdispatch ends a process that may open hardly any files.
  @Test("Process with a limit of 9 open files says so")
  func aProcessThatMayOpenHardlyAnyFilesSaysSo() throws {
    let run = try run("ulimit -n 9; exec \"$0\" list mary --unplugged", in: TemporaryDirectory())
    #expect(run.exitCode == 69)
    #expect(
      run.errorText == """
        patients: only 9 files may be open at once here
          Allow more: ulimit -n 256.

        """)
  }
}

extension EndToEndTests {
  @Suite struct StandardFilesTests {
    /// Else what is said on standard error is written into the session's lock.
    @Test("Closed standard error is not reused for a session file")
    func aClosedStandardErrorIsNoFileOfTheSession() async throws {
      let home = try TemporaryDirectory()
      let terminal = try TmuxTerminal(
        environment: RealViewer.environment(home), home: home,
        running: [
          "bash", "--norc", "-c", "exec \"$0\" --unplugged 2>&-", BuiltProgram.path("cloudburst"),
        ])
      try await terminal.wait(for: "40 systems")
      let process = try terminal.processIdentifier()
      // Without /proc the system tells it nowhere.
      guard FileManager.default.fileExists(atPath: "/proc/self/fd") else { return }
      let file = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/2")
      #expect(file == "/dev/null")
    }

    /// A file from somebody else has a sequence that would set the clipboard, in a title, a field's
    /// name and its value.
    @Test(
      "molecules list on a terminal shows control characters visibly",
      arguments: [[], ["--csv"], ["--csv=raw"], ["--json"]])
    func atATerminalAFileIsShownAndNotObeyed(options: [String]) async throws {
      let home = try MoleculeViewer.makeHome()
      let sequence = "\u{1B}]52;c;RVZJTA==\u{7}\u{9B}31m\u{202E}"
      try home.write(
        "evil.sdf",
        MoleculeViewer.molfile("evil" + sequence) + "> <F\(sequence)>\nvalue\(sequence)\n\n$$$$\n")
      let terminal = try TmuxTerminal(
        size: Size(rows: 40, columns: 200), environment: MoleculeViewer.environment(home),
        home: home, in: home.path,
        running: [
          "bash", "--norc", "-c", "read; exec \"$0\" list evil.sdf \"$@\"",
          BuiltProgram.path("molecules"),
        ] + options)
      let output = home.file("output")
      try terminal.copyOutput(into: output)
      try terminal.type("\r")
      #expect(try await terminal.end() == .exit(code: 0))
      let text = try await terminal.output(in: output, upTo: "RVZJTA")
      for control in ["\u{1B}]52", "\u{7}", "\u{9B}", "\u{202E}"] {
        #expect(!text.contains(control), "\(options): \(control.debugDescription)")
      }
      // For a program the texts are whole.
      let file = home.file("evil.sdf")
      let piped = try MoleculeViewer.run("list", file, "--csv=raw", in: home).outputText
      #expect(piped.contains("value" + sequence))
    }
  }
}
