import Foundation
import RepriseTesting
import Testing

@testable import Core

@Suite struct UTCTimeTests {
  @Test(
    "UTC time is written and read as ISO 8601",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
      (951_782_400, "2000-02-29T00:00:00Z"), (951_868_799, "2000-02-29T23:59:59Z"),
      (951_868_800, "2000-03-01T00:00:00Z"), (-2_203_891_200, "1900-03-01T00:00:00Z"),
      (-2_203_891_201, "1900-02-28T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
      (4_107_542_399, "2100-02-28T23:59:59Z"), (1_709_164_800, "2024-02-29T00:00:00Z"),
      (1_735_689_599, "2024-12-31T23:59:59Z"), (1_795_232_284, "2026-11-21T03:38:04Z"),
      (253_402_300_799, "9999-12-31T23:59:59Z"), (-62_135_596_800, "0001-01-01T00:00:00Z"),
      (-62_167_219_200, "0000-01-01T00:00:00Z"), (-62_162_121_600, "0000-02-29T00:00:00Z"),
    ])
  func momentsAreWrittenAndReadAsISO8601HasThem(seconds: Int, text: String) {
    #expect(UTCTime(secondsSince1970: seconds).description == text)
    #expect(UTCTime(text)?.secondsSince1970 == seconds)
  }

  @Test(
    "UTC time beyond four-digit years is clamped",
    arguments: [
      (Int.max, "9999-12-31T23:59:59Z"), (253_402_300_800, "9999-12-31T23:59:59Z"),
      (Int.min, "0000-01-01T00:00:00Z"), (-62_167_219_201, "0000-01-01T00:00:00Z"),
    ])
  func whatIsBeyondFourDigitsIsTheNearestMoment(seconds: Int, text: String) {
    #expect(UTCTime(secondsSince1970: seconds).description == text)
  }

  @Test("UTC time is written as Foundation writes it, 2000 times")
  func twoThousandMomentsAreWrittenAsFoundationWritesThem() throws {
    var generator = SplitMix64(seed: 7)
    let utc = try #require(TimeZone(identifier: "UTC"))
    for _ in 0..<2_000 {
      // From 1600 on, where Foundation counts with the Gregorian calendar as we do.
      let seconds = Int.random(in: -11_676_096_000...253_402_300_799, using: &generator)
      let text = UTCTime(secondsSince1970: seconds).description
      let date = Date(timeIntervalSince1970: Double(seconds))
      #expect(text == date.ISO8601Format(.iso8601(timeZone: utc)))
      #expect(UTCTime(text)?.secondsSince1970 == seconds)
    }
  }

  @Test(
    "UTC time refuses invalid text",
    arguments: [
      "", "2026-11-21", "2026-11-21T03:38:04", "2026-11-21T03:38:04+00:00", "2026-11-21 03:38:04Z",
      "2026-1a-21T03:38:04Z", "-026-11-21T03:38:04Z", "2026-11-21T03:38:04z",
      "٢٠٢٦-11-21T03:38:04Z",
      "2026-00-21T03:38:04Z", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z",
      "2026-04-31T00:00:00Z",
      "2026-01-00T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z",
      "2026-01-01T00:00:60Z",
      "9999-99-99T99:99:99Z",
    ])
  func whatIsNoMomentIsNotRead(text: String) {
    #expect(UTCTime(text) == nil)
  }
}

extension Date.ISO8601FormatStyle {
  fileprivate static func iso8601(timeZone: TimeZone) -> Date.ISO8601FormatStyle {
    Date.ISO8601FormatStyle(timeZone: timeZone)
  }
}
