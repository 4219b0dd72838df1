import Foundation
import Reprise
import RepriseTesting
import Testing

extension EndToEndTests {
  /// A visit to the openBIS browser; after each step it is killed and started again.
  @Suite struct OpenBISVisitTests {
    private static func terminal(_ size: Size, _ home: TemporaryDirectory) throws -> TmuxTerminal {
      try TmuxTerminal(
        size: size, environment: RealViewer.environment(home), home: home,
        running: [BuiltProgram.path("openbis"), "--unplugged"])
    }

    private static func press(_ keys: [Key], _ terminal: TmuxTerminal) async throws {
      for key in keys {
        let earlier = try terminal.screenWithStyles()
        try terminal.press(key)
        // The text may be there already.
        try await terminal.wait("what a key does") {
          try terminal.screenWithStyles() != earlier
        }
      }
    }

    @Test(
      "openbis: every step resumes after kill -9",
      arguments: [
        Size(rows: 24, columns: 80), Size(rows: 10, columns: 40), Size(rows: 40, columns: 120),
      ])
    func everyStepComesBackAfterAKill(size: Size) async throws {
      let home = try TemporaryDirectory()
      let terminal = try Self.terminal(size, home)
      let steps: [(keys: [Key], text: String)] = [
        ([], "Probes"), ([.down, .enter], "72 entities below"),
        ([.down, .down, .down], "PROBE3"), ([.enter], "2 entities below"),
        ([.down, "d"], "› CHEMBL159483"), ([.escape], "2 entities below"),
        ([.escape, "/", "4", "2"], "of 73 match"),
      ]
      for step in steps {
        _ = try await terminal.waitUntilQuiet()
        try await Self.press(step.keys, terminal)
        let before = try await terminal.settled(step.text)
        try terminal.kill(SIGKILL)
        try await terminal.waitForDeath()
        try terminal.relaunch()
        try await terminal.wait(for: before)
      }
    }

    @Test("openbis: search waits for typing and opens the only hit")
    func theSearchWaitsForTheTypistAndOpensTheOnlyHit() async throws {
      let home = try TemporaryDirectory()
      let terminal = try Self.terminal(Size(rows: 24, columns: 80), home)
      _ = try await terminal.settled("Probes")
      try await Self.press(["f"], terminal)
      try terminal.type("\"PROBE7\"")
      try await terminal.wait(for: "› PROBE7")
      let before = try await terminal.settled("2 entities below")
      try terminal.kill(SIGKILL)
      try await terminal.waitForDeath()
      try terminal.relaunch()
      try await terminal.wait(for: before)
    }
  }
}
