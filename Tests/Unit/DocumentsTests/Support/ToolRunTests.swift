import Foundation
import RepriseTesting
import Testing

@testable import Documents

@Suite struct ToolRunTests {
  private func run(_ script: String, limit: Duration) throws -> ToolRun {
    try ToolRun("/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"], limit: limit)
  }

  @Test("Tool run returns exit code and output") func aProgramThatEndsTellsItsCodeAndItsOutput()
    throws
  {
    let run = try run("echo said; exit 3", limit: .seconds(600))
    #expect(run.exitCode == 3)
    #expect(run.output == "said\n")
  }

  @Test("Tool run ends a program at the time limit though output is closed")
  func aProgramThatClosesItsOutputAndGoesOnIsEndedAtTheLimit() throws {
    let began = ContinuousClock.now
    let run = try run("echo said; exec >&- 2>&-; exec sleep 600", limit: .milliseconds(500))
    #expect(run.exitCode == nil)
    #expect(ContinuousClock.now - began < .seconds(300))
  }

  @Test("Tool run limits the memory of the program") func aProgramGetsNoMoreMemoryThanItIsGiven()
    throws
  {
    let run = try ToolRun(
      "/bin/sh", ["-c", "ulimit -d; cat", "a name"], environment: ["PATH": "/usr/bin:/bin"],
      input: Array("whole".utf8), memory: 1 << 30)
    #expect(run.exitCode == 0)
    // In KiB, or less where the whole session gets less.
    let lines = run.output.split(separator: "\n")
    #expect(lines.first.flatMap { Int($0) }.map { $0 <= 1 << 20 } == true)
    #expect(lines.last == "whole")
  }

  @Test("Tool run waits for the exit code after output is closed")
  func aProgramThatClosesItsOutputAndEndsLaterTellsItsCode() throws {
    let run = try run("exec >&- 2>&-; sleep 0.1; exit 4", limit: .seconds(600))
    #expect(run.exitCode == 4)
  }

  /// A program that says more than anybody wants to hear is ended.
  @Test("Tool run limits the bytes of output") func theOutputHasAtMostAsManyBytesAsWereAskedFor()
    throws
  {
    func run(_ mostBytes: Int) throws -> ToolRun {
      try ToolRun(
        "/bin/sh", ["-c", "printf 12345; exit 3"], environment: [:], limit: .seconds(600),
        mostBytes: mostBytes)
    }
    for count in [3, 4] {
      let run = try run(count)
      #expect(run.output == String("12345".prefix(count)))
      #expect(run.exitCode == nil)
    }
    #expect(try run(5).output == "12345")
    #expect(try run(5).exitCode == 3)
  }

  @Test("Tool run of a missing program throws") func whatIsNoProgramIsSaid() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("nothing")
    let reason = String(cString: strerror(ENOENT))
    #expect(throws: DocumentError.program(name: path, reason: reason)) {
      try ToolRun(path, [], environment: [:])
    }
  }

  @Test("Tool run passes all of its input or none")
  func withoutInputThereIsNothingToReadAndWithItAllOfIt() throws {
    let script = "while read -r line; do echo \"<$line>\"; done"
    func run(_ input: [UInt8]?) throws -> String {
      try ToolRun("/bin/sh", ["-c", script], environment: [:], input: input).output
    }
    #expect(try run(nil) == "")
    #expect(try run([]) == "")
    #expect(try run(Array("one\ntwo\n".utf8)) == "<one>\n<two>\n")
  }

  /// In a process of its own, in which the first file that is opened has the number 0.
  @Test("Tool run passes its input without standard input")
  func aProcessWithoutStandardInputGivesAProgramItsInputAllTheSame() async {
    await #expect(processExitsWith: .success) {
      close(STDIN_FILENO)
      let run = try ToolRun(
        "/bin/sh", ["-c", "read -r line; echo \"<$line>\""], environment: [:],
        input: Array("one\n".utf8))
      #expect(run.output == "<one>\n")
    }
  }
}
