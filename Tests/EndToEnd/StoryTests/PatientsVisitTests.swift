import Foundation
import Reprise
import RepriseTesting
import Testing

extension EndToEndTests {
  /// A visit to the patient viewer; after each step it is killed and started again.
  @Suite struct PatientsVisitTests {
    @Test(
      "patients: every step resumes after kill -9",
      arguments: [Size(rows: 24, columns: 80), Size(rows: 10, columns: 40)])
    func everyStepComesBackAfterAKill(size: Size) async throws {
      let home = try TemporaryDirectory()
      let terminal = try TmuxTerminal(
        size: size, environment: RealViewer.environment(home), home: home,
        running: [BuiltProgram.path("patients"), "--unplugged"])
      let steps: [(keys: [Key], text: String)] = [
        ([], "Find a patient"), ([.enter], "Type a part"),
        (["o", "t", "i", "e", "n"], "1 patient"), ([.enter], "Summary]"),
        (["3"], "of 312"), ([.pageDown, .down], "of 312"),
        ([.enter], "Vitals, 20"), ([.escape, "4"], "Vitals]"), ([.enter], "› Blood pressure"),
        ([.left], "2026-11-13"),
      ]
      for step in steps {
        _ = try await terminal.waitUntilQuiet()
        for key in step.keys {
          let earlier = try terminal.screenWithStyles()
          try terminal.press(key)
          // The text may be there already.
          try await terminal.wait("what a key does") {
            try terminal.screenWithStyles() != earlier
          }
        }
        let before = try await terminal.settled(step.text)
        try terminal.kill(SIGKILL)
        try await terminal.waitForDeath()
        try terminal.relaunch()
        try await terminal.wait(for: before)
      }
    }
  }
}
