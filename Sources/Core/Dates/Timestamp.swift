/// A point in time, stored as milliseconds since 1970-01-01 00:00:00 UTC.
///
/// Times outside the years 1 to 9999 are clamped.
public struct Timestamp: Hashable, Sendable {
  /// The number of milliseconds since 1970-01-01 00:00:00 UTC; negative for earlier times.
  public let milliseconds: Int

  /// The number of seconds since 1970-01-01 00:00:00 UTC, rounded down.
  public var seconds: Int { milliseconds.dividedDown(by: 1000) }

  /// The earliest possible timestamp: the first millisecond of the year 1.
  public static let earliest = Timestamp(milliseconds: .min)
  /// The latest possible timestamp: the last millisecond of the year 9999.
  public static let latest = Timestamp(milliseconds: .max)

  private static let years1To9999 = -62_135_596_800_000...253_402_300_799_999

  /// Creates a timestamp from the number of milliseconds since 1970-01-01 UTC. It is clamped to the
  /// years 1 to 9999.
  ///
  ///     Timestamp(milliseconds: 1_763_900_000_000)
  public init(milliseconds: Int) {
    self.milliseconds = min(
      max(milliseconds, Self.years1To9999.lowerBound), Self.years1To9999.upperBound)
  }

  /// Creates a timestamp from the number of seconds since 1970-01-01 UTC. It is clamped to the
  /// years 1 to 9999.
  ///
  ///     Timestamp(seconds: 1_763_900_000)
  public init(seconds: Int) {
    let years = Self.years1To9999
    self.init(
      milliseconds: min(max(seconds, years.lowerBound / 1000), years.upperBound / 1000) * 1000)
  }

  /// Creates a timestamp from a server's JSON: a number, a text with a number, or an ISO 8601 text.
  /// Returns `nil` for anything else, and for times outside the years 1980 to 2199.
  ///
  ///     Timestamp(answer["created"])
  ///
  /// A number may be in seconds, milliseconds or microseconds; the unit is the one that gives a
  /// year from 1980 to 2199. A text without an offset is in UTC.
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

extension Timestamp {
  /// Parses a timestamp as written by ISO 8601 and OpenMRS: `2015-06-11T07:45:12.000+0000`. The
  /// offset may have a colon or only hours, or be `Z` or `UTC`.
  ///
  ///     Timestamp(iso: "2026-11-20T09:30:00.000+0300")
  ///
  /// Without an offset the time is in UTC; without a time it is midnight. Returns `nil` for other
  /// text and for dates that don't exist.
  public init?(iso text: String) {
    guard let day = CalendarDate(iso: text) else { return nil }
    var rest = Array(text.utf8.dropFirst(10))[...]
    var milliseconds = day.daysSince1970 * 86_400_000
    if !rest.isEmpty {
      rest = rest.dropFirst()
      guard let time = Self.time(&rest), let offset = Self.offset(rest) else { return nil }
      milliseconds += time - offset
    }
    self.init(milliseconds: milliseconds)
  }

  /// The timestamp as ISO 8601 text in UTC, without fractions of a second: "2010-01-19T01:01:21Z".
  public var iso: String { Self.date(seconds) + "T" + Self.timeOfDay(seconds) + "Z" }

  /// Reads `HH:mm`, `HH:mm:ss` or `HH:mm:ss.SSS` as milliseconds. Leaves the text after it.
  private static func time(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard let hour = twoDigits(&rest, to: 23), take(":", &rest),
      let minute = twoDigits(&rest, to: 59)
    else { return nil }
    var milliseconds = (hour * 60 + minute) * 60_000
    guard take(":", &rest) else { return milliseconds }
    // A leap second counts as the second before.
    guard let second = twoDigits(&rest, to: 60) else { return nil }
    milliseconds += min(second, 59) * 1000
    guard take(".", &rest) || take(",", &rest) else { return milliseconds }
    let fraction = rest.prefix { (0x30...0x39).contains($0) }
    guard !fraction.isEmpty else { return nil }
    rest = rest.dropFirst(fraction.count)
    let thousandths = fraction.prefix(3) + repeatElement(0x30, count: max(0, 3 - fraction.count))
    return milliseconds + (ISODigits.number(thousandths) ?? 0)
  }

