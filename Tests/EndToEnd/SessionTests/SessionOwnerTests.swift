import Foundation
import Reprise
import RepriseTesting
import Testing

extension EndToEndTests {
  /// A session has one owner, and a second viewer says who that is.
  @Suite struct SessionOwnerTests {
    @Test("Session open elsewhere is refused and its process named")
    func aSessionInUseIsRefusedAndItsOwnerNamed() async throws {
      let owner = try RealViewer()
      let list = try await owner.see("40 systems")
      let process = try owner.terminal.processIdentifier()
      let second = try RealViewer("--session", "main", home: owner.home)
      #expect(try await second.terminal.end() == .exit(code: ExitCode.temporaryFailure.rawValue))
      #expect(try second.terminal.screen().joined().contains("process \(process) (pts/"))
      #expect(try owner.terminal.screenWithStyles() == list)
    }

    @Test("Session taken over belongs to the new process only")
    func aSessionTakenOverIsTheTakersAlone() async throws {
      let owner = try RealViewer()
      let list = try await owner.see("40 systems")
      let taker = try RealViewer("--take-over", home: owner.home)
      _ = try await taker.see("40 systems")
      #expect(try taker.terminal.screenWithStyles() == list)
      // Whoever had it says so, and writes into it no more.
      _ = try await owner.see("not saving: ", after: .down)
      #expect(try await taker.killAndRelaunch() == list)
    }

    @Test("Stopped process whose session was taken over writes nothing")
    func aStoppedOwnerThatWakesLateWritesNothingAndSaysWhy() async throws {
      let shell = try Shell()
      _ = try await shell.startViewer()
      try await shell.terminal.wait(for: "40 systems")
      try shell.terminal.press(.control("z"))
      try await shell.terminal.wait(for: Shell.stopped)

      let taker = try RealViewer("--take-over", home: shell.home)
      let list = try await taker.see("40 systems", selected: "Batch Scheduler", after: .down)
      try await shell.enter("clear; fg")
      try await shell.terminal.wait(for: "40 systems")
      try shell.terminal.press(.end)
      try await shell.terminal.wait(for: "not saving: taken over by another process")
      #expect(try await taker.killAndRelaunch() == list)
    }

    @Test("Session of a killed process is free to open") func aKilledOwnerIsNoOwner() async throws {
      let owner = try RealViewer()
      let list = try await owner.see("40 systems")
      try owner.terminal.kill(SIGKILL)
      try await owner.terminal.waitForDeath()
      let second = try RealViewer(home: owner.home)
      #expect(try await second.terminal.waitUntilQuiet() == list)
    }
  }
}
