import Testing

@testable import Commands

@Suite struct SuggestionTests {
  private let commands = ["list", "show", "certificates", "sessions", "completions", "help"]

  @Test(arguments: [
    ("lst", "list"), ("lsit", "list"), ("lists", "list"), ("shwo", "show"), ("LIST", "list"),
    ("sesions", "sessions"), ("certificate", "certificates"), ("cert", "certificates"),
    ("halp", "help"), ("sesins", "sessions"),
  ])
  func aSlipIsUnderstood(typed: String, meant: String) {
    #expect(Suggestion.nearest(to: typed, among: commands) == meant)
  }

  @Test(arguments: [
    "56", "LucaV", "portal-prod-00004", "li", "x", "", "shop floor", "list", "shwoo",
  ])
  func whatIsNotNearIsLeftAlone(word: String) {
    #expect(Suggestion.nearest(to: word, among: commands) == nil)
  }

  /// Of a word of two letters one is no resemblance.
  @Test func aShortWordIsNotTakenForAnother() {
    #expect(Suggestion.nearest(to: "lx", among: ["ls"]) == nil)
    #expect(Suggestion.nearest(to: "gett", among: ["get"]) == "get")
  }

  /// Few mistake the first letter.
  @Test(arguments: [["test", "next"], ["next", "test"], ["best", "rest", "next"]])
  func ofTwoThatAreAsNearTheOneWithTheSameFirstLetterIsMeant(words: [String]) {
    #expect(Suggestion.nearest(to: "nest", among: words) == "next")
  }

  @Test func swappedNeighboursAreOneSlip() {
    #expect(Suggestion.distance("lsit", "list") == 1)
    #expect(Suggestion.distance("", "abc") == 3)
    #expect(Suggestion.distance("abc", "abc") == 0)
  }
}
