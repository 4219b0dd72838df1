/// A moment in UTC as ISO 8601 writes it, `2026-11-21T03:38:04Z`, by arithmetic alone.
///
/// It is written before every paint, and Foundation's formatters take a hundred times as long.
public struct UTCTime: CustomStringConvertible, Sendable {
  /// The number of seconds since 1970, within the years 0 to 9999; beyond, the nearest.
  public let secondsSince1970: Int

  private static let range = -62_167_219_200...253_402_300_799

  /// Creates a moment, within the years 0 to 9999.
  ///
  ///     UTCTime(secondsSince1970: 1_763_900_000)
  public init(secondsSince1970: Int) {
    self.secondsSince1970 = min(max(secondsSince1970, Self.range.lowerBound), Self.range.upperBound)
  }

  /// Reads the text that `description` gives; nil for any other.
  ///
  ///     UTCTime("2026-11-20T09:30:00Z")
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    let shape = Array("0000-00-00T00:00:00Z".utf8)
    let zero = UInt8(ascii: "0")
    guard bytes.count == shape.count,
      zip(bytes, shape).allSatisfy({ $1 == zero ? (zero...zero + 9).contains($0) : $0 == $1 })
    else { return nil }
    func number(_ range: Range<Int>) -> Int {
      bytes[range].reduce(0) { $0 * 10 + Int($1 - zero) }
    }
    // Howard Hinnant's days_from_civil: years begin in March, so that the leap day is the last.
    let month = number(5..<7)
    let year = number(0..<4) - (month <= 2 ? 1 : 0)
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + number(8..<10) - 1
    let days =
      era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    self.init(
      secondsSince1970: days * 86_400 + number(11..<13) * 3600 + number(14..<16) * 60
        + number(17..<19))
    // There is no 31st of April.
    guard description == text else { return nil }
  }

  /// The moment as ISO 8601: `2026-11-21T03:38:04Z`.
  public var description: String {
    let days = Int((Double(secondsSince1970) / 86_400).rounded(.down))
    let second = secondsSince1970 - days * 86_400
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return digits(year, 4) + "-" + digits(month, 2) + "-"
      + digits(dayOfYear - (153 * marchMonth + 2) / 5 + 1, 2) + "T" + digits(second / 3600, 2) + ":"
      + digits(second / 60 % 60, 2) + ":" + digits(second % 60, 2) + "Z"
  }

  private func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}
