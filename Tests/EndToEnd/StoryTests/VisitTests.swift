import Foundation
import Reprise
import RepriseTesting
import Testing

extension EndToEndTests {
  /// A visit to every screen of the viewer; after each step it is killed and started again.
  @Suite struct VisitTests {
    static let sizes = [Size(rows: 24, columns: 80), Size(rows: 10, columns: 40)]

    @Test("cloudburst: every step of a visit resumes after kill -9", arguments: sizes)
    func everyStepOfAVisitComesBackAfterAKill(size: Size) async throws {
      let viewer = try RealViewer(size: size)
      try await viewer.step(see: "Virtual systems", selected: "05WAS")
      try await viewer.step("j", .down, see: "Virtual systems", selected: "Cluster ND")
      try await viewer.step(.enter, see: "Status     Failed")
      try await viewer.step("y", see: "Raw answer 61")
      try await viewer.step(.pageDown, see: size.rows == 10 ? "line 7 of 15" : "line ")
      try await viewer.step(.escape, see: "Status     Failed")
      try await viewer.step(.end, see: "custom-1")
      try await viewer.step(.escape, see: "Virtual systems", selected: "Cluster ND")
      try await viewer.step("/", "w", "a", "s", see: "5 of 40", selected: "Batch Scheduler")
      // Only a filter that is applied leaves the question mark a key.
      try await viewer.step(.enter, see: "? help", selected: "Batch Scheduler")
      try await viewer.step("s", see: "› Sort", selected: "NAME ▲ → ▼")
      try await viewer.step(.enter, see: "5 of 40", selected: "Batch Scheduler")
      try await viewer.step("?", see: "Clear the filter")
      try await viewer.step(.end, see: "Ctrl-Z")
      try await viewer.step(.escape, see: "5 of 40", selected: "Batch Scheduler")
      try await viewer.step(.escape, see: "40 systems")
      try await viewer.step(.home, see: "40 systems", selected: "東京")
      try await viewer.step(.escape, see: "40 systems", selected: "東京")
      try await viewer.step("S", see: "[ Open list ]")
      try await viewer.step(.down, "m", "e", see: "User ID   me")
      try await viewer.step(.escape, see: "40 systems", selected: "東京")
    }

    @Test("Session resumes after quitting as after a kill")
    func quittingIsNoDifferentFromBeingKilled() async throws {
      let viewer = try RealViewer()
      let list = try await viewer.see("40 systems")
      try viewer.terminal.press("q")
      #expect(try await viewer.terminal.end() == .exit(code: 0))
      #expect(try viewer.terminal.modes() == TmuxTerminal.rightModes)
      try viewer.terminal.relaunch()
      #expect(try await viewer.terminal.waitUntilQuiet() == list)
    }

    @Test("Session of a wide window resumes in a narrow one")
    func whatWasLeftInAWideWindowComesBackInANarrowOne() async throws {
      let viewer = try RealViewer()
      _ = try await viewer.see("40 systems")
      try await viewer.step("j", "j", see: "40 systems", selected: "Cluster ND")
      try await viewer.terminal.closeWindow()
      let narrow = try RealViewer(size: Size(rows: 10, columns: 40), home: viewer.home)
      try await narrow.step(see: "40 systems", selected: "Cluster ND")
    }

    @Test("hello of the README resumes after kill -9") func theHelloOfTheReadmeComesBackToo()
      async throws
    {
      let home = try TemporaryDirectory()
      let terminal = try TmuxTerminal(
        environment: RealViewer.environment(home), home: home,
        running: [BuiltProgram.path("hello")])
      _ = try await terminal.waitUntilQuiet()
      try terminal.type("Wörld")
      try await terminal.wait(for: "Hello, Wörld")
      try terminal.kill(SIGKILL)
      try await terminal.waitForDeath()
      try terminal.relaunch()
      try await terminal.wait(for: "Hello, Wörld")
    }
  }
}

extension RealViewer {
  /// Presses keys, waits for what they lead to, and sees to it that just that comes back after a
  /// kill, colours included.
  fileprivate func step(
    _ keys: Key..., see text: String, selected: String? = nil,
    at place: SourceLocation = #_sourceLocation
  ) async throws {
    let before = try await see(text, selected: selected, after: keys)
    let after = try await killAndRelaunch()
    #expect(
      before.withoutStatusLine == after.withoutStatusLine,
      """
      before:
      \(before.text.joined(separator: "\n"))
      after:
      \(after.text.joined(separator: "\n"))
      """, sourceLocation: place)
  }
}
