import Core
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
    ])
  func whatIsNoMomentIsNone(written: String) {
    #expect(Timestamp(iso: written) == nil)
  }
}
