/// A moment: milliseconds since 1970-01-01 00:00:00 UTC.
///
/// A moment outside the years 1 to 9999 becomes the nearest within them; the raw answer preserves
/// the server's number.
public struct Timestamp: Hashable, Sendable {
  /// The number of milliseconds since 1970, negative before.
  public let milliseconds: Int

  /// The first moment of the year 1.
  public static let earliest = Timestamp(milliseconds: .min)
  /// The last moment of the year 9999.
  public static let latest = Timestamp(milliseconds: .max)

  private static let years1To9999 = -62_135_596_800_000...253_402_300_799_999

  /// Creates a moment, within the years 1 to 9999.
  ///
  ///     Timestamp(milliseconds: 1_763_900_000_000)
  public init(milliseconds: Int) {
    self.milliseconds = min(
      max(milliseconds, Self.years1To9999.lowerBound), Self.years1To9999.upperBound)
  }

  /// Creates a moment, within the years 1 to 9999, from seconds since 1970.
  ///
  ///     Timestamp(seconds: 1_763_900_000)
  public init(seconds: Int) {
    let years = Self.years1To9999
    self.init(
      milliseconds: min(max(seconds, years.lowerBound / 1000), years.upperBound / 1000) * 1000)
  }

  /// Creates a moment as servers write it: a number, or a text with one, of seconds, milliseconds
  /// or microseconds, or ISO 8601, which is UTC where it names no zone.
  ///
  ///     Timestamp(answer["created"])
  ///
  /// The unit is the one that leads into the years 1980 to 2199. Nil for what none leads there, and
  /// for anything else.
  public init?(_ json: JSON?) {
    switch json {
    case .number(let text), .string(let text): self.init(written: text)
    default: return nil
    }
  }

  private static let plausible = 315_532_800_000.0..<7_258_118_400_000.0

  private init?(written text: String) {
    // `Double` reads "nan", "infinity" and "0x1p3" too; a server that means a moment writes none of
    // them.
    if text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let value = Double(text) {
      // No number is plausible in two units: those years are no factor of a thousand apart.
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
