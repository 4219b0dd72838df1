import Terminals
import Testing

@testable import Controllers

@Suite struct BannerLayoutTests {
  private func lines(
    _ phrases: [Banner.Phrase], aside: String = "id 7", columns: Int, rows: Int
  ) -> [String] {
    let banner = Banner(title: "", headline: "Somebody", aside: aside, phrases: phrases)
    return BannerLayout(banner, columns: columns, rows: rows).lines.map { line in
      var canvas = Canvas(size: Size(rows: 1, columns: columns))
      for piece in line {
        canvas.write(
          piece.text, row: 0, column: piece.column, style: piece.style, limit: piece.limit)
      }
      return String(canvas.picture.text(ofRow: 0).reversed().drop { $0 == " " }.reversed())
    }
  }

  private let phrases: [Banner.Phrase] = [
    .init("one", isVital: true), .init("two two two"), .init("three three", isVital: true),
  ]

  @Test("A banner's phrases follow each other and wrap")
  func phrasesFollowEachOtherAsFarAsThereIsRoom() {
    #expect(
      lines(phrases, columns: 40, rows: 5) == [
        " Somebody                          id 7", " one · two two two · three three",
      ])
    #expect(
      lines(phrases, columns: 20, rows: 5) == [
        " Somebody      id 7", " one · two two two", " three three",
      ])
  }

  @Test("A banner shortens a phrase that doesn't fit")
  func whereThereIsNoRoomForAllOfItItIsSaidShorter() {
    let phrases = [
      Banner.Phrase("one of many", short: "one", isVital: true), .init("two two two"),
    ]
    #expect(lines(phrases, columns: 32, rows: 2)[1] == " one of many · two two two")
    #expect(lines(phrases, columns: 22, rows: 2)[1] == " one · two two two")
    // A line of its own isn't enough for it either.
    #expect(lines(phrases, columns: 10, rows: 5)[2] == " one")
  }

  @Test("A banner shortens vital phrases when others don't fit")
  func whereNothingElseFitsWhatIsVitalIsSaidShorter() {
    let phrases = [
      Banner.Phrase("aaaa aaaa", short: "aa", isVital: true), .init("cccccccccccc"),
      .init("bbbb bbbb", short: "bb", isVital: true),
    ]
    #expect(lines(phrases, columns: 18, rows: 2)[1] == " aa · bb")
  }

  @Test(
    "A banner shows the longest aside that fits",
    arguments: [(40, "id 7 · id 8"), (20, "id 7 +1"), (17, "7 +1")])
  func theLongestAsideThatFitsIsShown(columns: Int, aside: String) {
    let banner = Banner(
      title: "", headline: "Somebody", aside: "id 7 · id 8", shorterAsides: ["id 7 +1", "7 +1"])
    let lines = BannerLayout(banner, columns: columns, rows: 3).lines
    #expect(lines.map(\.last?.text) == [aside])
  }

  @Test("A banner's lines below a marked headline start at the edge")
  func thoseBelowAMarkedHeadlineStandAtTheEdge() {
    let banner = Banner(
      title: "", mark: Mark("✕", .bad), headline: "Somebody", phrases: [.init("one")])
    let lines = BannerLayout(banner, columns: 30, rows: 3).lines
    #expect(lines.map { $0.map(\.column) } == [[1, 3], [1]])
  }

  @Test("A banner without room keeps its vital phrases") func whereThereIsNoRoomWhatIsVitalStays() {
    #expect(
      lines(phrases, columns: 22, rows: 2) == [" Somebody        id 7", " one · three three"])
  }

  @Test("A narrow banner moves its aside to the next line")
  func whatStandsAtTheRightMovesDownOnANarrowLine() {
    #expect(lines([], columns: 14, rows: 3) == [" Somebody", " id 7"])
  }

  @Test("A banner's layout tells whether vital phrases are cut")
  func itKnowsWhetherSomethingVitalIsCut() {
    func isWhole(rows: Int) -> Bool {
      BannerLayout(
        Banner(title: "", headline: "Somebody", phrases: phrases), columns: 12, rows: rows
      ).isWhole
    }
    #expect(!isWhole(rows: 2))
    #expect(isWhole(rows: 3))
  }

  @Test("A banner truncates vital phrases with an ellipsis")
  func whatIsVitalAndHasNoRoomIsCutAndNeverGoneUnsaid() {
    let long = [Banner.Phrase("one", isVital: true), .init("allergic to a lot", isVital: true)]
    #expect(lines(long, aside: "", columns: 18, rows: 2) == [" Somebody", " one · allergic …"])
    #expect(lines(long, aside: "", columns: 10, rows: 2) == [" Somebody", " one …"])
    let longer = [Banner.Phrase("died of something", isVital: true), long[1]]
    #expect(lines(longer, aside: "", columns: 12, rows: 2) == [" Somebody", " died of s…"])
  }
}
