import Foundation
import Reprise
import RepriseTesting
import Testing

extension EndToEndTests {
  /// `cloudburst sessions`: what is saved, in words.
  @Suite struct SessionsCommandTests {
    private func sessions(_ home: TemporaryDirectory, _ words: String...) throws -> ProgramRun {
      try ProgramRun(
        BuiltProgram.path("cloudburst"), ["sessions"] + words,
        environment: SafeEnvironment.variables(RealViewer.environment(home)))
    }

    @Test("sessions command lists, shows and deletes sessions")
    func whatIsSavedIsListedShownAndForgotten() async throws {
      let viewer = try RealViewer()
      _ = try await viewer.see("40 systems", selected: "Batch Scheduler", after: .down)
      let list = try sessions(viewer.home)
      let process = try viewer.terminal.processIdentifier()
      #expect(list.exitCode == 0)
      #expect(list.outputText.hasPrefix("NAME "))
      #expect(list.outputText.contains("demo data"))
      #expect(list.outputText.contains("Virtual systems"))
      #expect(list.outputText.contains("process \(process) on /dev/"))

      let shown = try sessions(viewer.home, "show", "main")
      #expect(shown.outputText.contains(/selected name +Batch Scheduler/))
      #expect(shown.outputText.contains(/Release +cloudburst/))

      let busy = try sessions(viewer.home, "forget", "main")
      #expect(busy.exitCode == ExitCode.temporaryFailure.rawValue)
      try viewer.terminal.kill(SIGTERM)
      try await viewer.terminal.waitForDeath()

      let forgotten = try sessions(viewer.home, "forget", "main")
      #expect(forgotten.exitCode == 0)
      #expect(forgotten.outputText.contains("deleted \(viewer.sessions)/main-"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: viewer.sessions) == [])
      #expect(try sessions(viewer.home).errorText.contains("nothing is saved"))
    }

    @Test(
      "sessions command explains mistakes",
      arguments: [
        (["show", "nobody"], "there is no session “nobody”"), (["forget"], "needs the name"),
        (["forget", "x", "--snapshot", "/etc/hosts"], "doesn't delete the file of --snapshot"),
        (["lose"], "sessions doesn't know “lose”"),
      ])
    func aSlipIsExplained(words: [String], sentence: String) throws {
      let run = try ProgramRun(
        BuiltProgram.path("cloudburst"), ["sessions"] + words,
        environment: SafeEnvironment.variables(RealViewer.environment(TemporaryDirectory())))
      #expect(run.exitCode == ExitCode.usage.rawValue)
      #expect(run.errorText.contains(sentence))
    }
  }
}
