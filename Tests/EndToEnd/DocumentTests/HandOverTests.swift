import Foundation
import Reprise
import RepriseTesting
import Testing

extension EndToEndTests {
  /// A second `molecules` hands its files to the first, which has the session open.
  @Suite struct HandOverTests {
    @Test("Running instance shows a file, the sender says where")
    func theRunningOneShowsTheFileAndTheSenderSaysWhere() async throws {
      let first = try MoleculeViewer("--session", "work", "drugs.sdf")
      _ = try await first.terminal.settled("2 records")
      let process = try first.terminal.processIdentifier()
      let sender = try MoleculeViewer.run(
        "--session", "work", first.home.file("water.mol"), in: first.home)
      #expect(sender.errorText == "")
      #expect(sender.outputText.hasPrefix("water.mol is open in process \(process) on pts/"))
      #expect(sender.exitCode == 0)
      try await first.terminal.wait(for: "water.mol came from another window.")
      let water = try await first.terminal.settled("[Structure]")
      // It is a screen like any other: it comes back, and below it is what was there.
      try first.terminal.kill(SIGKILL)
      try await first.terminal.waitForDeath()
      try first.terminal.relaunch([
        BuiltProgram.path("molecules"), "--session", "work",
      ])
      try await first.terminal.wait(for: water)
      try first.terminal.press(.escape)
      try await first.terminal.wait(for: "2 records")
    }

    @Test("Running instance shows a record by its number") func aRecordIsHandedOverByItsNumber()
      async throws
    {
      let first = try MoleculeViewer("drugs.sdf")
      _ = try await first.terminal.settled("2 records")
      let sender = try MoleculeViewer.run(first.home.file("drugs.sdf#2"), in: first.home)
      #expect(sender.outputText.hasPrefix("drugs.sdf#2 is open in process"))
      try await first.terminal.wait(for: "2 of 2")
    }

    @Test("Running instance shows piped input") func whatIsPipedInIsHandedOverToo() async throws {
      let first = try MoleculeViewer()
      _ = try await first.terminal.settled("This folder")
      let program = try BuiltProgram.path("molecules")
      let sender = try ProgramRun(
        "/bin/sh", ["-c", "\"$0\" - < \"$HOME/water.mol\"", program],
        environment: SafeEnvironment.variables(
          home: first.home.path, MoleculeViewer.environment(first.home)))
      #expect(sender.outputText.hasPrefix("stdin.mol is open in process"))
      _ = try await first.terminal.settled("[Structure]")
      #expect(
        try first.home.bytes("state/molecules/received/stdin.mol")
          == first.home.bytes("water.mol"))
    }

    @Test("Piped input is shown while keys come from the terminal")
    func whatIsPipedInIsShownAndKeysComeFromTheTerminal() async throws {
      let home = try MoleculeViewer.makeHome()
      let program = try BuiltProgram.path("molecules")
      let terminal = try TmuxTerminal(
        environment: MoleculeViewer.environment(home), home: home, in: home.path,
        running: ["sh", "-c", "cat drugs.sdf | \(program) -"])
      _ = try await terminal.settled("2 records")
      try terminal.press(.down, .enter)
      _ = try await terminal.settled("2 of 2")
      try terminal.press("q")
      #expect(try await terminal.end() == .exit(code: 0))
      // And it comes back without the pipe.
      let again = try MoleculeViewer(home: home)
      _ = try await again.terminal.settled("2 of 2")
    }

    @Test("Note of several lines is printed with line breaks") func aNoteOfSeveralLinesHasThem()
      throws
    {
      let home = try MoleculeViewer.makeHome()
      let run = try MoleculeViewer.run(
        "list", home.file("water.mol"), home.file("a\u{1B}.sdf"), home.file("b.sdf"), in: home)
      #expect(run.errorText.split(separator: "\n").count == 2)
      #expect(!run.errorText.contains("^J"))
      #expect(!run.errorText.contains("\u{1B}"))
    }

    @Test("Named session is not reported as recent files")
    func aNamedSessionIsNotCalledRecentFiles() async throws {
      let first = try MoleculeViewer("--session", "ow", "drugs.sdf")
      _ = try await first.terminal.settled("2 records")
      try first.terminal.kill(SIGKILL)
      try await first.terminal.waitForDeath()
      let again = try MoleculeViewer("--session", "ow", home: first.home)
      let frame = try await again.terminal.settled("2 records")
      #expect(frame.text.allSatisfy { !$0.contains("Resumed: recent files") })
    }

