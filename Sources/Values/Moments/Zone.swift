import Foundation

/// A time zone, as far as writing moments needs one.
///
/// Foundation's `TimeZone` isn't used: the first one costs 11 ms, as it brings in ICU, and on Linux it calls Rome's time "GMT+1".
public struct Zone: Sendable {
  /// Returns the zone's distance from UTC at a moment, in seconds to be added, and its short name then: (3600, "CET"). The moment is in
  /// seconds since 1970.
  public let offset: @Sendable (Int) -> (seconds: Int, name: String)

  /// Creates a zone from such a function.
  ///
  ///     Zone { _ in (3 * 3600, "EAT") }
  public init(_ offset: @escaping @Sendable (Int) -> (seconds: Int, name: String)) {
    self.offset = offset
  }
}

extension Zone {
  /// Coordinated Universal Time.
  public static let utc = Zone { _ in (0, "UTC") }

  /// The zone that TZ names, or else the machine's.
  public static let local = Zone(reading: { localtime_r($0, $1) })

  /// The zone of a call that answers as `localtime_r` does; UTC for moments that the call has no answer for.
  init(
    reading call:
      @escaping @Sendable (UnsafePointer<time_t>, UnsafeMutablePointer<tm>) ->
      UnsafeMutablePointer<tm>?
  ) {
    self.init { seconds in
      var timestamp = time_t(seconds)
      var parts = tm()
      guard call(&timestamp, &parts) != nil, let name = parts.tm_zone else { return (0, "UTC") }
      return (Int(parts.tm_gmtoff), String(cString: name))
    }
  }
}
