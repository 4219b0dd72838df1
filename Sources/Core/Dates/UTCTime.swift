/// A time in UTC, written in ISO 8601: `2026-11-21T03:38:04Z`.
///
/// It is formatted before every paint, which with Foundation takes 100 times as long.
public struct UTCTime: CustomStringConvertible, Sendable {
  /// The number of seconds since 1970, clamped to the years 0 to 9999.
  public let secondsSince1970: Int

  private static let range = -62_167_219_200...253_402_300_799

  /// Creates a time, clamped to the years 0 to 9999.
  ///
  ///     UTCTime(secondsSince1970: 1_763_900_000)
  public init(secondsSince1970: Int) {
    self.secondsSince1970 = min(max(secondsSince1970, Self.range.lowerBound), Self.range.upperBound)
  }

  /// Parses text in the format of `description`. Returns `nil` for other text.
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
    let days = CivilDate(
      year: number(0..<4), month: number(5..<7), day: number(8..<10)
    ).daysSince1970
    self.init(
      secondsSince1970: days * 86_400 + number(11..<13) * 3600 + number(14..<16) * 60
        + number(17..<19))
    // Rejects dates such as the 31st of April.
    guard description == text else { return nil }
  }

  /// The time in ISO 8601: `2026-11-21T03:38:04Z`.
  public var description: String {
    let days = Int((Double(secondsSince1970) / 86_400).rounded(.down))
    let second = secondsSince1970 - days * 86_400
    return CivilDate(daysSince1970: days).text + "T" + ISODigits.text(second / 3600, 2) + ":"
      + ISODigits.text(second / 60 % 60, 2) + ":" + ISODigits.text(second % 60, 2) + "Z"
  }
}
