import Foundation
import Reprise
import RepriseTesting
import Testing

extension EndToEndTests {
  /// Whatever was shown is nobody's business who comes to the terminal next.
  @Suite struct ExitReasonTests {
    @Test(
      "Terminal without a second screen is cleared at the end", arguments: ["linux", "vt220"],
      [nil, SIGTERM, SIGSEGV] as [Int32?])
    func whereThereIsNoSecondScreenNothingStays(type: String, signal: Int32?) async throws {
      let shell = try Shell()
      let viewer = try BuiltProgram.path("cloudburst")
      try await shell.run("ulimit -c 0")
      let line = "sh -c 'echo $$ > \"$HOME/viewer.pid\"; exec \"$0\" --unplugged' \(viewer)"
      try await shell.enter("clear; TERM=\(type) \(line)")
      try await shell.terminal.wait(for: "40 systems")
      if let signal {
        #expect(Foundation.kill(try shell.viewer(), signal) == 0)
      } else {
        try shell.terminal.press("q")
      }
      try await shell.terminal.wait(for: "ready$")
      let left = try shell.terminal.screen().joined(separator: "\n")
      #expect(!left.contains("systems") && !left.contains("CloudBurst"), "\(left)")
    }
  }
}
