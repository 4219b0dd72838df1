import Foundation
import Reprise
import RepriseTesting
import Testing

extension EndToEndTests {
  /// A program that crashes by itself gives the terminal back, says why, and comes back as it was
  /// painted last.
  @Suite struct CrashTests {
    @Test("Trap and abort keep the last screen and terminal modes", arguments: ["x", "a"] as [Key])
    func aTrapAndAnAbortInTheMiddleCostNothingThatWasSeen(key: Key) async throws {
      let shell = try Shell()
      // A core file is of no use to anybody here.
      try await shell.run("ulimit -c 0")
      let found = try await shell.modes()
      let probe = try BuiltProgram.path("Probe")
      try await shell.enter("clear; \(probe)")
      try await shell.terminal.wait(for: "count 0, data")
      try shell.terminal.press("p", "+", "+")
      try await shell.terminal.wait(for: "count 2, data")
      let last = try await shell.terminal.waitUntilQuiet()
      for _ in 1...2 {
        try shell.terminal.press(key)
        let codes = key == "a" ? [SIGABRT] : [SIGILL, SIGTRAP]
        let code = try #require(try await shell.exitCodeOfViewer())
        #expect(codes.contains(code - 128))
        #expect(try shell.terminal.modes() == TmuxTerminal.rightModes)
        // What Swift said of it can be read, below what stood there.
        if key == "x" { try await shell.terminal.wait(for: "asked to trap at a key") }
        #expect(try await shell.modes() == found)
        try await shell.enter("clear; \(probe)")
        try await shell.terminal.wait(for: "count 2, data")
        #expect(try await shell.terminal.waitUntilQuiet() == last)
      }
    }
  }
}
