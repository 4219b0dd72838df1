import Commands
import Sealing
import Testing

@Suite struct ExitCodeTests {
  @Test(arguments: [
    (SealingProblem.missingLibrary("libcrypto.so.3"), ExitCode.unavailable),
    (.outOfMemory(bytes: 1 << 24), .unavailable), (.wrongPassword, .noPermission),
    (.changed, .data), (.newer(format: 2), .data),
  ])
  func aScriptLearnsWhySealingFailed(problem: SealingProblem, code: ExitCode) {
    #expect(ExitCode(problem) == code)
  }
}
