/// Readings over time, to be drawn: one line, or two that belong together.
public struct Chart: Sendable {
  /// One line of a chart.
  public struct Series: Sendable {
    /// For the legend; not needed if there is one line.
    public let name: String
    /// Below and above which a value isn't normal; nil where there is no such limit.
    public let low: Double?
    public let high: Double?

    public init(_ name: String, low: Double? = nil, high: Double? = nil) {
      self.name = name
      self.low = low
      self.high = high
    }
  }

  /// What was read at one moment.
  public struct Reading: Sendable {
    /// Identifies the reading for as long as it lives: the selection is saved by it.
    public let id: String
    /// In milliseconds since 1970.
    public let moment: Int
    /// The moment in words, for the axis: "2026-11-20".
    public let date: String
    /// One for each series; nil where it wasn't read.
    public let values: [Double?]
    /// How each value is marked where it isn't normal: as many as there are values.
    public let marks: [Mark?]
    /// The reading in words, for the line below the chart.
    public let caption: String

    public init(
      id: String, moment: Int, date: String, values: [Double?], marks: [Mark?], caption: String
    ) {
      self.id = id
      self.moment = moment
      self.date = date
      self.values = values
      self.marks = marks
      self.caption = caption
    }
  }

  /// The name in the top line.
  public let title: String
  /// Above the chart: what is read, and in which unit.
  public let headline: String
  public let series: [Series]
  /// The oldest first.
  public let readings: [Reading]

  public init(title: String, headline: String, series: [Series], readings: [Reading]) {
    self.title = title
    self.headline = headline
    self.series = series
    self.readings = readings.sorted { ($0.moment, $0.id) < ($1.moment, $1.id) }
  }
}
