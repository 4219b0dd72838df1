import Testing

@testable import Commands

@Suite struct SuggestionTests {
  private let commands = ["list", "show", "certificates", "sessions", "completions", "help"]

  @Test(
    "Suggestion for a mistyped word",
    arguments: [
      ("lst", "list"), ("lsit", "list"), ("lists", "list"), ("shwo", "show"), ("LIST", "list"),
      ("sesions", "sessions"), ("certificate", "certificates"), ("cert", "certificates"),
      ("halp", "help"), ("sesins", "sessions"), ("cer", "certificates"), ("xlist", "list"),
    ])
  func aSlipIsUnderstood(typed: String, meant: String) {
    #expect(Suggestion.nearest(to: typed, among: commands) == meant)
  }

  @Test(
    "Suggestion is nil for a word near none",
    arguments: [
      "56", "LucaV", "portal-prod-00004", "li", "x", "", "shop floor", "list", "shwoo", "sesinx",
      "certifxxxtes",
    ])
  func whatIsNotNearIsLeftAlone(word: String) {
    #expect(Suggestion.nearest(to: word, among: commands) == nil)
  }

  /// Of a word of two letters one is no resemblance.
  @Test("Suggestion is nil for a short word with another letter")
  func aShortWordIsNotTakenForAnother() {
    #expect(Suggestion.nearest(to: "lx", among: ["ls"]) == nil)
    #expect(Suggestion.nearest(to: "gett", among: ["get"]) == "get")
  }

  /// Few mistake the first letter.
  @Test(
    "Suggestion at equal distance prefers the same first letter",
    arguments: [["test", "next"], ["next", "test"], ["best", "rest", "next"]])
  func ofTwoThatAreAsNearTheOneWithTheSameFirstLetterIsMeant(words: [String]) {
    #expect(Suggestion.nearest(to: "nest", among: words) == "next")
  }

  @Test("Suggestion at equal distance and letter takes the first")
  func ofTwoThatAreAsNearInAllTheFirstIsMeant() {
    #expect(Suggestion.nearest(to: "nest", among: ["rest", "best"]) == "rest")
    #expect(Suggestion.nearest(to: "nest", among: ["best", "rest"]) == "best")
    #expect(Suggestion.nearest(to: "nest", among: ["neat", "next"]) == "neat")
  }

  /// However alike the first letters are.
  @Test("Suggestion takes the nearest, not the same first letter") func theNearerOneIsMeant() {
    #expect(Suggestion.nearest(to: "tested", among: ["texxed", "rested"]) == "rested")
    #expect(Suggestion.nearest(to: "tested", among: ["rested", "texxed"]) == "rested")
  }

  @Test("Edit distance of swapped neighbours is one") func swappedNeighboursAreOneSlip() {
    #expect(Suggestion.distance("lsit", "list") == 1)
    #expect(Suggestion.distance("ab", "ba") == 1)
    // Neighbours of which only one is the other's are none.
    #expect(Suggestion.distance("ab", "bc") == 2)
    #expect(Suggestion.distance("ab", "ca") == 2)
    #expect(Suggestion.distance("abc", "cba") == 2)
  }

  @Test(
    "Edit distance counts insertions, deletions, replacements",
    arguments: [
      ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("xabc", "abc", 1), ("abc", "xabc", 1),
      ("abcx", "abc", 1), ("abc", "abcx", 1), ("axc", "abc", 1), ("xyabc", "abc", 2),
      ("kitten", "sitting", 3),
    ])
  func eachLetterThatIsPutInLeftOutOrReplacedCounts(first: String, second: String, count: Int) {
    #expect(Suggestion.distance(first, second) == count)
  }
}
