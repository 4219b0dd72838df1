/// The content of a chart screen: values measured over time, drawn as one or more lines.
public struct Chart: Sendable {
  /// One line of a chart.
  public struct Series: Sendable {
    /// The line's name in the legend. It may be empty if the chart has a single line.
    public let name: String
    /// The lower limit of the normal range; `nil` if there is none.
    public let low: Double?
    /// The upper limit of the normal range; `nil` if there is none.
    public let high: Double?

    /// Creates a line of a chart, with the limits of its normal range.
    ///
    ///     Chart.Series("Systolic", low: 90, high: 140)
    public init(_ name: String, low: Double? = nil, high: Double? = nil) {
      self.name = name
      self.low = low
      self.high = high
    }
  }

  /// One time of measurement in a chart, with a value for each line.
  public struct Reading: Sendable {
    /// The reading's id, which must stay the same across refreshes, because a session saves the
    /// selection by it.
    public let id: String
    /// The time of the reading, in milliseconds since 1970.
    public let timestamp: Int
    /// The time of the reading as a text for the axis, such as "2026-11-20".
    public let date: String
    /// The values of the reading, one for each of the chart's `series`; `nil` if a value wasn't
    /// measured.
    public let values: [Double?]
    /// The mark of each value, for example for a value outside the normal range; `nil` for a normal
    /// value. The array has one element per value.
    public let marks: [Mark?]
    /// A description of the reading, shown below the chart while the reading is selected.
    public let caption: String

    /// Creates a reading. Values without a mark count as normal.
    ///
    ///     Chart.Reading(id: "7", timestamp: 0, date: "1970-01-01", values: [120], marks: [],
    ///       caption: "120 mmHg")
    public init(
      id: String, timestamp: Int, date: String, values: [Double?], marks: [Mark?], caption: String
    ) {
      self.id = id
      self.timestamp = timestamp
      self.date = date
      self.values = values
      self.marks = marks + Array(repeating: nil, count: max(0, values.count - marks.count))
      self.caption = caption
    }

    fileprivate func padded(to count: Int) -> Reading {
      Reading(
        id: id, timestamp: timestamp, date: date,
        values: values + Array(repeating: nil, count: max(0, count - values.count)), marks: marks,
        caption: caption)
    }
  }

  /// The chart's name in the top line.
  public let title: String
  /// The text above the chart: the quantity and its unit.
  public let headline: String
  /// The lines of the chart.
  public let series: [Series]
  /// The readings, the oldest first.
  public let readings: [Reading]

  /// Creates a chart, and sorts its readings by time.
  ///
  ///     Chart(title: "Weight", headline: "Weight (kg)", series: [Chart.Series("Weight")],
  ///       readings: readings)
  public init(title: String, headline: String, series: [Series], readings: [Reading]) {
    self.title = title
    self.headline = headline
    self.series = series
    self.readings = readings.map { $0.padded(to: series.count) }
      .sorted { ($0.timestamp, $0.id) < ($1.timestamp, $1.id) }
  }
}
