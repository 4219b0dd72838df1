import Terminals
import Testing

@testable import Controllers

/// The axis takes seven columns here, and its dates five each.
@Suite struct ChartLayoutTests {
  private func chart(_ dates: [String], low: Double? = nil, high: Double? = nil) -> Chart {
    Chart(
      title: "Pulse", headline: "Pulse", series: [Chart.Series("pulse", low: low, high: high)],
      readings: dates.enumerated().map { number, date in
        Chart.Reading(
          id: "\(number)", moment: number * 1000, date: date, values: [number == 0 ? 0 : 100],
          marks: [], caption: "")
      })
  }

  private func picture(_ chart: Chart, columns: Int, selectedID: String? = nil) -> Frame? {
    let size = Size(rows: 14, columns: columns)
    guard let layout = ChartLayout(chart, size: size) else { return nil }
    var canvas = Canvas(size: size)
    layout.draw(selectedID: selectedID, in: &canvas)
    return canvas.picture
  }

  private func dates(_ dates: [String], columns: Int) -> String? {
    picture(chart(dates), columns: columns).map { picture in
      String(picture.text(ofRow: 12).reversed().drop { $0 == " " }.reversed())
    }
  }

  @Test(arguments: [
    (26, "      day 1  day 5  day 9"), (25, "      day 1        day 9"),
    (19, "      day 1  day 9"), (18, "      day 1 – da…"),
  ])
  func datesStandAtTheEndsAndOneBetweenThemWhereThereIsRoom(columns: Int, text: String) {
    #expect(dates(["day 1", "day 5", "day 9"], columns: columns) == text)
  }

  @Test func oneDateStandsInTheMiddle() {
    #expect(dates(["day 1"], columns: 19) == "          day 1")
    #expect(dates(["day 1", "day 1"], columns: 27) == "             day 1")
  }

  @Test(arguments: [(14, 20, false), (15, 20, true), (80, 7, false), (80, 8, true)])
  func withoutRoomThereIsNone(columns: Int, rows: Int, isThere: Bool) {
    let layout = ChartLayout(
      chart(["day 1", "day 9"]), size: Size(rows: rows, columns: columns))
    #expect((layout != nil) == isThere)
  }

  @Test func withoutValuesThereIsNone() {
    let size = Size(rows: 20, columns: 80)
    #expect(ChartLayout(chart([]), size: size) == nil)
    let reading = Chart.Reading(
      id: "1", moment: 0, date: "day 1", values: [.nan], marks: [], caption: "")
    let empty = Chart(title: "", headline: "", series: [Chart.Series("x")], readings: [reading])
    #expect(ChartLayout(empty, size: size) == nil)
  }

  /// Four columns for each, or else only those that aren't normal.
  @Test(arguments: [(19, 3), (18, 0)])
  func eachValueHasASignIfThereIsRoomForAll(columns: Int, count: Int) throws {
    let frame = try #require(
      picture(chart(["day 1", "day 5", "day 9"]), columns: columns))
    #expect(frame.text.count { $0 == "●" } == count)
  }

  @Test func theEndsOfTheAxisAreTheEndsOfTheValues() throws {
    let frame = try #require(picture(chart(["day 1", "day 9"]), columns: 40, selectedID: "0"))
    func line(_ row: Int) -> String { frame.text(ofRow: row) }
    #expect(line(1).hasPrefix(" 100 │") && line(1).contains("●"))
    #expect(line(10).hasPrefix("   0 │●"))
    #expect(line(11).contains("─") && !line(11).contains("●"))
    let cells = Array(frame.cells(ofRow: 10))
    #expect(cells[6].style.isSelected)
    #expect(Array(frame.cells(ofRow: 1)).contains { $0.character == "●" && !$0.style.isSelected })
  }

  @Test func theLimitsAreInSightHoweverTheValuesAre() throws {
    let frame = try #require(
      picture(chart(["day 1", "day 9"], low: -50, high: 150), columns: 60))
    #expect(frame.text.contains("high above 150"))
    #expect(frame.text.contains("low below -50"))
  }
}
