import Controllers
import RepriseTesting
import Screens
import Terminals
import Testing

@MainActor @Suite struct ChartControllerTests {
  @MainActor private final class Readings {
    var values: [Double]
    var failure: (any Error)?

    init(_ values: [Double]) { self.values = values }

    var application: Application<OnlyRoute> {
      Application("chart", title: "Chart") {
        ChartController(title: "Pulse", emptyText: "No measurements.") { load in
          if let failure = self.failure { throw failure }
          load.show(
            Chart(
              title: "Pulse", headline: "Pulse, beats/min",
              series: [Chart.Series("pulse", low: 60, high: 100)],
              readings: self.values.enumerated().map { number, value in
                Chart.Reading(
                  id: "\(value)", timestamp: number * 1000, date: "day \(number)", values: [value],
                  marks: [value > 100 ? Mark("▲", .warning) : nil], caption: "it was \(value)")
              }))
        }
      }
    }
  }

  @Test("A chart takes readings without marks, and with fewer values than series")
  func whatHasNoMarkIsNormalAndWhatHasNoValueWasNotRead() async throws {
    let chart = Chart(
      title: "Pulse", headline: "Pulse, beats/min",
      series: [Chart.Series("pulse", low: 60, high: 100), Chart.Series("rest", low: 50, high: 90)],
      readings: [
        Chart.Reading(
          id: "1", timestamp: 0, date: "day 1", values: [72, 60], marks: [], caption: "both"),
        Chart.Reading(
          id: "2", timestamp: 1000, date: "day 2", values: [80], marks: [], caption: "one alone"),
      ])
    let session = try await TestSession(
      Application<OnlyRoute>("chart", title: "Chart") {
        ChartController(title: "Pulse", emptyText: "") { $0.show(chart) }
      })
    try session.expect("one alone")
    await session.press(.left)
    try session.expect("both")
  }

  @Test("A chart shows the newest reading's caption until another is selected")
  func theNewestReadingIsSaidUntilThePersonMoves() async throws {
    let readings = Readings([72, 80, 110])
    let session = try await TestSession(readings.application)
    try session.expect("it was 110.0")
    readings.values.append(90)
    await session.press("r")
    try session.expect("it was 90.0")
  }

  @Test(
    "Keys of a chart select readings, and a relaunch keeps the selection",
    arguments: [
      ([.left], "80.0"), (["h", "h"], "72.0"), ([.left, .right], "110.0"), ([.home], "72.0"),
      ([.home, .left], "72.0"), ([.home, .end, .right], "110.0"),
    ] as [([Key], String)])
  func keysGoFromReadingToReadingAndComeBack(keys: [Key], value: String) async throws {
    let session = try await TestSession(Readings([72, 80, 110]).application)
    for key in keys { await session.press(key) }
    try session.expect("it was \(value)")
    try await session.killAndRelaunch()
    try session.expect("it was \(value)")
  }

  @Test("A chart selects the nearest reading in time when its own is gone")
  func ifTheReadingIsGoneTheNearestInTimeIsSaid() async throws {
    let readings = Readings([72, 80, 110])
    let session = try await TestSession(readings.application)
    await session.press(.left)
    readings.values = [72, 81, 110]
    await session.press("r")
    try session.expect("it was 81.0")
  }

  @Test("A chart shows its limits, dates and marks") func limitsDatesAndMarksAreThere() async throws
  {
    let session = try await TestSession(Readings([72, 80, 110]).application)
    for text in ["high above 100", "low below 60", "day 0", "day 2", "●", "▲"] {
      try session.expect(text)
    }
  }

  @Test("A chart in a small window is a list of captions")
  func whereThereIsNoRoomForAChartThereAreTheWords() async throws {
    let session = try await TestSession(
      Readings([72, 80, 110]).application, size: Size(rows: 7, columns: 30))
    #expect(session.selectedText == "it was 110.0")
    try session.expect("it was 80.0")
  }

  @Test("A chart without readings shows its empty text") func nothingMeasuredIsSaid() async throws {
    try await TestSession(Readings([]).application).expect("No measurements.")
  }

  @Test("A chart stays on the screen when its refresh fails") func aFailureIsSaidAndTheChartStays()
    async throws
  {
    let readings = Readings([72])
    let session = try await TestSession(readings.application)
    readings.failure = TestError()
    await session.press("r")
    try session.expect(" failed")
    try session.expect("it was 72.0")
  }

  @Test(
    "A chart is drawn for extreme, infinite and NaN values",
    arguments: [[5], [5, 5], [1e300, -1e300], [.nan, 3], [.infinity]] as [[Double]])
  func noValuesMakeItFail(values: [Double]) async throws {
    for size in [Size(rows: 24, columns: 80), Size(rows: 9, columns: 22)] {
      let session = try await TestSession(Readings(values).application, size: size)
      try session.expect("Pulse")
    }
  }
}
