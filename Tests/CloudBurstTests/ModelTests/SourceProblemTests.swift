import Reprise
import Testing

@testable import CloudBurst

extension ModelTests {
  @Suite struct SourceProblemTests {
    static let all: [SourceProblem] = [
      .noSuchFile("a"), .notPermitted("a"), .notAFile("a", kind: "a socket"),
      .tooLarge("a", limit: 1 << 28), .unreadable("a", reason: "input/output error"),
      .folderWithoutList("a"), .empty("a"),
      .malformed("a", JSON.Malformed(line: 1, column: 2, reason: "a value is missing")),
      .notAList("a", kind: "an object", message: nil), .noSuchSystem(ResourceID("7")),
    ]

    @Test(arguments: all)
    func everyProblemIsASentenceThatEndsInAdvice(problem: SourceProblem) throws {
      let what = try #require(problem.errorDescription)
      #expect(what.hasSuffix(".") && what.contains(": "))
      #expect(problem.recoverySuggestion?.hasSuffix(".") == true)
    }

    @Test func aTornFileIsPlacedAndItsAdviceIsToFixIt() {
      let malformed = JSON.Malformed(line: 44, column: 1, reason: "the array isn't closed")
      let problem = SourceProblem.malformed("x.json", malformed)
      #expect(problem.errorDescription == "x.json, line 44, column 1: the array isn't closed.")
      #expect(
        problem.recoverySuggestion == "Fix the file, or name another with --unplugged=FILE.")
    }

    @Test(arguments: [
      (SourceProblem.empty("a"), ExitCode.data), (.noSuchFile("a"), .noInput),
      (.unreadable("a", reason: "input/output error"), .inputOutput),
      (.notPermitted("a"), .noPermission), (.noSuchSystem(ResourceID("7")), .noInput),
    ])
    func everyProblemHasAnExitCodeOfSysexits(problem: SourceProblem, code: ExitCode) {
      #expect(problem.exitCode == code)
    }

    @Test(arguments: [
      SourceProblem.noSuchFile("\u{1B}[31m"), .noSuchSystem(ResourceID("\u{1B}[31m")),
      .notAList("x", kind: "an object", message: "\u{1B}]0;title\u{7}"),
    ])
    func noMessageCarriesAnEscapeSequenceToTheTerminal(problem: SourceProblem) {
      #expect(problem.errorDescription?.unicodeScalars.contains { $0.value < 0x20 } == false)
    }

    @Test func aLongMessageOfAServerIsCut() {
      let problem = SourceProblem.notAList(
        "x", kind: "an object", message: String(repeating: "m", count: 5000))
      #expect((problem.errorDescription?.count ?? 0) < 300)
    }
  }
}
