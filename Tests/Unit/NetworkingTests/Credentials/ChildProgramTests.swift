import Core
import Foundation
import RepriseTesting
import Testing

@testable import Networking

@Suite(.timeLimit(.minutes(5))) struct ChildProgramTests {
  private func shell(_ script: String, timeLimit: Duration = .seconds(20)) -> ChildProgram {
    ChildProgram(
      path: "/bin/sh", arguments: ["-c", script],
      environment: ["PATH": "/usr/bin:/bin", "GREETING": "hello"], timeLimit: timeLimit)
  }

  @Test("A child program's output, errors and exit code are returned")
  func itsOutputErrorsAndEndAreTold() async throws {
    let run = try await shell("echo \"$GREETING\"; echo oh >&2; exit 7").run()
    #expect(run.end == .exit(code: 7))
    #expect(run.output.text == "hello\n")
    #expect(run.errors.text == "oh\n")
  }

  @Test("A child program reads its input to the end")
  func itReadsItsInputToTheEndAndNothingWithoutOne() async throws {
    #expect(try await shell("cat; echo .").run(input: Secret("word")).output.text == "word.\n")
    #expect(try await shell("cat; echo .").run().output.text == ".\n")
  }

  @Test("A child program may leave its input unread") func anInputThatNobodyReadsIsNoHindrance()
    async throws
  {
    let input = Secret(String(repeating: "x", count: ChildProgram.inputLimit))
    #expect(try await shell("exit 0").run(input: input).end == .exit(code: 0))
  }

  @Test("A child program's input beyond the pipe's size is refused")
  func anInputThatNoPipeTakesAtOnceIsRefused() async throws {
    let input = Secret(String(repeating: "x", count: ChildProgram.inputLimit + 1))
    await #expect(throws: POSIXError.self) { try await shell("cat").run(input: input) }
  }

  @Test("A child program's errors are kept up to 64 KiB")
  func noMoreThan64KiBOfTheErrorsAreKeptAndTheRestIsTakenFromIt() async throws {
    let run = try await shell("head -c 300000 /dev/zero | tr '\\0' x >&2; exit 3").run()
    #expect(run.end == .exit(code: 3))
    #expect(run.errors.text == String(repeating: "x", count: 64 << 10))
  }

  @Test("A child program's background process isn't waited for")
  func whatItLeavesRunningIsNotWaitedFor() async throws {
    let run = try await shell("sleep 1000 & echo $!").run()
    #expect(run.end == .exit(code: 0))
    let process = try #require(pid_t(run.output.text.trimmingCharacters(in: .newlines)))
    // It isn't ended either.
    #expect(kill(process, SIGKILL) == 0)
  }

  /// An agent that a password command starts hears and says something long after the command.
  @Test("A child program's background process goes on") func whatItLeavesRunningGoesOn()
    async throws
  {
    let directory = try TemporaryDirectory()
    let fifo = directory.file("fifo")
    try #require(mkfifo(fifo, 0o600) == 0)
    try directory.write("heard", "")
    let run = try await shell("cat '\(fifo)' > '\(directory.file("heard"))' & exit 0").run()
    #expect(run.end == .exit(code: 0))
    // Open for both, so that nobody waits for anybody here.
    let pipe = open(fifo, O_RDWR | O_CLOEXEC)
    try #require(pipe >= 0)
    defer { close(pipe) }
    #expect(write(pipe, "word", 4) == 4)
    try await waitUntil("the word is heard") {
      try directory.bytes("heard") == Array("word".utf8)
    }
  }

  @Test("A child program that prints for ever ends at its time limit")
  func oneThatNeverStopsPrintingEndsAtItsTimeLimit() async throws {
    let run = try await shell("yes >&2", timeLimit: .milliseconds(200)).run()
    #expect(run.end == .timeLimit)
  }

  /// Its time limit isn't waited for: the one of these tests would come first.
  @Test(
    "A child program that prints more than 64 KiB is ended",
    arguments: ["yes", "head -c 65537 /dev/zero; exec sleep 600"])
  func oneThatPrintsMoreThan64KiBIsEndedThen(script: String) async throws {
    let run = try await shell(script, timeLimit: .seconds(600)).run()
    #expect(run.end == .outputLimit)
    #expect(run.output.withBytes(\.count) == 64 << 10)
  }

  @Test("A child program may print exactly 64 KiB") func exactly64KiBAreNotTooMuch() async throws {
    #expect(try await shell("head -c 65536 /dev/zero").run().end == .exit(code: 0))
  }

  @Test("A child program that waits for ever ends at its time limit")
  func oneThatWaitsForEverEndsAtItsTimeLimit() async throws {
    let run = try await shell("trap '' TERM; sleep 1000", timeLimit: .milliseconds(200)).run()
    #expect(run.end == .timeLimit)
  }

  @Test("Cancelling ends a child program and all that it started")
  func cancellingTheTaskEndsItAndAllThatItStarted() async throws {
    let fifo = try Fifo()
    let program = shell("trap '' TERM; exec 3> '\(fifo.path)'; sleep 1000 & echo x >&3; wait")
    let task = Task { try await program.run() }
    try await fifo.waitForWord { task.cancel() }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("A cancelled task starts no child program") func aTaskThatIsCancelledAlreadyStartsNothing()
    async throws
  {
    let directory = try TemporaryDirectory()
    let program = shell("touch '\(directory.file("started"))'")
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await program.run()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try directory.files().isEmpty)
  }

  @Test("A missing child program throws ENOENT") func oneThatIsNotThereIsRefused() async {
    let program = ChildProgram(
      path: "/nonexistent/program", arguments: [], environment: [:], timeLimit: .seconds(1))
    let error = await #expect(throws: POSIXError.self) { try await program.run() }
    #expect(error?.code == .ENOENT)
  }

  @Test("A child program inherits no open file") func itHasNoFileOfThisProcess() async throws {
    // As a library may open one, or hand it down.
    let file = dup(STDERR_FILENO)
    defer { close(file) }
    let run = try await shell("if (: <&\(file)) 2> /dev/null; then echo open; fi").run()
    #expect(run.output.text == "")
  }
}
