import Foundation
import Reprise
import RepriseTesting
import Testing

extension EndToEndTests {
  /// A start that names nothing goes on where the last one was; one that names something never
  /// shows anything else.
  @Suite struct GoingOnTests {
    private func write(_ text: String, as name: String, in home: TemporaryDirectory) throws
      -> String
    {
      try home.write(name, text)
      return home.file(name)
    }

    @Test("Plain start resumes the demo data and says so")
    func aPlainStartGoesOnWithTheDemoDataAndSaysSo() async throws {
      let viewer = try RealViewer()
      _ = try await viewer.see("40 systems", selected: "Batch Scheduler", after: .down)
      let left = try await viewer.see("5 of 40", after: "/", "w", "a", "s")
      try viewer.terminal.kill(SIGKILL)
      try await viewer.terminal.waitForDeath()
      let plain = try RealViewer(words: [], home: viewer.home)
      let resumed = try await plain.see("Resumed: demo data, saved ")
      #expect(resumed.withoutStatusLine == left.withoutStatusLine)
      // It is said once, and what is done now is done in the same session.
      _ = try await plain.see("5 of 40", after: .enter)
      #expect(try plain.sessions(in: plain.home).count == 1)
    }

    @Test("Plain start resumes the session used last")
    func aPlainStartGoesOnWithTheSessionThatWasUsedLast() async throws {
      let home = try TemporaryDirectory()
      let recording = try write(#"[{"id":1,"name":"Alpha"}]"#, as: "lab.json", in: home)
      let demo = try RealViewer(home: home)
      _ = try await demo.see("40 systems", selected: "Batch Scheduler", after: .down)
      try await demo.terminal.closeWindow()
      let recorded = try RealViewer(words: ["--unplugged=\(recording)"], home: home)
      _ = try await recorded.see("Alpha")
      _ = try await recorded.see("Sort by", after: "?")
      try await recorded.terminal.closeWindow()

      let plain = try RealViewer(words: [], home: home)
      _ = try await plain.see("Resumed: lab.json, saved ")
      _ = try await plain.see("Alpha", after: "q")
      try await plain.terminal.closeWindow()
      // Whoever opens the other one, though nothing is pressed there, has used it last.
      let again = try RealViewer(home: home)
      _ = try await again.see("40 systems", selected: "Batch Scheduler")
      try await again.terminal.closeWindow()
      let later = try RealViewer(words: [], home: home)
      _ = try await later.see("Resumed: demo data", selected: "Batch Scheduler")
    }

    @Test("Plain start beside an open session names the session it opened")
    func aPlainStartBesideTheLastSessionSaysWhichOneItOpened() async throws {
      let home = try TemporaryDirectory()
      let recording = try write(#"[{"id":1,"name":"Alpha"}]"#, as: "lab.json", in: home)
      let recorded = try RealViewer(words: ["--unplugged=\(recording)"], home: home)
      _ = try await recorded.see("Alpha")
      try await recorded.terminal.closeWindow()
      let demo = try RealViewer(home: home)
      _ = try await demo.see("40 systems", selected: "Batch Scheduler", after: .down)
      let process = try demo.terminal.processIdentifier()
      let plain = try RealViewer(words: [], size: Size(rows: 24, columns: 200), home: home)
      let screen = try await plain.see(": the last one is open in process \(process) (pts/")
      #expect(
        screen.text.last?.firstMatch(of: /Session .*: the last one .* Resumed: lab.json/) != nil)
    }

    @Test("Plain start names a recording that is gone") func aRecordingThatIsGoneIsNamed()
      async throws
    {
      let home = try TemporaryDirectory()
      let recording = try write(#"[{"id":1,"name":"Alpha"}]"#, as: "lab.json", in: home)
      let recorded = try RealViewer(words: ["--unplugged=\(recording)"], home: home)
      _ = try await recorded.see("1 system")
      try await recorded.terminal.closeWindow()
      try FileManager.default.removeItem(atPath: recording)
      let plain = try RealViewer(words: [], size: Size(rows: 24, columns: 160), home: home)
      _ = try await plain.see("there is no such file or folder")
    }

    @Test("Plain start shows cached server data and sends nothing")
    func aPlainStartShowsWhatAServerSaidAndSendsNothing() async throws {
      let viewer = try await LiveViewer()
      let list = try await viewer.openList()
      let seen = try await viewer.server.seen().requests.count
      try viewer.terminal.kill(SIGKILL)
      try await viewer.terminal.waitForDeath()
      let plain = try RealViewer(words: [], home: viewer.home)
      try await plain.terminal.wait(for: "Administrator")
      let resumed = try await plain.see("Resumed: cbadmin at 127.0.0.1:")
      // The top line says otherwise how old that is, and the bottom line what is resumed.
      #expect(resumed.text.dropFirst().dropLast() == list.text.dropFirst().dropLast())
      #expect(try await viewer.server.seen().requests.count == seen)
    }

    @Test("Start with a server shows only that server") func aServerThatIsNamedIsTheOnlyOneShown()
      async throws
    {
      let viewer = try await LiveViewer()
      _ = try await viewer.openList()
      // There and then the person may look at something else.
      try viewer.terminal.press("S")
      try await viewer.terminal.wait(for: "[ Demo ]")
      try viewer.terminal.press(.tab, .enter)
      try await viewer.terminal.wait(for: "UNPLUGGED")
      try viewer.terminal.kill(SIGKILL)
      try await viewer.terminal.waitForDeath()
      let plain = try RealViewer(words: [], home: viewer.home)
      let demo = try await plain.see("Resumed: demo data")
      #expect(demo.text[0].contains("UNPLUGGED"))
      try await plain.terminal.closeWindow()
      // But a start that names the server begins there.
      try viewer.terminal.relaunch()
      try await viewer.logIn()
      try await viewer.terminal.wait(for: "127.0.0.1")
      #expect(try await !viewer.terminal.waitUntilQuiet().text[0].contains("UNPLUGGED"))
    }

    @Test("Plain start skips a damaged session and says so")
    func aDamagedSessionIsPassedOverAndSaid() async throws {
      let home = try TemporaryDirectory()
      let recording = try write(#"[{"id":1,"name":"Alpha"}]"#, as: "lab.json", in: home)
      let demo = try RealViewer(home: home)
      _ = try await demo.see("40 systems", selected: "Batch Scheduler", after: .down)
      try await demo.terminal.closeWindow()
      let before = try Set(demo.sessions(in: home))
      let recorded = try RealViewer(words: ["--unplugged=\(recording)"], home: home)
      _ = try await recorded.see("1 system")
      try recorded.terminal.kill(SIGKILL)
      try await recorded.terminal.waitForDeath()
      let file = try #require(Set(recorded.sessions(in: home)).subtracting(before).first)
      let path = "\(recorded.sessions)/\(file)"
      let bytes = Data("nothing of the kind".utf8)
      try bytes.write(to: URL(fileURLWithPath: path))
      let stem = file.dropLast(".snapshot".count)
      for copy in try home.files() where copy.hasSuffix("/\(stem).durable") {
        try FileManager.default.removeItem(atPath: home.file(copy))
      }
      let plain = try RealViewer(words: [], size: Size(rows: 24, columns: 160), home: home)
      let screen = try await plain.see("Resumed: demo data", selected: "Batch Scheduler")
      #expect(
        screen.text.last?.contains("\(stem): The saved session can't be read: it is damaged")
          == true)
      // Nobody touches what was passed over.
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    }

    @Test("Plain start without a session shows the sign-in form")
    func whoHasSaidNothingYetFindsTheForm() async throws {
      let viewer = try RealViewer(words: [], home: try TemporaryDirectory())
      let form = try await viewer.see("[ Open list ]")
      #expect(!form.text.joined().contains("Resumed"))
    }

    @Test("Start with --fresh shows the sign-in form") func freshBeginsWithTheForm() async throws {
      let viewer = try RealViewer()
      _ = try await viewer.see("40 systems", after: .down)
      try await viewer.terminal.closeWindow()
      let fresh = try RealViewer(words: ["--fresh"], home: viewer.home)
      _ = try await fresh.see("[ Open list ]")
    }

    @Test(
      "Demo data and a server together are refused",
      arguments: [["--server", "https://a.example"], ["--profile", "lab"]])
    func demoDataAndAServerAreNotBothOpened(words: [String]) throws {
      let run = try ProgramRun(
        BuiltProgram.path("cloudburst"), ["list", "--unplugged"] + words,
        environment: SafeEnvironment.variables(RealViewer.environment(TemporaryDirectory())))
      #expect(run.exitCode == ExitCode.usage.rawValue)
    }
  }
}
