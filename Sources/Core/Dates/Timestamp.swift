/// A point in time: milliseconds since 1970-01-01 00:00:00 UTC.
///
/// Values outside the years 1 to 9999 are clamped; the raw response preserves the server's number.
public struct Timestamp: Hashable, Sendable {
  /// The number of milliseconds since 1970, negative before.
  public let milliseconds: Int

  /// The first millisecond of the year 1.
  public static let earliest = Timestamp(milliseconds: .min)
  /// The last millisecond of the year 9999.
  public static let latest = Timestamp(milliseconds: .max)

  private static let years1To9999 = -62_135_596_800_000...253_402_300_799_999

  /// Creates a timestamp, clamped to the years 1 to 9999.
  ///
  ///     Timestamp(milliseconds: 1_763_900_000_000)
  public init(milliseconds: Int) {
    self.milliseconds = min(
      max(milliseconds, Self.years1To9999.lowerBound), Self.years1To9999.upperBound)
  }

  /// Creates a timestamp from seconds since 1970, clamped to the years 1 to 9999.
  ///
  ///     Timestamp(seconds: 1_763_900_000)
  public init(seconds: Int) {
    let years = Self.years1To9999
    self.init(
      milliseconds: min(max(seconds, years.lowerBound / 1000), years.upperBound / 1000) * 1000)
  }

  /// Creates a timestamp from a server's JSON: a number, or text with a number, in seconds,
  /// milliseconds or microseconds; or ISO 8601 text, which is UTC if it names no zone.
  ///
  ///     Timestamp(answer["created"])
  ///
  /// The unit is the one that gives a year from 1980 to 2199. Otherwise returns `nil`.
  public init?(_ json: JSON?) {
    switch json {
    case .number(let text), .string(let text): self.init(written: text)
    default: return nil
    }
  }

  private static let plausible = 315_532_800_000.0..<7_258_118_400_000.0

  private init?(written text: String) {
    // `Double` also parses "nan", "infinity" and "0x1p3", which no server means as a time.
    if text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let value = Double(text) {
      // No number is plausible in two units, as the range spans less than a factor of 1000.
      let values = [value, value * 1000, value / 1000]
      guard let milliseconds = values.first(where: Self.plausible.contains) else { return nil }
      self.init(milliseconds: Int(milliseconds.rounded(.down)))
      return
    }
    let trimmed = text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
    guard let timestamp = Timestamp(iso: String(trimmed)),
      Self.plausible.contains(Double(timestamp.milliseconds))
    else { return nil }
    self = timestamp
  }
}

extension Timestamp: Comparable {
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }
}
