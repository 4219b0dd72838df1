import Testing

@testable import Controllers

@Suite struct BrokenTextTests {
  private typealias Place = BrokenText.Place

  private let text: BrokenText

  init() {
    text = BrokenText("abcdefgh\nxy")
    text.fit(3)
  }

  @Test func eachPartOfALineIsAPlaceOnTheWayDown() {
    #expect(text.parts(ofLine: 0).map(\.start) == [0, 3, 6])
    let places = (0...5).map { text.place($0, from: Place()) }
    #expect(
      places == [
        Place(), Place(line: 0, character: 3), Place(line: 0, character: 6), Place(line: 1),
        Place(line: 1), Place(line: 1),
      ])
  }

  @Test func andOnTheWayUp() {
    let places = (0...4).map { text.place(-$0, from: Place(line: 1)) }
    #expect(
      places == [
        Place(line: 1), Place(line: 0, character: 6), Place(line: 0, character: 3), Place(),
        Place(),
      ])
  }

  @Test func onlyAMatchHasANumber() {
    let matches = TextMatches(of: TextQuery("a"), in: BrokenText("ba\nca"))
    let places = [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)].map { Place(line: $0, character: $1) }
    #expect(places.map { matches.number(at: $0) } == [nil, 0, nil, 1, nil])
  }
}
