import Foundation
import Testing

@testable import RepriseTesting

extension EndToEndTests {
  /// A program that hangs when its window is closed is seen to, and outlives no test.
  @Suite struct ClosedWindowTests {
    @Test("Test terminal kills its program when released, not when closed")
    func aProgramThatStaysIsKilledWithItsTerminalAlone() async throws {
      var terminal: TmuxTerminal? = try TmuxTerminal(
        running: ["sh", "-c", "trap '' HUP; echo it stays; exec sleep 1000"])
      try await terminal?.wait(for: "it stays")
      let process = try #require(try terminal?.processIdentifier())
      terminal?.close()
      // Also a second time nothing happens to it.
      terminal?.close()
      #expect(ProcessTable.isRunning(process))
      terminal = nil
      try await waitUntil("its end") { !ProcessTable.isRunning(process) }
    }

    /// Otherwise what it saves would be written into a home that was deleted.
    @Test("Test terminal waits for the program of a shell when closed")
    func aShellsProgramIsWaitedForToo() async throws {
      let home = try TemporaryDirectory()
      let terminal = try await Self.slowToSave(in: home, before: "exec sleep 1000")
      terminal.close()
      #expect(try home.files().contains("saved"))
    }

    @Test("Test terminal waits for a program that is replaced")
    func aProgramThatIsReplacedIsWaitedForToo() async throws {
      let home = try TemporaryDirectory()
      let terminal = try await Self.slowToSave(in: home, before: "wait")
      try terminal.relaunch(["sleep", "1000"])
      #expect(try home.files().contains("saved"))
    }

    /// In a process of its own, in which the owners of both are still there at the end.
    @Test("Test terminal ends before its home is deleted at exit")
    func atTheProcessesEndTheHomeGoesAfterTheTerminal() async {
      await #expect(processExitsWith: .success) {
        // Called after all that is registered later.
        atexit {
          guard let home = getenv("ITS_HOME"), let process = getenv("ITS_PROCESS") else { _exit(2) }
          if access(home, F_OK) == 0 || ProcessTable.isRunning(atoi(process)) {
            _exit(EXIT_FAILURE)
          }
        }
        let home = try TemporaryDirectory()
        let terminal = try await ClosedWindowTests.slowToSave(in: home, before: "wait")
        setenv("ITS_HOME", home.path, 1)
        setenv("ITS_PROCESS", String(try terminal.processIdentifier()), 1)
        withExtendedLifetime((home, terminal)) { exit(EXIT_SUCCESS) }
      }
    }

    /// Starts a shell with a program that needs a while to save at SIGHUP, and makes folders where
    /// there are none.
    private static func slowToSave(
      in home: TemporaryDirectory, before last: String
    ) async throws -> TmuxTerminal {
      let terminal = try TmuxTerminal(
        home: home,
        running: [
          "sh", "-c",
          """
          trap : HUP
          (trap 'sleep 0.3; mkdir -p "$HOME/saved"; exit' HUP; echo ready; while :; do sleep 0.01; done) &
          \(last)
          """,
        ])
      try await terminal.wait(for: "ready")
      return terminal
    }
  }
}
