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
          id: "\(number)", timestamp: number * 1000, date: date, values: [number == 0 ? 0 : 100],
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

  @Test(
    "A chart has dates at both ends, and a third between them if it fits",
    arguments: [
      (26, "      day 1  day 5  day 9"), (25, "      day 1        day 9"),
      (19, "      day 1  day 9"), (18, "      day 1 – da…"),
    ])
  func datesStandAtTheEndsAndOneBetweenThemWhereThereIsRoom(columns: Int, text: String) {
    #expect(dates(["day 1", "day 5", "day 9"], columns: columns) == text)
  }

  @Test("A chart of one date shows the date in the middle") func oneDateStandsInTheMiddle() {
    #expect(dates(["day 1"], columns: 19) == "          day 1")
    #expect(dates(["day 1", "day 1"], columns: 27) == "             day 1")
  }

  @Test(
    "A chart has no layout in a window that is too small",
    arguments: [(14, 20, false), (15, 20, true), (80, 7, false), (80, 8, true)])
  func withoutRoomThereIsNone(columns: Int, rows: Int, isThere: Bool) {
    let layout = ChartLayout(
      chart(["day 1", "day 9"]), size: Size(rows: rows, columns: columns))
    #expect((layout != nil) == isThere)
  }

  @Test("A chart without finite values has no layout") func withoutValuesThereIsNone() {
    let size = Size(rows: 20, columns: 80)
    #expect(ChartLayout(chart([]), size: size) == nil)
    let reading = Chart.Reading(
      id: "1", timestamp: 0, date: "day 1", values: [.nan], marks: [], caption: "")
    let empty = Chart(title: "", headline: "", series: [Chart.Series("x")], readings: [reading])
    #expect(ChartLayout(empty, size: size) == nil)
  }

  /// Four columns for each, or else only those that aren't normal.
  @Test("A chart draws a symbol for each value if all of them fit", arguments: [(19, 3), (18, 0)])
  func eachValueHasASignIfThereIsRoomForAll(columns: Int, count: Int) throws {
    let frame = try #require(
      picture(chart(["day 1", "day 5", "day 9"]), columns: columns))
    #expect(frame.text.count { $0 == "●" } == count)
  }

  @Test("A chart's axis ends at the least and the greatest value")
  func theEndsOfTheAxisAreTheEndsOfTheValues() throws {
    let frame = try #require(picture(chart(["day 1", "day 9"]), columns: 40, selectedID: "0"))
    func line(_ row: Int) -> String { frame.text(ofRow: row) }
    #expect(line(1).hasPrefix(" 100 │") && line(1).contains("●"))
    #expect(line(10).hasPrefix("   0 │●"))
    #expect(line(11).contains("─") && !line(11).contains("●"))
    let cells = Array(frame.cells(ofRow: 10))
    #expect(cells[6].style.isSelected)
    #expect(Array(frame.cells(ofRow: 1)).contains { $0.character == "●" && !$0.style.isSelected })
  }

  @Test("A chart shows limits that are beyond its values")
  func theLimitsAreInSightHoweverTheValuesAre() throws {
    let frame = try #require(
      picture(chart(["day 1", "day 9"], low: -50, high: 150), columns: 60))
    #expect(frame.text.contains("high above 150"))
    #expect(frame.text.contains("low below -50"))
  }

  // MARK: The whole picture

  /// A level line between its limits, 0 and 10, where the axis takes five columns.
  private func level(
    _ values: [Double?], marks: [Mark?] = [], low: Double? = 0, high: Double? = 10
  ) -> Chart {
    Chart(
      title: "Pulse", headline: "Pulse", series: [Chart.Series("pulse", low: low, high: high)],
      readings: values.enumerated().map { number, value in
        Chart.Reading(
          id: "\(number)", timestamp: number * 1000, date: "day \(number + 1)", values: [value],
          marks: marks.isEmpty ? [] : [marks[number]], caption: "")
      })
  }

  private func lines(_ frame: Frame?) -> [String] {
    frame?.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) ?? []
  }

  @Test("A chart draws its axis, limits, line and dates at exact positions")
  func everyPartHasItsPlace() {
    let line = String(repeating: "⣀", count: 32)
    #expect(
      lines(picture(level([5, 5]), columns: 40)) == [
        "", " 10 │· · · · · · · · · · high above 10", "    │", "  8 │", "    │", "  6 │●\(line)●",
        "  4 │", "    │", "  2 │", "    │", "  0 │· · · · · · · · · · · low below 0",
        "    " + String(repeating: "─", count: 35),
        "     day 1" + String(repeating: " ", count: 24) + "day 2", "",
      ])
  }

  @Test("A chart draws a single reading in the middle, above its date")
  func aSingleReadingStandsInTheMiddleAboveItsDate() {
    let lines = lines(picture(level([5]), columns: 40))
    #expect(lines[5] == "  6 │" + String(repeating: " ", count: 16) + "●")
    #expect(lines[12] == String(repeating: " ", count: 19) + "day 1")
  }

  @Test("A chart's line skips readings without a finite value")
  func aValueThatWasNotReadIsPassedOver() {
    let line = String(repeating: "⣀", count: 32)
    for missing in [nil, .nan, .infinity] as [Double?] {
      let frame = picture(level([5, missing, 5]), columns: 40, selectedID: "1")
      #expect(lines(frame)[5] == "  6 │●\(line)●")
      #expect(frame?.cells.contains { $0.style.isSelected } == false)
    }
  }

  /// The words are at the right, where the line isn't; or else at the left; or nowhere.
  @Test(
    "A chart's limit labels avoid the line",
    arguments: [
      ([5, 5], " 10 │· · · · · · · · · · high above 10"), ([5, 10], " 10 │ high above 10  · · "),
      ([10, 5, 10], " 10 │●"),
    ] as [([Double], String)])
  func theWordsOfALimitStandWhereTheLineIsNot(values: [Double], start: String) throws {
    let frame = try #require(picture(level(values), columns: 40))
    #expect(lines(frame)[1].hasPrefix(start))
    #expect(frame.text.contains("high above 10") == (values.count == 2))
    #expect(frame.text.contains("low below 0"))
  }

  /// Half of the plot at most: 15 of 30 columns, and 13 of 26.
  @Test(
    "A chart's limit labels take half of the plot at most",
    arguments: [(36, true, true), (35, false, true), (32, false, true), (31, false, false)])
  func theWordsOfALimitTakeHalfOfThePlotAtMost(columns: Int, isHigh: Bool, isLow: Bool) throws {
    let frame = try #require(picture(level([5, 5]), columns: columns))
    #expect(frame.text.contains(" high above 10") == isHigh)
    #expect(frame.text.contains(" low below 0") == isLow)
  }

  @Test("A chart without limits has no dotted line") func withoutLimitsThereIsNoDottedLine() throws
  {
    let frame = try #require(picture(level([0, 10], low: nil, high: nil), columns: 40))
    #expect(!frame.text.contains("·"))
  }

  @Test("A chart's selected symbol has the role of its mark")
  func theSelectedSignHasTheRoleOfItsMark() throws {
    let mark = Mark("▲", .warning)
    for selectedID in ["0", "1"] {
      let frame = try #require(
        picture(level([5, 5], marks: [nil, mark]), columns: 40, selectedID: selectedID))
      let cells = Array(frame.cells(ofRow: 5))
      #expect(cells[5].character == "●" && cells[38].character == "▲")
      #expect(cells[5].style == Style(.accent, isSelected: selectedID == "0"))
      #expect(cells[38].style == Style(.warning, isSelected: selectedID == "1"))
    }
    let frame = try #require(picture(level([5, 5]), columns: 40, selectedID: "no such reading"))
    #expect(!frame.cells.contains { $0.style.isSelected })
  }

  @Test("A chart too narrow for all symbols draws only abnormal values")
  func whereThereIsNoRoomForAllSignsThoseStayThatAreNotNormal() throws {
    let mark = Mark("▲", .warning)
    let marks = [nil, mark] + Array(repeating: nil as Mark?, count: 7)
    let frame = try #require(
      picture(level(Array(repeating: 5, count: 9), marks: marks), columns: 40))
    #expect(!frame.text.contains("●"))
    #expect(frame.text.count { $0 == "▲" } == 1)
  }

  /// A step for every second row, and no more than five.
  @Test(
    "A chart's axis has as many steps as fit its height",
    arguments: [
      (8, ["100", "50", "0"]), (12, ["100", "50", "0"]), (13, ["100", "50", "0"]),
      (14, ["100", "80", "60", "40", "20", "0"]), (30, ["100", "80", "60", "40", "20", "0"]),
    ])
  func theAxisHasAsManyStepsAsThereIsRoomFor(rows: Int, labels: [String]) throws {
    let size = Size(rows: rows, columns: 40)
    let layout = try #require(ChartLayout(chart(["day 1", "day 9"]), size: size))
    var canvas = Canvas(size: size)
    layout.draw(selectedID: nil, in: &canvas)
    let shown = (0..<rows).map { String(canvas.picture.text(ofRow: $0).prefix(4)) }
      .map { $0.filter(\.isNumber) }.filter { !$0.isEmpty }
    #expect(shown == labels)
  }

  @Test("A chart of two series draws a line for each") func twoSeriesHaveALineEach() throws {
    let chart = Chart(
      title: "", headline: "", series: [Chart.Series("a"), Chart.Series("b")],
      readings: (0..<2).map { number in
        Chart.Reading(
          id: "\(number)", timestamp: number, date: "day", values: [0, number == 0 ? 10 : nil],
          marks: [nil, Mark("▼", .bad)], caption: "")
      })
    let lines = lines(picture(chart, columns: 40, selectedID: "0"))
    #expect(lines[1] == " 10 │▼")
    #expect(lines[10] == "  0 │●" + String(repeating: "⣀", count: 32) + "●")
  }
}
