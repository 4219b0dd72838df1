import Foundation
import Testing

@testable import Core

@Suite struct ZoneTests {
  /// Whatever zone the machine is in.
  @Test("Zone offset is that of the system, or UTC if it has none")
  func aZoneIsAsTheSystemHasItAndUTCWhereThatHasNone() {
    let early = Zone(reading: { timestamp, parts in
      let read = gmtime_r(timestamp, parts)
      parts.pointee.tm_gmtoff = 3600 + timestamp.pointee
      return read
    })
    #expect(early.offset(7).seconds == 3607)
    let none = Zone(reading: { _, parts in
      parts.pointee.tm_gmtoff = 3600
      return nil
    })
    #expect(none.offset(0).seconds == 0)
    #expect(none.offset(0).name == "UTC")
  }

  /// Of today a person reads the hour, of any other day the date, too: today as it is where they
  /// are.
  @Test(
    "Clock time of today has no date",
    arguments: [
      ("2026-11-20T10:31:59Z", "2026-11-20T23:59:59Z", 0, "10:31"),
      ("2026-11-20T00:00:00Z", "2026-11-20T10:00:00Z", 0, "00:00"),
      ("2026-11-19T23:59:59Z", "2026-11-20T00:00:00Z", 0, "2026-11-19 23:59"),
      ("2026-11-21T00:00:00Z", "2026-11-20T23:59:59Z", 0, "2026-11-21 00:00"),
      ("2025-11-20T10:31:00Z", "2026-11-20T10:31:00Z", 0, "2025-11-20 10:31"),
      ("2026-11-19T23:30:00Z", "2026-11-20T00:30:00Z", 3600, "00:30"),
      ("2026-11-20T00:30:00Z", "2026-11-20T01:30:00Z", -3600, "2026-11-19 23:30"),
    ])
  func aMomentOfTodayIsItsHour(timestamp: String, now: String, offset: Int, text: String) throws {
    let zone = Zone { _ in (offset, "X") }
    let timestamp = try #require(Timestamp(iso: timestamp)).seconds
    let now = try #require(Timestamp(iso: now)).seconds
    #expect(zone.clockTime(timestamp, now: now) == text)
  }

  @Test(
    "Timestamp to the minute has neither seconds nor zone",
    arguments: [
      (0, 0, "1970-01-01 00:00"), (59_999, 0, "1970-01-01 00:00"), (60_000, 0, "1970-01-01 00:01"),
      (-1, 0, "1969-12-31 23:59"), (-1000, 0, "1969-12-31 23:59"), (0, 3600, "1970-01-01 01:00"),
      (0, -60, "1969-12-31 23:59"), (86_399_999, 1, "1970-01-02 00:00"),
    ])
  func aMinuteHasNeitherSecondsNorZone(milliseconds: Int, offset: Int, text: String) {
    let zone = Zone { _ in (offset, "X") }
    #expect(Timestamp(milliseconds: milliseconds).minute(in: zone) == text)
  }
}
