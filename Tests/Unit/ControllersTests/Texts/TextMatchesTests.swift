import Testing

@testable import Controllers

@Suite struct TextMatchesTests {
  private func matches(_ query: String, _ text: String) -> TextMatches {
    TextMatches(of: TextQuery(query), in: BrokenText(text))
  }

  @Test("A text's matches are in the order of the text") func theyStandInTheOrderOfTheText() {
    let matches = matches("A", "a ba\n\nx\naa")
    #expect(matches.all.map(\.line) == [0, 0, 3, 3])
    #expect(matches.all.map(\.range) == [0..<1, 3..<4, 0..<1, 1..<2])
    #expect((0...4).map { matches.inLine($0).count } == [2, 0, 0, 2, 0])
    let places = [(0, 0), (0, 1), (0, 4), (1, 0), (3, 1), (3, 2), (9, 0)]
    #expect(
      places.map { matches.firstNumber(from: .init(line: $0.0, character: $0.1)) }
        == [0, 1, 2, 2, 3, 4, 4])
  }

  @Test(
    "A text's matches are counted and numbered",
    arguments: [
      ("", [nil: "0 matches"]), ("a", [nil: "1 match", 0: "match 1 of 1"]),
      ("aaa", [nil: "3 matches", 0: "match 1 of 3", 2: "match 3 of 3"]),
    ] as [(String, [Int?: String])])
  func theyAreCounted(text: String, words: [Int?: String]) {
    for (number, words) in words { #expect(matches("a", text).statusText(number) == words) }
  }

  /// In one line, or in one each.
  @Test("A text's matches are counted up to 10,000", arguments: [-1, 0, 1, 5], ["", "\n"])
  func noMoreAreCountedThanAnybodyGoesThrough(more: Int, separator: String) {
    let count = TextMatches.maximumCount + more
    let text = Array(repeating: "a", count: count).joined(separator: separator)
    let matches = matches("a", text)
    #expect(matches.all.count == min(count, TextMatches.maximumCount))
    #expect(matches.isCut == (more > 0))
    #expect(matches.statusText(nil) == (more > 0 ? "10000+ matches" : "\(count) matches"))
    #expect(matches.statusText(0) == (more > 0 ? "match 1 of 10000+" : "match 1 of \(count)"))
  }
}
