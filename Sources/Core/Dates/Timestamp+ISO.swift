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

  /// The timestamp in ISO 8601 with seconds, in UTC: "2010-01-19T01:01:21Z".
  public var iso: String {
    let text = text(in: .utc)
    return "\(text.prefix(10))T\(text.dropFirst(11).prefix(8))Z"
  }

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
