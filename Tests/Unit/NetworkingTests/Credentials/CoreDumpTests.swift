import Foundation
import RepriseTesting
import Testing

@Suite struct CoreDumpTests {
  /// Lets the probe abort, where core dumps are allowed, in a folder of its own.
  private func abort(_ arguments: String...) throws -> (run: ProgramRun, files: [String]) {
    let directory = try TemporaryDirectory()
    let script = "ulimit -c hard 2> /dev/null; cd \"$0\" && exec \"$@\""
    let run = try ProgramRun(
      "/bin/sh", ["-c", script, directory.path, BuiltProgram.path("Probe"), "abort"] + arguments,
      environment: SafeEnvironment.variables(["SWIFT_BACKTRACE": "enable=yes,color=no"]))
    return (run, try directory.files())
  }

  @Test func aProcessThatReadAPasswordLeavesNoCoreDump() throws {
    let (run, files) = try abort("echo sesame")
    #expect(run.outputText == "forbidden: true\n")
    #expect(run.exitCode == 128 + SIGABRT)
    #expect(files.isEmpty)
    // Swift's account of a crash shows what the registers point to.
    #expect(run.errorText == "")
  }

  /// What the test above would see if nothing were forbidden.
  @Test("A process that read no password may leave a core dump") func oneThatDidNotMayLeaveOne()
    throws
  {
    let (run, _) = try abort()
    #expect(run.outputText == "forbidden: false\n")
    #expect(run.exitCode == 128 + SIGABRT)
  }
}
