import Core
import Networking
import Testing

@Suite struct ReplayErrorTests {
  static let all: [ReplayError] = [
    .noSuchFile("a"), .notPermitted("a"), .notAFile("a", kind: "a socket"),
    .tooLarge("a", limit: 1 << 28), .unreadable("a", reason: "input/output error"),
    .notRecorded("a", name: "b.json"), .empty("a"),
    .malformed("a", JSON.Malformed(line: 1, column: 2, reason: "a value is missing")),
    .unexpected("a", kind: "an object", expected: "a list", message: nil),
    .unwritable("a", reason: "read-only file system"),
  ]

  @Test("Every replay error has a description and advice", arguments: all)
  func everyProblemIsASentenceThatEndsInAdvice(problem: ReplayError) throws {
    let what = try #require(problem.errorDescription)
    #expect(what.hasSuffix(".") && what.contains(": "))
    #expect(problem.recoverySuggestion?.hasSuffix(".") == true)
  }

  @Test("A malformed recording's error has line and column")
  func aTornFileIsPlacedAndItsAdviceIsToFixIt() {
    let malformed = JSON.Malformed(line: 44, column: 1, reason: "the array isn't closed")
    let problem = ReplayError.malformed("x.json", malformed)
    #expect(problem.errorDescription == "x.json, line 44, column 1: the array isn't closed.")
    #expect(
      problem.recoverySuggestion == "Fix the file, or name another with --unplugged=FILE.")
  }

  @Test(
    "A replay error quotes the first line of the server's message",
    arguments: [
      (nil, "."), ("", "; it says “”."), ("Down.\nSee the log.", "; it says “Down.”."),
      (
        String(repeating: "m", count: 200),
        "; it says “" + String(repeating: "m", count: 200) + "”."
      ),
      (
        String(repeating: "m", count: 201),
        "; it says “" + String(repeating: "m", count: 199) + "…”."
      ),
    ] as [(String?, String)]) func aServersFirstLineIsQuoted(message: String?, ending: String)
  {
    let problem = ReplayError.unexpected(
      "", kind: "an object", expected: "a list", message: message)
    #expect(problem.errorDescription == "“”: this is an object, not a list" + ending)
  }

  @Test("Every replay error has its own advice") func eachHasItsOwnAdvice() {
    #expect(
      Self.all.map(\.recoverySuggestion) == [
        "Put the file there", "Make the file readable", "Put a recorded answer there", "Shorten it",
        "Check the disk", "Put a recorded answer there", "Put a recorded answer there",
        "Fix the file", "Put a recorded answer there",
      ].map { $0 + ", or name another with --unplugged=FILE." } + [
        "Name another folder with --record DIR."
      ])
    #expect(Self.all[3].errorDescription == "a: it has more than 256 MiB.")
  }
}
