import Foundation
import Testing

@testable import Documents

@Suite struct ToolRunTests {
  private func run(_ script: String, limit: Duration) throws -> ToolRun {
    try ToolRun("/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"], limit: limit)
  }

  @Test func aProgramThatEndsTellsItsCodeAndItsOutput() throws {
    let run = try run("echo said; exit 3", limit: .seconds(600))
    #expect(run.exitCode == 3)
    #expect(run.output == "said\n")
  }

  @Test func aProgramThatClosesItsOutputAndGoesOnIsEndedAtTheLimit() throws {
    let began = ContinuousClock.now
    let run = try run("echo said; exec >&- 2>&-; exec sleep 600", limit: .milliseconds(500))
    #expect(run.exitCode == nil)
    #expect(ContinuousClock.now - began < .seconds(300))
  }

  @Test func aProgramGetsNoMoreMemoryThanItIsGiven() throws {
    let run = try ToolRun(
      "/bin/sh", ["-c", "ulimit -d; cat", "a name"], environment: ["PATH": "/usr/bin:/bin"],
      input: Array("whole".utf8), memory: 1 << 30)
    #expect(run.exitCode == 0)
    // In KiB, or less where the whole session gets less.
    let lines = run.output.split(separator: "\n")
    #expect(lines.first.flatMap { Int($0) }.map { $0 <= 1 << 20 } == true)
    #expect(lines.last == "whole")
  }

  @Test func aProgramThatClosesItsOutputAndEndsLaterTellsItsCode() throws {
    let run = try run("exec >&- 2>&-; sleep 0.1; exit 4", limit: .seconds(600))
    #expect(run.exitCode == 4)
  }
}
