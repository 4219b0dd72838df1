import Foundation
import RepriseTesting
import Testing

@testable import Restoration

@Suite struct CrashLoopGuardTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.file("attempts") }

  init() throws { directory = try TemporaryDirectory() }

  @Test("The crash-loop guard lowers the restore level with each failed start")
  func eachStartThatFailsResumesLess() throws {
    let starts = try (0..<6).map { _ in try CrashLoopGuard(path: path).begin() }
    #expect(
      starts == [.everything, .freshTop, .withoutTop, .rootOnly, .rootOnly, .rootOnly])
  }

  @Test("A successful start clears the crash-loop guard's mark")
  func aStartThatSucceedsClearsWhatWasBefore() throws {
    _ = try CrashLoopGuard(path: path).begin()
    let second = CrashLoopGuard(path: path)
    #expect(try second.begin() == .freshTop)
    second.pass()
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(try CrashLoopGuard(path: path).begin() == .everything)
  }

  @Test("A withdrawn start leaves the crash-loop guard's mark as it was")
  func aStartThatIsToldToEndCountsNeitherWay() throws {
    let first = CrashLoopGuard(path: path)
    _ = try first.begin()
    first.withdraw()
    #expect(!FileManager.default.fileExists(atPath: path))
    _ = try CrashLoopGuard(path: path).begin()
    for _ in 1...3 {
      let told = CrashLoopGuard(path: path)
      #expect(try told.begin() == .freshTop)
      told.withdraw()
    }
    #expect(try CrashLoopGuard(path: path).begin() == .freshTop)
  }

  @Test("A start that ended while shown is retried at the same restore level")
  func aStartThatEndedWhileItWasShownIsTriedOnceMore() throws {
    let starts = try (0..<8).map { _ in
      let crashLoopGuard = CrashLoopGuard(path: path)
      let restoreLevel = try crashLoopGuard.begin()
      crashLoopGuard.aboutToShow()
      return restoreLevel
    }
    #expect(
      starts == [
        .everything, .everything, .freshTop, .freshTop, .withoutTop, .withoutTop, .rootOnly,
        .rootOnly,
      ])
    // One that didn't get as far counts at once.
    #expect(try CrashLoopGuard(path: path).begin() == .rootOnly)
  }

  @Test("A start that has passed can't be withdrawn") func whatHasPassedCannotBeWithdrawn() throws {
    _ = try CrashLoopGuard(path: path).begin()
    let second = CrashLoopGuard(path: path)
    _ = try second.begin()
    second.pass()
    second.withdraw()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(
    "The crash-loop guard ignores an invalid mark",
    arguments: ["", "x", "-3", "99999999999999999999"])
  func aMarkThatMakesNoSenseCountsAsNone(text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    #expect(try CrashLoopGuard(path: path).begin() == .everything)
  }

  @Test("A withdrawn start isn't marked as shown") func aStartThatIsWithdrawnIsNotShownAnyMore()
    throws
  {
    _ = try CrashLoopGuard(path: path).begin()
    let told = CrashLoopGuard(path: path)
    #expect(try told.begin() == .freshTop)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "2\n")
    told.withdraw()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "1\n")
    told.aboutToShow()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "1\n")
  }

  @Test("A shown start is marked as shown until it has passed")
  func aStartThatIsShownIsMarkedAsThatUntilItHasPassed() throws {
    let start = CrashLoopGuard(path: path)
    try start.begin()
    start.aboutToShow()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "1 shown\n")
    start.pass()
    start.aboutToShow()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  /// A mark, what this start resumes, its own mark, and that when it is about to be shown.
  @Test(
    "The crash-loop guard's mark determines the restore level",
    arguments: [
      ("0\n", RestoreLevel.everything, "1\n", "1 shown\n"),
      ("0 shown\n", .everything, "1\n", "1 shown\n"), ("1\n", .freshTop, "2\n", "2 shown\n"),
      ("1 shown\n", .everything, "1\n", "1\n"), ("2 shown\n1\n", .freshTop, "2\n", "2\n"),
      ("2 seen\n", .withoutTop, "3\n", "3 shown\n"), ("3 shown\n", .withoutTop, "3\n", "3\n"),
      ("3\n", .rootOnly, "4\n", "4 shown\n"), ("9\n", .rootOnly, "4\n", "4 shown\n"),
      ("9 shown\n", .rootOnly, "4\n", "4\n"),
    ]) func theMarkOfTheStartBeforeSaysHowMuchIsResumed(
      mark: String, restoreLevel: RestoreLevel, own: String, shown: String
    ) throws
  {
    try directory.write("attempts", mark)
    let start = CrashLoopGuard(path: path)
    #expect(try start.begin() == restoreLevel && start.restoreLevel == restoreLevel)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == own)
    start.aboutToShow()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == shown)
    start.aboutToShow()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == shown)
  }
}
