import Foundation
import Reprise
import RepriseTesting
import Restoration
import Testing

extension EndToEndTests {
  /// A session that somebody else saved is shown for what it is before anything of it is opened.
  @Suite struct ForeignSessionTests {
    /// A path of whatever length breaks no sentence there.
    private static let wide = Size(rows: 24, columns: 200)

    /// A file with the list's place in it, saved by an author for an account.
    private func file(
      in home: TemporaryDirectory, by author: String?, for server: String = "unplugged built-in",
      of origin: String = "unplugged"
    ) throws -> String {
      let path = home.file("foreign.snapshot")
      let entries = [
        #"{"route":{"start":{}},"state":{"focusID":"next"},"title":"","version":1}"#,
        #"{"route":{"systems":{"of":"\#(origin)"}},"state":{"selectedID":"61"},"title":"Virtual systems\u001b[2J","version":1}"#,
      ]
      let snapshot = Snapshot(
        application: "cloudburst", version: "0.1.0", author: author,
        account: Account(server: server), savedAt: 951_782_400,
        entries: entries.map { Snapshot.Entry(bytes: Array($0.utf8)) })
      let file = SnapshotFile(path: path)
      _ = try file.load()
      try file.save(snapshot.body)
      try file.flush()
      return path
    }

    /// Waits for the question, and returns all that is said before it.
    private func question(
      _ viewer: RealViewer, _ words: String = "Open it?"
    ) async throws -> String {
      try await viewer.terminal.wait("the question") {
        try viewer.terminal.screen().contains { $0.hasPrefix("\(words) [y/N]") }
      }
      return try viewer.terminal.screen().joined()
    }

    @Test("Foreign session is opened only with consent") func itIsOpenedOnlyWhenThePersonAgrees()
      async throws
    {
      let home = try TemporaryDirectory()
      let path = try file(in: home, by: "luca@elsewhere")
      let bytes = try home.bytes("foreign.snapshot")
      let names = try home.files()
      let refused = try RealViewer("--snapshot", path, size: Self.wide, home: home)
      let question = try await question(refused)
      #expect(question.contains("was saved by luca@elsewhere, 2000-02-29"))
      #expect(question.contains("Virtual systems^[[2J"))
      try refused.terminal.press([.enter])
      #expect(try await refused.terminal.end() == .exit(code: 0))
      #expect(try home.bytes("foreign.snapshot") == bytes)
      #expect(try home.files() == names)

      let agreed = try RealViewer("--snapshot", path, size: Self.wide, home: home)
      _ = try await self.question(agreed)
      try agreed.terminal.press(["y", .enter])
      _ = try await agreed.see("40 systems", selected: "Cluster ND")
      // From the first key on it is the person's own.
      _ = try await agreed.see("40 systems", selected: "Connector", after: .down)
      _ = try await agreed.killAndRelaunch()
      _ = try await agreed.see("40 systems", selected: "Connector")
    }

    @Test("Foreign session is replaced by --fresh only with consent")
    func freshReplacesItOnlyWhenThePersonAgrees() async throws {
      let home = try TemporaryDirectory()
      let path = try file(in: home, by: "luca@elsewhere")
      let bytes = try home.bytes("foreign.snapshot")
      let viewer = try RealViewer("--fresh", "--snapshot", path, size: Self.wide, home: home)
      let text = try await question(viewer, "Replace it?")
      #expect(text.contains("was saved by luca@elsewhere"))
      #expect(text.contains("--fresh would replace all of it: Virtual systems"))
      try viewer.terminal.press([.enter])
      #expect(try await viewer.terminal.end() == .exit(code: 0))
      #expect(try viewer.terminal.screen().joined().contains("nothing was replaced"))
      #expect(try home.bytes("foreign.snapshot") == bytes)

      try viewer.terminal.relaunch()
      _ = try await question(viewer, "Replace it?")
      try viewer.terminal.press(["y", .enter])
      _ = try await viewer.see("40 systems", selected: "05WAS")
    }

    @Test("Foreign session of another server names the server", arguments: [nil, "luca@elsewhere"])
    func oneForAnotherServerSaysForWhich(author: String?) async throws {
      let home = try TemporaryDirectory()
      let path = try file(in: home, by: author, for: "https://evil.example.com")
      let viewer = try RealViewer("--snapshot", path, size: Self.wide, home: home)
      let text = try await question(viewer)
      #expect(text.contains("It belongs to https://evil.example.com"))
      #expect(text.contains("was saved by \(author ?? "an unknown user")"))
    }

    @Test("Foreign session of a server without a scheme names the server")
    func aServerWithoutASchemeIsNamed() async throws {
      let home = try TemporaryDirectory()
      let path = try file(in: home, by: "luca@elsewhere", of: "live 127.0.0.1:9 bob")
      let viewer = try RealViewer("--snapshot", path, size: Self.wide, home: home)
      let text = try await question(viewer)
      #expect(text.contains("It would contact: https://127.0.0.1:9"))
      try viewer.terminal.press([.enter])
      #expect(try await viewer.terminal.end() == .exit(code: 0))
    }

    @Test("Foreign session without a terminal is refused")
    func withoutATerminalThereIsNobodyToAgree() throws {
      let home = try TemporaryDirectory()
      let path = try file(in: home, by: "luca@elsewhere")
      let run = try ProgramRun(
        BuiltProgram.path("cloudburst"), "--unplugged", "--snapshot", path,
        environment: SafeEnvironment.variables(RealViewer.environment(home)))
      #expect(run.exitCode == ExitCode.unavailable.rawValue)
      #expect(run.errorText.contains("not a terminal"))
    }
  }
}