  /// Parses an empty string, `Z`, ` UTC`, `+02`, `+0200` or `+02:00`. Returns milliseconds.
  private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
    var rest = text
    _ = take(" ", &rest)
    if rest.isEmpty || ["Z", "z", "UTC", "GMT"].contains(where: { rest.elementsEqual($0.utf8) }) {
      return 0
    }
    let isWest = take("-", &rest)
    guard isWest || take("+", &rest), let hours = twoDigits(&rest, to: 18) else { return nil }
    if rest.isEmpty { return (isWest ? -1 : 1) * hours * 3_600_000 }
    _ = take(":", &rest)
    guard let minutes = twoDigits(&rest, to: 59), rest.isEmpty else { return nil }
    return (isWest ? -1 : 1) * (hours * 60 + minutes) * 60_000
  }

  private static func twoDigits(_ rest: inout ArraySlice<UInt8>, to maximum: Int) -> Int? {
    guard rest.count >= 2, let number = ISODigits.number(rest.prefix(2)), number <= maximum else {
      return nil
    }
    rest = rest.dropFirst(2)
    return number
  }

  private static func take(_ sign: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.first == UInt8(ascii: sign) else { return false }
    rest = rest.dropFirst()
    return true
  }
}

/// Timestamps as text, without Foundation's formatters, because a list may have 100,000 of them.
extension Timestamp {
  /// Returns the date, the time and the abbreviation of the time zone: "2010-01-19 01:01:21 UTC".
  public func text(in zone: Zone) -> String {
    let (local, name) = localSeconds(in: zone)
    return Self.date(local) + " " + Self.timeOfDay(local) + " " + name
  }

  /// Returns the date and the time in a time zone, without seconds: "2010-01-19 01:01".
  public func minute(in zone: Zone) -> String {
    let local = localSeconds(in: zone).seconds
    let second = local - Self.days(local) * 86_400
    return Self.date(local) + " " + ISODigits.text(second / 3600, 2) + ":"
      + ISODigits.text(second / 60 % 60, 2)
  }

  /// Returns the date in a time zone: "2010-01-19".
  public func date(in zone: Zone) -> String {
    Self.date(localSeconds(in: zone).seconds)
  }

  private func localSeconds(in zone: Zone) -> (seconds: Int, zoneName: String) {
    let seconds = seconds
    let (offset, name) = zone.offset(seconds)
    // In other zones, the first and last day may fall in the years 0 and 10000.
    let bounds = (Timestamp.earliest.milliseconds / 1000, Timestamp.latest.milliseconds / 1000)
    return (min(max(seconds + offset, bounds.0), bounds.1), name)
  }

  private static func date(_ seconds: Int) -> String {
    CalendarDate(daysSince1970: days(seconds)).text
  }

  private static func timeOfDay(_ seconds: Int) -> String {
    let second = seconds - days(seconds) * 86_400
    return ISODigits.text(second / 3600, 2) + ":" + ISODigits.text(second / 60 % 60, 2) + ":"
      + ISODigits.text(second % 60, 2)
  }

  private static func days(_ seconds: Int) -> Int { seconds.dividedDown(by: 86_400) }
}

extension Zone {
  /// Returns the time of day in this time zone, such as "10:31". If it isn't on the same day as
  /// `now`, the date is included: "2026-11-20 10:31". Both arguments are in seconds since 1970.
  public func clockTime(_ timestamp: Int, now: Int) -> String {
    let then = Timestamp(seconds: timestamp)
    // "2010-01-19 01:01:21 UTC": the date, and hours and minutes.
    let text = then.text(in: self)
    let isToday = then.date(in: self) == Timestamp(seconds: now).date(in: self)
    return isToday ? String(text.dropFirst(11).prefix(5)) : String(text.prefix(16))
  }
}
