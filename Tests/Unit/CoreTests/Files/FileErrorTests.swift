import Core
import Foundation
import Testing

@Suite struct FileErrorTests {
  @Test(
    "File errors say what happened and what to do",
    arguments: [
      .system("opened", path: "/a/b", code: EACCES), .system("written", path: "/a/b", code: ENOSPC),
      .unsafe(path: "/a/b", "it is a folder"), .linked(path: "/a/b"), .noHome,
      .untrusted(path: "/a/b", isOtherUsers: true),
      .otherUsersHome(path: "/a", owner: "ada", variable: "HOME"),
      .otherUsersHome(path: "/a", owner: "ada", variable: "XDG_STATE_HOME"),
    ] as [FileError])
  func everyProblemSaysWhyAndWhatToDo(problem: FileError) throws {
    let what = try #require(problem.errorDescription)
    let advice = try #require(problem.recoverySuggestion)
    #expect(what.hasSuffix(".") && advice.hasSuffix("."))
    #expect(problem.reason.hasSuffix(".") && !problem.brief.hasSuffix("."))
    // A file knows nothing of what it is for.
    #expect(!(what + advice + problem.brief).contains("session"))
  }

  @Test("File error names its path once") func aPathIsNamedOnce() {
    let problem = FileError.unsafe(path: "/a/b", "it is a folder")
    #expect(problem.errorDescription == "/a/b isn't used: it is a folder.")
    #expect(problem.reason == "/a/b: it is a folder.")
    #expect(problem.brief == "it is a folder")
  }

  @Test("File error of a hard link advises to put a copy in its place")
  func whoCopiedAFolderWithHardLinksIsToldSo() {
    let problem = FileError.linked(path: "/a/b")
    #expect(
      problem.errorDescription
        == "/a/b isn't used: the file has several names (hard links, as cp -al makes them).")
    #expect(problem.reason.hasPrefix("/a/b: it has several names"))
    #expect(problem.recoverySuggestion?.contains("Replace it with a copy") == true)
  }

  @Test("File error of a full disk is brief and advises to free space")
  func aFullDiskIsSaidInAFewWords() {
    let problem = FileError.system("written", path: "/a", code: ENOSPC)
    #expect(problem.brief == "no space left on device")
    #expect(problem.recoverySuggestion == "Free some space.")
  }
}
