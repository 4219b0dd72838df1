/// A day of the calendar, in no time zone: a day of birth has none.
///
/// Years are 1 to 9999.
public struct CalendarDate: Hashable, Sendable {
  /// The number of days since 1970-01-01, negative before.
  public let daysSince1970: Int

  static let range = -719_162...2_932_896

  /// Creates a day by its number. Beyond the years 1 to 9999 it is the nearest day within them.
  ///
  ///     CalendarDate(daysSince1970: 20_000)
  public init(daysSince1970: Int) {
    self.daysSince1970 = min(max(daysSince1970, Self.range.lowerBound), Self.range.upperBound)
  }

  /// Reads the day that a text begins with, as it is written there: `1936-12-04T00:00:00.000+0200` is the fourth.
  ///
  ///     CalendarDate(iso: "2026-11-20")
  ///
  /// Nil if there is no such day. A time behind it isn't looked at, so no zone moves the day.
  public init?(iso text: String) {
    let bytes = Array(text.utf8.prefix(11))
    guard bytes.count == 10 || (bytes.count == 11 && "T ".utf8.contains(bytes[10])),
      let year = ISODigits.number(bytes[0..<4]), bytes[4] == ISODigits.dash,
      let month = ISODigits.number(bytes[5..<7]), bytes[7] == ISODigits.dash,
      let day = ISODigits.number(bytes[8..<10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Creates a day by its date; nil if there is no such day.
  ///
  ///     CalendarDate(year: 2026, month: 11, day: 20)
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
      return nil
    }
    self.init(daysSince1970: CivilDate(year: year, month: month, day: day).daysSince1970)
    // There is no 31st of April.
    guard parts == (year, month, day) else { return nil }
  }

  /// The day's date.
  public var parts: (year: Int, month: Int, day: Int) {
    let date = CivilDate(daysSince1970: daysSince1970)
    return (date.year, date.month, date.day)
  }

  /// The day in words: "1936-12-04".
  public var text: String { CivilDate(daysSince1970: daysSince1970).text }

  /// Returns the number of whole years between two days: an age.
  public func years(until other: CalendarDate) -> Int {
    let from = parts
    let to = other.parts
    return to.year - from.year - ((to.month, to.day) < (from.month, from.day) ? 1 : 0)
  }
}

extension CalendarDate: Comparable {
  public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
    left.daysSince1970 < right.daysSince1970
  }
}

/// The digits of ISO dates.
enum ISODigits {
  static let dash = UInt8(ascii: "-")

  /// The number that is written in so many digits; nil if anything else is among them.
  static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard !bytes.isEmpty, bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  static func text(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}
