/// A day in the years 1 to 9999, without a time and a time zone, such as a date of birth.
public struct CalendarDate: Hashable, Sendable {
  /// The number of days from 1970-01-01 to this day; negative for earlier days.
  public let daysSince1970: Int

  static let range = -719_162...2_932_896

  /// Creates a day from the number of days since 1970-01-01. It is clamped to the years 1 to 9999.
  ///
  ///     CalendarDate(daysSince1970: 20_000)
  public init(daysSince1970: Int) {
    self.daysSince1970 = min(max(daysSince1970, Self.range.lowerBound), Self.range.upperBound)
  }

  /// Parses the date at the beginning of an ISO 8601 text. A time and an offset after it are
  /// ignored: `1936-12-04T00:00:00.000+0200` is 4 December.
  ///
  ///     CalendarDate(iso: "2026-11-20")
  ///
  /// Returns `nil` if the text begins with no date, or the day doesn't exist.
  public init?(iso text: String) {
    let bytes = Array(text.utf8.prefix(11))
    guard bytes.count == 10 || (bytes.count == 11 && "T ".utf8.contains(bytes[10])),
      let year = ISODigits.number(bytes[0..<4]), bytes[4] == ISODigits.dash,
      let month = ISODigits.number(bytes[5..<7]), bytes[7] == ISODigits.dash,
      let day = ISODigits.number(bytes[8..<10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Creates a day from a year, a month (1 to 12) and a day of the month. Returns `nil` if the day
  /// doesn't exist.
  ///
  ///     CalendarDate(year: 2026, month: 11, day: 20)
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
      return nil
    }
    self.init(daysSince1970: CivilDate(year: year, month: month, day: day).daysSince1970)
    // Rejects dates such as the 31st of April.
    guard parts == (year, month, day) else { return nil }
  }

  /// The year, the month (1 to 12), and the day of the month (1 to 31).
  public var parts: (year: Int, month: Int, day: Int) {
    let date = CivilDate(daysSince1970: daysSince1970)
    return (date.year, date.month, date.day)
  }

  /// The date in ISO 8601 format: "1936-12-04".
  public var text: String { CivilDate(daysSince1970: daysSince1970).text }

  /// Returns the number of whole years from this day to another one, for example to compute an age.
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

enum ISODigits {
  static let dash = UInt8(ascii: "-")

  static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard !bytes.isEmpty, bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  static func text(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}

/// A date of the proleptic Gregorian calendar. Uses Howard Hinnant's days_from_civil and
/// civil_from_days, in which years begin in March, so that a leap day is the year's last day.
struct CivilDate: Hashable {
  let year: Int
  let month: Int
  let day: Int

  init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  init(daysSince1970: Int) {
    let shifted = daysSince1970 + 719_468
    let era = shifted.dividedDown(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
  }

  /// A 31st of April gives the 1st of May: compare the dates to validate.
  var daysSince1970: Int {
    let marchYear = year - (month <= 2 ? 1 : 0)
    let era = marchYear.dividedDown(by: 400)
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  var text: String {
    ISODigits.text(year, 4) + "-" + ISODigits.text(month, 2) + "-" + ISODigits.text(day, 2)
  }
}

extension Int {
  /// Returns the quotient rounded down, even below zero. The divisor must be positive.
  func dividedDown(by divisor: Int) -> Int {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}
