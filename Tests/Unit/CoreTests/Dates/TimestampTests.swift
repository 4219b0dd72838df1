import Core
import Foundation
import Testing

@Suite struct TimestampTests {
  @Test(
    "Timestamp reads numbers and texts of servers",
    arguments: [
      ("1263862881511", "2010-01-19 01:01:21 UTC"),
      ("\"1263862881511\"", "2010-01-19 01:01:21 UTC"),
      ("1263862881511.75", "2010-01-19 01:01:21 UTC"),
      ("1.263862881511e12", "2010-01-19 01:01:21 UTC"),
      ("1296691199999", "2011-02-02 23:59:59 UTC"), ("951782400000", "2000-02-29 00:00:00 UTC"),
      ("1263862881", "2010-01-19 01:01:21 UTC"), ("1263862881.511", "2010-01-19 01:01:21 UTC"),
      ("\"1263862881511000\"", "2010-01-19 01:01:21 UTC"),
      ("\"2010-01-19T01:01:21\"", "2010-01-19 01:01:21 UTC"),
      ("\" 2010-01-19T02:01:21,5+01\"", "2010-01-19 01:01:21 UTC"),
      ("\"2010-01-19 01:01:21 UTC\"", "2010-01-19 01:01:21 UTC"),
      ("315532800", "1980-01-01 00:00:00 UTC"), ("7258118399999", "2199-12-31 23:59:59 UTC"),
    ])
  func aMomentBecomesADateHoweverItIsWritten(written: String, text: String) throws {
    let timestamp = try #require(Timestamp(json(written)))
    #expect(timestamp.text(in: .utc) == text)
    #expect(timestamp.date(in: .utc) == String(text.prefix(10)))
  }

  @Test(
    "Timestamp refuses values that are none or out of range",
    arguments: [
      "null", "\"\"", "true", "[]", "\"soon\"", "\"nan\"", "\"infinity\"", "\"0x10\"",
      "0", "-1", "315532799", "7258118400000", "7258118400", "1e18", "1e400", "-1e999",
      "9223372036854775807", "\"0001-01-01T00:00:00Z\"", "\"2010-02-30\"",
    ])
  func whatIsNoMomentIsNone(written: String) throws {
    #expect(try Timestamp(json(written)) == nil)
  }

  @Test("Timestamp of a missing value is nil") func aMissingKeyIsNone() {
    #expect(Timestamp(nil) == nil)
  }

  @Test("Timestamp text has the date and the name of its zone")
  func aZoneMovesTheDateAndNamesItself() throws {
    let timestamp = Timestamp(milliseconds: 1_296_691_199_999)
    let rome = Zone { _ in (3600, "CET") }
    #expect(timestamp.text(in: rome) == "2011-02-03 00:59:59 CET")
    #expect(timestamp.date(in: rome) == "2011-02-03")
    let kabul = Zone { _ in (-16_200, "X") }
    #expect(timestamp.text(in: kabul) == "2011-02-02 19:29:59 X")
  }

  @Test("Timestamp in any zone stays within the years 1 to 9999", arguments: [86_400, -86_400])
  func noZoneLeavesTheYears1To9999(offset: Int) {
    let zone = Zone { _ in (offset, "X") }
    #expect(Timestamp.latest.text(in: zone).hasPrefix("9999-12-3"))
    #expect(Timestamp.earliest.text(in: zone).hasPrefix("0001-01-0"))
  }

  @Test(arguments: [0, 1_263_862_881, 1_280_000_000, -2_000_000_000, 253_402_300_799])
  func theLocalZoneAgreesWithFoundation(seconds: Int) {
    let timestamp = Date(timeIntervalSince1970: Double(seconds))
    #expect(Zone.local.offset(seconds).seconds == TimeZone.current.secondsFromGMT(for: timestamp))
  }

  @Test("Timestamp dates of 400 years agree with Foundation")
  func everyDayOfFourHundredYearsFollowsTheOneBefore() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    for day in stride(from: 0, to: 146_097, by: 97) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400)
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      let text = Timestamp(milliseconds: day * 86_400_000).date(in: .utc)
      let numbers = text.split(separator: "-").map { Int($0) }
      #expect(numbers == [parts.year, parts.month, parts.day])
    }
  }

  @Test("Timestamp from seconds is clamped to the years 1 to 9999")
  func secondsAreKeptWithinTheYearsToo() {
    #expect(Timestamp(seconds: 1_263_862_881).milliseconds == 1_263_862_881_000)
    #expect(Timestamp(seconds: .max).milliseconds == 253_402_300_799_000)
    #expect(Timestamp(seconds: .min) == .earliest)
    #expect(Timestamp.earliest.milliseconds == -62_135_596_800_000)
    #expect(Timestamp.latest.milliseconds == 253_402_300_799_999)
  }

  @Test("Timestamps are ordered") func momentsComeOneAfterTheOther() {
    let timestamps = [5, -1, 0].map { Timestamp(milliseconds: $0) }
    #expect(timestamps.sorted().map(\.milliseconds) == [-1, 0, 5])
    #expect(!(timestamps[0] < timestamps[0]))
  }

  @Test("First and last timestamp stay in their year in any zone", arguments: [86_399, -86_399])
  func theFirstAndTheLastSecondStayInTheirYear(offset: Int) {
    let zone = Zone { _ in (offset, "X") }
    let isEast = offset > 0
    #expect(
      Timestamp.latest.text(in: zone)
        == (isEast ? "9999-12-31 23:59:59 X" : "9999-12-31 00:00:00 X"))
    #expect(
      Timestamp.earliest.text(in: zone)
        == (isEast ? "0001-01-01 23:59:59 X" : "0001-01-01 00:00:00 X"))
  }
}
