/// A moment as servers write it: milliseconds since 1970-01-01 00:00:00 UTC.
///
/// A moment outside the years 1 to 9999 becomes the nearest within them; the raw answer preserves the server's number.
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

  /// Creates a moment from a number, whole or not, or a text that is one; nil for anything else.
  ///
  ///     Timestamp(answer["created"])
  public init?(_ json: JSON?) {
    switch json {
    case .number(let text), .string(let text): self.init(written: text)
    default: return nil
    }
  }

  private init?(written text: String) {
    if let milliseconds = Int(text) {
      self.init(milliseconds: milliseconds)
      return
    }
    // `Double` reads "nan", "infinity" and "0x1p3" too; a server that means a moment writes none of them.
    guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }),
      let value = Double(text)
    else { return nil }
    let bounds = Self.years1To9999
    let clamped = min(max(value, Double(bounds.lowerBound)), Double(bounds.upperBound))
    self.init(milliseconds: Int(clamped.rounded(.down)))
  }
}

extension Timestamp: Comparable {
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }
}
