import Networking
import Testing
import Values

@Suite struct ReplayProblemTests {
  static let all: [ReplayProblem] = [
    .noSuchFile("a"), .notPermitted("a"), .notAFile("a", kind: "a socket"),
    .tooLarge("a", limit: 1 << 28), .unreadable("a", reason: "input/output error"),
    .notRecorded("a", name: "b.json"), .empty("a"),
    .malformed("a", JSON.Malformed(line: 1, column: 2, reason: "a value is missing")),
    .unexpected("a", kind: "an object", expected: "a list", message: nil),
    .unwritable("a", reason: "read-only file system"),
  ]

  @Test(arguments: all)
  func everyProblemIsASentenceThatEndsInAdvice(problem: ReplayProblem) throws {
    let what = try #require(problem.errorDescription)
    #expect(what.hasSuffix(".") && what.contains(": "))
    #expect(problem.recoverySuggestion?.hasSuffix(".") == true)
  }

  @Test func aTornFileIsPlacedAndItsAdviceIsToFixIt() {
    let malformed = JSON.Malformed(line: 44, column: 1, reason: "the array isn't closed")
    let problem = ReplayProblem.malformed("x.json", malformed)
    #expect(problem.errorDescription == "x.json, line 44, column 1: the array isn't closed.")
    #expect(
      problem.recoverySuggestion == "Fix the file, or name another with --unplugged=FILE.")
  }

  @Test func aLongMessageOfAServerIsCut() {
    let problem = ReplayProblem.unexpected(
      "x", kind: "an object", expected: "a list", message: String(repeating: "m", count: 5000))
    #expect((problem.errorDescription?.count ?? 0) < 300)
  }
}
