import Files
import Foundation
import Restoration
import Sealing
import Testing

@testable import Commands

@Suite struct ExitCodeTests {
  @Test(arguments: [
    (SealingProblem.missingLibrary("libcrypto.so.3"), ExitCode.unavailable),
    (.outOfMemory(bytes: 1 << 24), .unavailable), (.wrongPassword, .noPermission),
    (.changed, .data), (.newer(format: 2), .data),
  ])
  func aScriptLearnsWhySealingFailed(problem: SealingProblem, code: ExitCode) {
    #expect(ExitCode(problem) == code)
  }

  @Test(arguments: [
    (FileProblem.system("read", path: "x", code: EACCES), ExitCode.noPermission),
    (.system("read", path: "x", code: EPERM), .noPermission),
    (.system("written", path: "x", code: ENOSPC), .inputOutput),
    (.unsafe(path: "x", "it is a link"), .noPermission), (.linked(path: "x"), .noPermission),
    (.noHome, .cannotCreate),
  ])
  func aScriptLearnsWhyAFileFailed(problem: FileProblem, code: ExitCode) {
    #expect(ExitCode(problem) == code)
    #expect(ExitCode(SnapshotProblem.file(problem)) == code)
  }

  @Test(arguments: [
    (SnapshotProblem.unreadable("x"), ExitCode.data), (.newer(format: 9), .data),
    (.foreign(application: "x"), .data), (.sealed, .data), (.tooLarge(bytes: 1), .data),
    (.badName("/"), .usage), (.inUse(by: "x"), .temporaryFailure), (.takenOver, .temporaryFailure),
  ])
  func aScriptLearnsWhyASessionFailed(problem: SnapshotProblem, code: ExitCode) {
    #expect(ExitCode(problem) == code)
  }

  @Test func everyOtherProblemHasACodeToo() {
    #expect(ExitCode(UsageProblem("x", advice: "y")) == .usage)
    #expect(ExitCode(OutputProblem(code: EPIPE)) == .inputOutput)
    #expect(ExitCode(TooFewFiles(allowed: 3)) == .unavailable)
    #expect(ExitCode(CancellationError()) == .software)
  }
}
