import Files
import Foundation
@testable import Restoration
import Testing

@Suite struct SnapshotProblemTests {
  static let all: [SnapshotProblem] = [
    .file(.system("opened", path: "/a/b", code: EACCES)),
    .file(.system("written", path: "/a/b", code: ENOSPC)),
    .file(.unsafe(path: "/a/b", "it is a folder")), .unreadable("line 1, column 1: no"),
    .newer(format: 9), .foreign(application: "patients"), .tooLarge(bytes: 3 << 20),
    .badName("a/b"), .file(.noHome), .file(.linked(path: "/a/b")),
  ]

  @Test(arguments: all)
  func everyProblemSaysWhyAndWhatToDo(problem: SnapshotProblem) throws {
    let reason = try #require(problem.errorDescription)
    let advice = try #require(problem.recoverySuggestion)
    #expect(reason.hasSuffix(".") && advice.hasSuffix("."))
    #expect(!problem.brief.isEmpty)
    #expect(!problem.brief.hasSuffix(".") || problem.brief == reason)
  }

  /// The sentence stands beside it.
  @Test func withoutAHomeTheBottomLineSaysSoOnce() {
    #expect(SnapshotProblem.file(.noHome).brief == "no home folder")
  }

  @Test func aFullDiskIsSaidInAFewWords() {
    let problem = SnapshotProblem.file(.system("written", path: "/a", code: ENOSPC))
    #expect(problem.brief == "no space left on device")
    #expect(problem.recoverySuggestion == "Free some space; saving goes on by itself.")
  }
}
