import Core
import Foundation
import RepriseTesting
import Testing

@Suite struct TimestampISOTests {
  @Test(
    "ISO timestamp is read with its offset",
    arguments: [
      ("2015-06-11T07:45:12.000+0000", "2015-06-11 07:45:12 UTC"),
      ("2015-06-11T07:45:12.000+0200", "2015-06-11 05:45:12 UTC"),
      ("2015-06-11T07:45:12.000-03:30", "2015-06-11 11:15:12 UTC"),
      ("2015-06-11T07:45:12Z", "2015-06-11 07:45:12 UTC"),
      ("2015-06-11 07:45:12", "2015-06-11 07:45:12 UTC"),
      ("2015-06-11T07:45", "2015-06-11 07:45:00 UTC"), ("2015-06-11", "2015-06-11 00:00:00 UTC"),
      ("2016-12-31T23:59:60Z", "2016-12-31 23:59:59 UTC"),
      ("2015-01-01T01:00:00.5+0200", "2014-12-31 23:00:00 UTC"),
      ("2015-06-11T23:59:59.999+18:59", "2015-06-11 05:00:59 UTC"),
      ("2015-06-11T00:00-1859", "2015-06-11 18:59:00 UTC"),
      ("0001-01-01T00:00:00+1400", "0001-01-01 00:00:00 UTC"),
    ])
  func aMomentIsReadWithItsOffset(written: String, text: String) {
    #expect(Timestamp(iso: written)?.text(in: .utc) == text)
  }

  @Test(
    "ISO timestamp is written in UTC",
    arguments: [
      ("2010-01-19T01:01:21Z", "2010-01-19T01:01:21Z"),
      ("2010-01-19T01:01:21.999+01:00", "2010-01-19T00:01:21Z"),
      ("0001-01-01", "0001-01-01T00:00:00Z"),
    ])
  func aMomentIsWrittenInUTC(read: String, written: String) throws {
    #expect(try #require(Timestamp(iso: read)).iso == written)
  }

  @Test(
    "ISO timestamp is written as it is read",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
      (951_782_400, "2000-02-29T00:00:00Z"), (951_868_799, "2000-02-29T23:59:59Z"),
      (951_868_800, "2000-03-01T00:00:00Z"), (-2_203_891_200, "1900-03-01T00:00:00Z"),
      (-2_203_891_201, "1900-02-28T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
      (4_107_542_399, "2100-02-28T23:59:59Z"), (1_709_164_800, "2024-02-29T00:00:00Z"),
      (1_735_689_599, "2024-12-31T23:59:59Z"), (1_795_232_284, "2026-11-21T03:38:04Z"),
      (253_402_300_799, "9999-12-31T23:59:59Z"), (-62_135_596_800, "0001-01-01T00:00:00Z"),
    ])
  func aTimestampIsWrittenAsItIsRead(seconds: Int, text: String) {
    #expect(Timestamp(seconds: seconds).iso == text)
    #expect(Timestamp(iso: text)?.seconds == seconds)
  }

  @Test(
    "ISO timestamp beyond the years 1 to 9999 is clamped",
    arguments: [
      (Int.max, "9999-12-31T23:59:59Z"), (253_402_300_800, "9999-12-31T23:59:59Z"),
      (Int.min, "0001-01-01T00:00:00Z"), (-62_135_596_801, "0001-01-01T00:00:00Z"),
    ])
  func aTimestampBeyondFourDigitYearsIsClamped(seconds: Int, text: String) {
    #expect(Timestamp(seconds: seconds).iso == text)
  }

  @Test("ISO timestamp is written as Foundation writes it, 2000 times")
  func twoThousandTimestampsAreWrittenAsFoundationWritesThem() throws {
    var generator = SplitMix64(seed: 7)
    let utc = try #require(TimeZone(identifier: "UTC"))
    for _ in 0..<2_000 {
      // From 1600 on, where Foundation uses the Gregorian calendar as well.
      let seconds = Int.random(in: -11_676_096_000...253_402_300_799, using: &generator)
      let text = Timestamp(seconds: seconds).iso
      let date = Date(timeIntervalSince1970: Double(seconds))
      #expect(text == date.ISO8601Format(Date.ISO8601FormatStyle(timeZone: utc)))
      #expect(Timestamp(iso: text)?.seconds == seconds)
    }
  }

  @Test("Seconds of a timestamp are rounded down") func secondsAreRoundedDown() {
    #expect(Timestamp(milliseconds: 1999).seconds == 1)
    #expect(Timestamp(milliseconds: -1).seconds == -1)
  }

  @Test("ISO timestamp is read to the millisecond") func thousandthsCount() {
    #expect(Timestamp(iso: "1970-01-01T00:00:00.1239Z")?.milliseconds == 123)
    #expect(Timestamp(iso: "1970-01-01T00:00:00.5Z")?.milliseconds == 500)
  }

  @Test(
    "ISO timestamp: invalid text is refused",
    arguments: [
      "", "24/02/2015", "2015-06-11T", "2015-06-11T25:00:00Z", "2015-06-11T07:45:12.",
      "2015-06-11T07:45:12+", "2015-06-11T07:45:12+2", "2015-06-11T07:45:12Zz",
      "2015-02-29T00:00:00Z", "2015-06-11T24:00Z", "2015-06-11T23:60Z", "2015-06-11T23:59:61Z",
      "2015-06-11T07:45+1900", "2015-06-11T07:45+0060", "2015-06-11T07", "2015-06-11T07:4",
      "2015-06-11T07:45:1", "2015-06-11T07:45:12.x", "2015-06-11T07:45:12.5x", "2015-06-11T7:45",
      "2015-06-11T07:45:12Z+0200", "2015-06-11T07:45+02:00:00", "2015-06-11T07.45",
      "2026-1a-21T03:38:04Z", "-026-11-21T03:38:04Z", "٢٠٢٦-11-21T03:38:04Z",
      "2026-00-21T03:38:04Z", "2026-13-01T00:00:00Z", "2026-04-31T00:00:00Z",
      "2026-01-00T00:00:00Z", "9999-99-99T99:99:99Z",
    ])
  func whatIsNoMomentIsNone(written: String) {
    #expect(Timestamp(iso: written) == nil)
  }
}
