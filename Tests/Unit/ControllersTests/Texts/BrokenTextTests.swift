import Testing

@testable import Controllers

@Suite struct BrokenTextTests {
  private typealias Place = BrokenText.Position

  private let text: BrokenText

  init() {
    text = BrokenText("abcdefgh\nxy")
    text.fit(3)
  }

  @Test("Scrolling down a text stops at each part of a wrapped line")
  func eachPartOfALineIsAPlaceOnTheWayDown() {
    #expect(text.parts(ofLine: 0).map(\.start) == [0, 3, 6])
    let places = (0...5).map { text.position($0, from: Place()) }
    #expect(
      places == [
        Place(), Place(line: 0, character: 3), Place(line: 0, character: 6), Place(line: 1),
        Place(line: 1), Place(line: 1),
      ])
  }

  @Test("Scrolling up a text stops at each part of a wrapped line") func andOnTheWayUp() {
    let places = (0...4).map { text.position(-$0, from: Place(line: 1)) }
    #expect(
      places == [
        Place(line: 1), Place(line: 0, character: 6), Place(line: 0, character: 3), Place(),
        Place(),
      ])
  }

  @Test("A text's last scroll position leaves no row empty") func theLastPlaceLeavesNoRowEmpty() {
    let places = (1...6).map { text.last(filling: $0) }
    #expect(
      places == [
        Place(line: 1), Place(line: 0, character: 6), Place(line: 0, character: 3), Place(),
        Place(),
        Place(),
      ])
  }

  @Test(
    "A text maps any position to the nearest wrapped part",
    arguments: [
      (0, 4, 0, 3), (0, 3, 0, 3), (0, 2, 0, 0), (0, -5, 0, 0), (0, 99, 0, 6), (-3, 5, 0, 3),
      (1, 0, 1, 0), (2, 1, 1, 0), (9, 99, 1, 0),
    ])
  func anyPlaceHasOneThatIsNearest(line: Int, character: Int, nearest: Int, start: Int) {
    #expect(
      text.position(nearest: Place(line: line, character: character))
        == Place(line: nearest, character: start))
  }

  /// The parts of a long line are kept, but not for another width.
  @Test("A text's long line is wrapped anew for another width")
  func aLongLineIsBrokenAnewForAnotherWidth() {
    let long = BrokenText(String(repeating: "x", count: 5_000))
    long.fit(10)
    #expect(long.parts(ofLine: 0).count == 500)
    long.fit(20)
    #expect(long.parts(ofLine: 0).count == 250)
    #expect(long.parts(ofLine: 0).last?.start == 4_980)
  }

  @Test("A text's match number exists only at a match") func onlyAMatchHasANumber() {
    let matches = TextMatches(of: TextQuery("a"), in: BrokenText("ba\nca"))
    let places = [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)].map { Place(line: $0, character: $1) }
    #expect(places.map { matches.number(at: $0) } == [nil, 0, nil, 1, nil])
  }
}
