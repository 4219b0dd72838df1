import Foundation
import Reprise
import RepriseTesting
import Testing

extension EndToEndTests {
  /// Where a session is kept, who may read it, and the options that say otherwise.
  @Suite struct SessionOptionTests {
    @Test("Session file is private to its owner") func theSessionIsReadableByItsOwnerAlone()
      async throws
    {
      let viewer = try RealViewer()
      _ = try await viewer.see("40 systems")
      #expect(try permissions(of: viewer.sessionFile()) == 0o600)
      #expect(try permissions(of: viewer.sessions) == 0o700)
    }

    @Test("Start with --fresh --unplugged begins without the old filter")
    func freshBeginsAtTheBeginning() async throws {
      let viewer = try RealViewer()
      _ = try await viewer.see("40 systems", selected: "Batch Scheduler", after: .down)
      _ = try await viewer.see("5 of 40", after: "/", "w", "a", "s")
      try await viewer.terminal.closeWindow()
      let fresh = try RealViewer("--fresh", home: viewer.home)
      let beginning = try await fresh.see("40 systems", selected: "05WAS")
      #expect(!beginning.text.contains { $0.contains("5 of 40") })
    }

    @Test("Start with --ephemeral neither resumes nor writes files")
    func ephemeralNeitherResumesNorWrites() async throws {
      let viewer = try RealViewer("--ephemeral")
      _ = try await viewer.see("40 systems")
      try viewer.terminal.press("q")
      #expect(try await viewer.terminal.end() == .exit(code: 0))
      #expect(try viewer.home.files() == [])
      try viewer.terminal.relaunch()
      _ = try await viewer.see("40 systems")
    }

    @Test("Named session is separate from the main one") func aNamedSessionIsAnother() async throws
    {
      let main = try RealViewer()
      _ = try await main.see("40 systems")
      let other = try RealViewer("--session", "other", home: main.home)
      _ = try await other.see("40 systems", selected: "05WAS")
      _ = try await other.see("› Help", after: "?")
      #expect(try main.home.files().contains { $0.hasPrefix("state/cloudburst/sessions/other") })
      #expect(try await other.killAndRelaunch().text[0].contains("› Help"))
      #expect(try await main.killAndRelaunch().text[0].contains("› Virtual systems"))
    }

    @Test("Session is stored in the file of --snapshot") func aSessionCanBeKeptInAFile()
      async throws
    {
      let home = try TemporaryDirectory()
      let file = "\(home.path)/mine.snapshot"
      let viewer = try RealViewer("--snapshot", file, home: home)
      let list = try await viewer.see("40 systems")
      #expect(try permissions(of: file) == 0o600)
      #expect(try !home.files().contains { $0.hasPrefix("state") })
      #expect(try await viewer.killAndRelaunch() == list)
    }

    private func permissions(of path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
  }
}
