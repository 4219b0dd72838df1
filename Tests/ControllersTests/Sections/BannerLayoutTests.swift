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

  @Test func phrasesFollowEachOtherAsFarAsThereIsRoom() {
    #expect(
      lines(phrases, columns: 40, rows: 5) == [
        " Somebody                          id 7", " one · two two two · three three",
      ])
    #expect(
      lines(phrases, columns: 20, rows: 5) == [
        " Somebody      id 7", " one · two two two", " three three",
      ])
  }

  @Test func whereThereIsNoRoomWhatIsVitalStays() {
    #expect(
      lines(phrases, columns: 22, rows: 2) == [" Somebody        id 7", " one · three three"])
  }

  @Test func whatStandsAtTheRightMovesDownOnANarrowLine() {
    #expect(lines([], columns: 14, rows: 3) == [" Somebody", " id 7"])
  }

  @Test func whatIsVitalAndHasNoRoomIsCutAndNeverGoneUnsaid() {
    let long = [Banner.Phrase("one", isVital: true), .init("allergic to a lot", isVital: true)]
    #expect(lines(long, aside: "", columns: 18, rows: 2) == [" Somebody", " one · allergic …"])
    #expect(lines(long, aside: "", columns: 10, rows: 2) == [" Somebody", " one …"])
    let longer = [Banner.Phrase("died of something", isVital: true), long[1]]
    #expect(lines(longer, aside: "", columns: 12, rows: 2) == [" Somebody", " died of s…"])
  }
}
