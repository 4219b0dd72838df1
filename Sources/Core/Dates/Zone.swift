import Glibc

/// A time zone, used to format timestamps.
///
/// It replaces Foundation's `TimeZone`, which takes 11 ms to load ICU, and on Linux abbreviates
/// Rome's time as "GMT+1".
public struct Zone: Sendable {
  /// Returns the offset from UTC in seconds and the zone's abbreviation at a time, which is given
  /// in seconds since 1970: (3600, "CET").
  public let offset: @Sendable (Int) -> (seconds: Int, name: String)

  /// Creates a time zone from a function that returns its offset from UTC in seconds and its
  /// abbreviation. The argument of the function is a time in seconds since 1970.
  ///
  ///     Zone { _ in (3 * 3600, "EAT") }
  public init(_ offset: @escaping @Sendable (Int) -> (seconds: Int, name: String)) {
    self.offset = offset
  }
}

extension Zone {
  /// The time zone of Coordinated Universal Time (UTC).
  public static let utc = Zone { _ in (0, "UTC") }

  /// The user's time zone: the one in the environment variable TZ, or the system's.
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
