import Core
import Foundation
import Testing

@testable import Restoration

@Suite struct SnapshotErrorTests {
  static let all: [SnapshotError] = [
    .file(.system("opened", path: "/a/b", code: EACCES)),
    .file(.system("written", path: "/a/b", code: ENOSPC)),
    .file(.unsafe(path: "/a/b", "it is a folder")), .unreadable("line 1, column 1: no"),
    .newer(format: 9), .foreign(application: "patients"), .tooLarge(bytes: 3 << 20),
    .badName("a/b"), .file(.noHome), .file(.linked(path: "/a/b")),
  ]

  @Test("Every snapshot error has a reason and advice", arguments: all)
  func everyProblemSaysWhyAndWhatToDo(problem: SnapshotError) throws {
    let reason = try #require(problem.errorDescription)
    let advice = try #require(problem.recoverySuggestion)
    #expect(reason.hasSuffix(".") && advice.hasSuffix("."))
    #expect(!problem.brief.isEmpty)
    #expect(!problem.brief.hasSuffix(".") || problem.brief == reason)
  }

  /// The sentence stands beside it.
  @Test("A snapshot error without HOME is brief in the bottom line")
  func withoutAHomeTheBottomLineSaysSoOnce() {
    #expect(SnapshotError.file(.noHome).brief == "no home folder")
  }

  @Test("A full disk is a brief snapshot error with advice") func aFullDiskIsSaidInAFewWords() {
    let problem = SnapshotError.file(.system("written", path: "/a", code: ENOSPC))
    #expect(problem.brief == "no space left on device")
    #expect(problem.recoverySuggestion == "Free some space; saving then resumes.")
  }

  private static let words: [(problem: SnapshotError, brief: String, sentences: String)] = [
    (
      .file(.system("written", path: "/a", code: EDQUOT)), String(cString: strerror(EDQUOT)),
      "Free some space; saving then resumes."
    ),
    (
      .newer(format: 9), "This session uses snapshot format 9; this release reads up to 2.",
      "Open it with a newer release, or start over with --fresh."
    ),
    (
      .tooLarge(bytes: 3 << 20), "the session is too large",
      "The session needs 3072 KiB; at most 1024 KiB are saved. "
        + "Shorten what was typed; saving then resumes."
    ),
    (
      .inUse(by: "somebody"), "already open in somebody",
      "Already open in somebody. "
        + "Continue there, take it over with --take-over, or open another one with --session NAME."
    ),
    (
      .inUse(by: "process 7 on /dev/pts/3, since 1999-01-01 10:00"),
      "already open in process 7 (pts/3, since 1999-01-01 10:00)",
      "Already open in process 7 (pts/3, since 1999-01-01 10:00). "
        + "Continue there, take it over with --take-over, or open another one with --session NAME."
    ),
    (
      .takenOver, "taken over by another process",
      "This session was taken over by another process. "
        + "Continue there; changes here are no longer saved."
    ),
    (
      .foreign(application: "patients"), "This session was saved by “patients”.",
      "Open it with patients."
    ),
  ]

  @Test("Snapshot errors have a brief form and full sentences", arguments: words)
  func theBottomLineIsBriefAndTheRestIsBesideIt(
    problem: SnapshotError, brief: String, sentences: String
  ) {
    #expect(problem.brief.lowercased() == brief.lowercased())
    #expect(problem.sentences.hasSuffix(sentences))
    #expect(
      problem.sentences
        == "\(problem.errorDescription ?? "") \(problem.recoverySuggestion ?? "")")
  }
}
