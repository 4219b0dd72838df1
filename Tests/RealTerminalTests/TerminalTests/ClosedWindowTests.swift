import Testing

@testable import RepriseTesting

extension RealTerminalTests {
  /// A program that hangs when its window is closed is seen to, and outlives no test.
  @Suite struct ClosedWindowTests {
    @Test func aProgramThatStaysIsKilledWithItsTerminalAlone() async throws {
      var terminal: TmuxTerminal? = try TmuxTerminal(
        running: ["sh", "-c", "trap '' HUP; echo it stays; exec sleep 1000"])
      try await terminal?.wait(for: "it stays")
      let process = try #require(try terminal?.processIdentifier())
      terminal?.close()
      // Also a second time nothing happens to it.
      terminal?.close()
      #expect(TmuxTerminal.isRunning(process))
      terminal = nil
      try await waitUntil("its end") { !TmuxTerminal.isRunning(process) }
    }
  }
}
