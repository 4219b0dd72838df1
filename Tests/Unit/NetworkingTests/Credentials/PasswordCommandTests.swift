import Foundation
import Networking
import Testing

@Suite(.timeLimit(.minutes(5))) struct PasswordCommandTests {
  private func command(_ text: String, timeLimit: Duration = .seconds(20)) -> PasswordCommand {
    PasswordCommand(
      text, environment: ["PATH": "/usr/bin:/bin", "WORD": "sesame"], timeLimit: timeLimit)
  }

  private func problem(
    _ text: String, timeLimit: Duration = .seconds(20),
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> PasswordError? {
    await #expect(throws: PasswordError.self, sourceLocation: sourceLocation) {
      try await command(text, timeLimit: timeLimit).password()
    }
  }

  @Test(
    "A password command's first output line is the password",
    arguments: [
      (#"echo sesame"#, "sesame"), (#"printf sesame"#, "sesame"),
      (#"printf 'sesame\r\n'"#, "sesame"), (#"printf 'sesame\nuser: luca\n'"#, "sesame"),
      (#"printf ' open  sesame \n'"#, " open  sesame "), (#"echo "$WORD" | tr a-y b-z"#, "tftbnf"),
      (#"echo sésame"#, "sésame"), (#"echo noise >&2; echo sesame"#, "sesame"),
      (#"head -c 4096 /dev/zero | tr '\0' x"#, String(repeating: "x", count: 4096)),
    ]) func theFirstLineOfItsOutputIsThePassword(command: String, password: String) async throws
  {
    #expect(try await self.command(command).password().text == password)
    #expect(try await self.command(command).source.password()?.text == password)
  }

  @Test("A password command's failure reports its first error line only")
  func aFailureIsToldWithItsFirstErrorAndNothingOfItsOutput() async {
    let problem = await problem("echo sesame; echo; echo 'gpg: no key' >&2; exit 3")
    #expect(problem == .failed(.command, code: 3, line: "gpg: no key"))
    #expect(
      problem?.errorDescription
        == "The password command ended with exit code 3: “gpg: no key”.")
    #expect(problem?.recoverySuggestion != nil)
  }

  @Test("A password command's long error is truncated") func aLongErrorIsCut() async {
    let problem = await problem("head -c 100000 /dev/zero | tr '\\0' x >&2; exit 1")
    #expect(
      problem
        == .failed(.command, code: 1, line: String(repeating: "x", count: 199) + "…"))
  }

  @Test("A password command that is killed is reported with the signal")
  func aCommandThatIsKilledIsToldSo() async {
    let problem = await problem("echo sesame; kill -KILL $$")
    #expect(problem == .killed(.command, signal: SIGKILL, line: nil))
    #expect(problem?.errorDescription?.contains("signal 9") == true)
  }

  @Test("A password command ends at its time limit") func aCommandThatTakesTooLongIsEnded() async {
    let problem = await problem("echo sesame; sleep 1000", timeLimit: .seconds(1))
    #expect(problem == .timedOut(.command, seconds: 1))
  }

  @Test("A password command that prints for ever is ended") func aCommandWithoutAnEndIsEndedAtOnce()
    async
  {
    let problem = await problem("yes", timeLimit: .seconds(600))
    #expect(problem == .endless(.command, limit: 64 << 10))
    #expect(
      problem?.errorDescription == "The password command printed more than 64 KiB and was stopped.")
    #expect(problem?.recoverySuggestion?.contains("nothing else, as its first line") == true)
  }

  @Test(
    "A password command's empty first line is no password",
    arguments: ["true", "echo", "printf '\\r\\n'", "printf '\\nsesame\\n'"])
  func anEmptyFirstLineIsNoPassword(command: String) async {
    #expect(await problem(command) == .nothingPrinted)
  }

  @Test(
    "A password command's line of more than 4,096 bytes is refused", arguments: ["4097", "100000"])
  func aLineThatIsTooLongIsNoPassword(length: String) async {
    #expect(
      await problem("head -c \(length) /dev/zero | tr '\\0' x")
        == .tooLong(.command, limit: 4096))
  }

  @Test(
    "A password command's output that isn't UTF-8 is refused",
    arguments: [#"printf 'ses\377ame\n'"#, #"printf 'ses\0ame\n'"#, #"printf 's\303\n'"#])
  func whatIsNotTextIsNoPassword(command: String) async {
    #expect(await problem(command) == .notText(.command))
  }

  @Test("Cancelling the task ends the password command") func cancellingTheTaskEndsTheCommand()
    async throws
  {
    let fifo = try Fifo()
    let command = command("exec 3> '\(fifo.path)'; echo x >&3; sleep 1000")
    let task = Task { try await command.password() }
    try await fifo.waitForWord { task.cancel() }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
