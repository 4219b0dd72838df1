import Foundation

/// A time zone, for formatting timestamps.
///
/// Foundation's `TimeZone` isn't used because the first one takes 11 ms to load ICU, and because on
/// Linux it abbreviates Rome's time as "GMT+1".
public struct Zone: Sendable {
  /// Returns the zone's offset from UTC at a time, in seconds, and its abbreviation then: (3600,
  /// "CET"). The argument is in seconds since 1970.
  public let offset: @Sendable (Int) -> (seconds: Int, name: String)

  /// Creates a zone from an offset function.
  ///
  ///     Zone { _ in (3 * 3600, "EAT") }
  public init(_ offset: @escaping @Sendable (Int) -> (seconds: Int, name: String)) {
    self.offset = offset
  }
}

extension Zone {
  /// Coordinated Universal Time.
  public static let utc = Zone { _ in (0, "UTC") }

  /// The zone in the environment variable TZ, or the system's zone.
  public static let local = Zone(reading: { localtime_r($0, $1) })

  /// Uses UTC if the call fails.
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
