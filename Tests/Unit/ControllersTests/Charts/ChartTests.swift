import Controllers
import Terminals
import Testing

@Suite struct ChartTests {
  private func reading(
    _ id: String, at timestamp: Int = 0, values: [Double?] = [], marks: [Mark?] = []
  ) -> Chart.Reading {
    Chart.Reading(id: id, timestamp: timestamp, date: "", values: values, marks: marks, caption: id)
  }

  @Test("A chart sorts readings by timestamp, then by id")
  func theOldestReadingIsFirstAndOfOneMomentTheOneWithTheLeastId() {
    let chart = Chart(
      title: "", headline: "", series: [],
      readings: [
        reading("b", at: 1), reading("d", at: 2), reading("a", at: 1), reading("c", at: 0),
      ])
    #expect(chart.readings.map(\.id) == ["c", "a", "b", "d"])
  }

  @Test func aReadingHasAValueAndAMarkForEachSeries() {
    let mark = Mark("▲", .warning)
    let chart = Chart(
      title: "", headline: "", series: ["x", "y", "z"].map { Chart.Series($0) },
      readings: [reading("1", values: [5], marks: [mark]), reading("2", values: [1, nil, 3, 4])])
    #expect(chart.readings[0].values == [5, nil, nil])
    #expect(chart.readings[0].marks == [mark, nil, nil])
    #expect(chart.readings[1].values == [1, nil, 3, 4])
    #expect(chart.readings[1].marks == [nil, nil, nil, nil])
    #expect(reading("3", values: [1], marks: [nil, mark]).marks == [nil, mark])
  }

  @Test("A chart's series has limits only if they are given") func withoutLimitsASeriesHasNone() {
    #expect(Chart.Series("x").low == nil && Chart.Series("x").high == nil)
    let series = Chart.Series("x", low: 1, high: 2)
    #expect(series.name == "x" && series.low == 1 && series.high == 2)
  }
}