    @Test("Piped input that is compressed is unpacked") func whatIsPipedInCompressedIsUnpacked()
      async throws
    {
      let home = try MoleculeViewer.makeHome()
      let program = try BuiltProgram.path("molecules")
      let terminal = try TmuxTerminal(
        environment: MoleculeViewer.environment(home), home: home, in: home.path,
        running: ["sh", "-c", "gzip -c drugs.sdf | \(program) -"])
      _ = try await terminal.settled("2 records")
      #expect(
        try home.bytes("state/molecules/received/stdin.sdf.gz").starts(with: [0x1F, 0x8B]))
    }

    @Test("Changed or missing file keeps the position of the user", arguments: [false, true])
    func aFileThatHasChangedOrIsGoneKeepsWhereThePersonWas(isGone: Bool) async throws {
      let first = try MoleculeViewer("drugs.sdf")
      _ = try await first.terminal.settled("2 records")
      try first.terminal.press(.down, .enter)
      _ = try await first.terminal.settled("2 of 2")
      try first.terminal.kill(SIGKILL)
      try await first.terminal.waitForDeath()
      let path = first.home.file("drugs.sdf")
      if isGone {
        try FileManager.default.removeItem(atPath: path)
      } else {
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: 1_763_900_000)], ofItemAtPath: path)
      }
      let again = try MoleculeViewer("drugs.sdf", home: first.home)
      if isGone {
        let screen = try await again.terminal.settled("Loading failed")
        let words = screen.text.joined(separator: " ").split(separator: " ").joined(separator: " ")
        #expect(words.contains("drugs.sdf can't be read: \(String(cString: strerror(ENOENT)))."))
      } else {
        _ = try await again.terminal.settled("drugs.sdf has changed since it was opened here.")
        _ = try await again.terminal.settled("2 of 2")
      }
    }

    @Test("Piped input with --ephemeral is deleted at the end")
    func whatIsPipedInForOneRunAloneIsGoneWithIt() async throws {
      let home = try MoleculeViewer.makeHome()
      let program = try BuiltProgram.path("molecules")
      let terminal = try TmuxTerminal(
        environment: MoleculeViewer.environment(home), home: home, in: home.path,
        running: ["sh", "-c", "cat drugs.sdf | \(program) --ephemeral -"])
      _ = try await terminal.settled("2 records")
      #expect(try home.files().contains { $0.hasSuffix("/stdin.sdf") })
      try terminal.press("q")
      #expect(try await terminal.end() == .exit(code: 0))
      #expect(try !home.files().contains { $0.hasSuffix("/stdin.sdf") })
    }

    @Test("Running instance shows several files as a list")
    func severalFilesAreAListInTheRunningOne() async throws {
      let first = try MoleculeViewer()
      _ = try await first.terminal.settled("This folder")
      let sender = try MoleculeViewer.run(
        first.home.file("drugs.sdf"), first.home.file("water.mol"), in: first.home)
      #expect(sender.outputText.hasPrefix("2 files are open in process"))
      let list = try await first.terminal.settled("water.mol")
      #expect(list.text.contains { $0.contains("drugs.sdf") })
    }

    @Test(
      "Running instance refuses files while vi has its terminal",
      .enabled(if: MoleculeViewer.hasEditor, "vi isn't installed"))
    func whileViHasTheTerminalNothingIsTaken() async throws {
      let first = try MoleculeViewer("--session", "work", "drugs.sdf#2")
      _ = try await first.terminal.settled("2 of 2")
      try first.terminal.press("o")
      try await first.terminal.wait(for: "2 programs")
      _ = try await first.terminal.waitUntilQuiet()
      try first.terminal.press("1")
      try await first.terminal.wait(for: "V2000")
      let sender = try MoleculeViewer.run(
        "--session", "work", first.home.file("water.mol"), in: first.home)
      #expect(sender.exitCode == ExitCode.temporaryFailure.rawValue)
      #expect(sender.errorText.contains("it has lent its terminal to another program"))
      try first.terminal.type(":q\r")
      try await first.terminal.wait(for: "[Structure]")
    }

    @Test("Pipes, devices and foreign types are refused") func pipesDevicesAndOtherKindsAreRefused()
      throws
    {
      let home = try MoleculeViewer.makeHome()
      #expect(mkfifo(home.file("pipe"), 0o600) == 0)
      for (path, what) in [(home.file("pipe"), "a named pipe"), ("/dev/zero", "a device")] {
        let run = try MoleculeViewer.run(path, in: home)
        #expect(run.exitCode == ExitCode.data.rawValue)
        #expect(run.errorText.contains("it is \(what)"), "\(run.errorText)")
      }
      let program = try BuiltProgram.path("molecules")
      let lisp = try ProgramRun(
        "/bin/sh", ["-c", "echo '(defun f ())' | \"$0\" -", program],
        environment: SafeEnvironment.variables(
          home: home.path, MoleculeViewer.environment(home)))
      #expect(lisp.exitCode == ExitCode.data.rawValue)
      #expect(try !home.files().contains { $0.hasPrefix("state/molecules/received/") })
    }
  }
}
