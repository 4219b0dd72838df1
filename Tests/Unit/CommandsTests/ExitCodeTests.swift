import Core
import Encryption
import Foundation
import Restoration
import Testing

@testable import Commands

@Suite struct ExitCodeTests {
  @Test(
    "Exit code of a sealing error",
    arguments: [
      (SealingError.missingLibrary("libcrypto.so.3"), ExitCode.unavailable),
      (.outOfMemory(bytes: 1 << 24), .unavailable), (.wrongPassword, .noPermission),
      (.changed, .data), (.newer(format: 2), .data),
    ])
  func aScriptLearnsWhySealingFailed(problem: SealingError, code: ExitCode) {
    #expect(ExitCode(problem) == code)
  }

  @Test(
    "Exit code of a file error",
    arguments: [
      (FileError.system("read", path: "x", code: EACCES), ExitCode.noPermission),
      (.system("read", path: "x", code: EPERM), .noPermission),
      (.system("written", path: "x", code: ENOSPC), .inputOutput),
      (.unsafe(path: "x", "it is a link"), .noPermission), (.linked(path: "x"), .noPermission),
      (.noHome, .cannotCreate),
    ])
  func aScriptLearnsWhyAFileFailed(problem: FileError, code: ExitCode) {
    #expect(ExitCode(problem) == code)
    #expect(ExitCode(SnapshotError.file(problem)) == code)
  }

  @Test(
    "Exit code of a session error",
    arguments: [
      (SnapshotError.unreadable("x"), ExitCode.data), (.newer(format: 9), .data),
      (.foreign(application: "x"), .data), (.sealed, .data), (.tooLarge(bytes: 1), .data),
      (.badName("/"), .usage), (.inUse(by: "x"), .temporaryFailure),
      (.takenOver, .temporaryFailure),
    ])
  func aScriptLearnsWhyASessionFailed(problem: SnapshotError, code: ExitCode) {
    #expect(ExitCode(problem) == code)
  }

  @Test("Exit codes of usage, output and other errors") func everyOtherProblemHasACodeToo() {
    #expect(ExitCode(UsageError("x", advice: "y")) == .usage)
    #expect(ExitCode(OutputError(code: EPIPE)) == .inputOutput)
    #expect(ExitCode(TooFewFiles(allowed: 3)) == .unavailable)
    #expect(ExitCode(CancellationError()) == .software)
  }
}
