import Core
import Foundation
import Testing

@Suite struct CalendarDateTests {
  @Test(
    "Calendar date ignores time and zone of a timestamp",
    arguments: [
      "1936-12-04", "1936-12-04T00:00:00.000+0000", "1936-12-04T00:00:00.000+0200",
      "1936-12-04 00:00:00", "1936-12-04T23:59:59.999-1100",
    ])
  func noZoneMovesADay(written: String) {
    #expect(CalendarDate(iso: written)?.text == "1936-12-04")
  }

  @Test(
    "Calendar date refuses invalid text",
    arguments: [
      "", "soon", "1936-12", "1936-13-01", "1936-02-30", "1900-02-29", "0000-01-01", "1936-12-04X",
      "36-12-04", "１９３６-12-04", "+936-12-04",
    ])
  func whatIsNoDayIsNone(written: String) {
    #expect(CalendarDate(iso: written) == nil)
  }

  @Test(
    "Calendar date counts an age in whole years",
    arguments: [
      ("2000-02-29", "2001-02-28", 0), ("2000-02-29", "2001-03-01", 1),
      ("1936-12-04", "2026-11-21", 89), ("1936-12-04", "2026-12-04", 90),
      ("2026-11-21", "2026-11-20", -1),
    ])
  func anAgeIsCountedInWholeYears(born: String, today: String, years: Int) throws {
    let born = try #require(CalendarDate(iso: born))
    #expect(born.years(until: try #require(CalendarDate(iso: today))) == years)
  }

  @Test("Calendar dates of 800 years round-trip as text")
  func everyDayOfFourHundredYearsIsReadAsItIsWritten() {
    for day in stride(from: -146_097, through: 146_097, by: 31) {
      let day = CalendarDate(daysSince1970: day)
      #expect(CalendarDate(iso: day.text) == day)
    }
  }

  @Test("Calendar date is clamped to the years 1 to 9999") func noDayLiesOutsideTheYears1To9999() {
    #expect(CalendarDate(daysSince1970: .min).text == "0001-01-01")
    #expect(CalendarDate(daysSince1970: .max).text == "9999-12-31")
  }

  @Test("Calendar dates are ordered") func daysComeOneAfterTheOther() throws {
    let days = try ["2026-01-31", "2025-12-31", "2026-02-01"].map {
      try #require(CalendarDate(iso: $0))
    }
    #expect(days.sorted().map(\.text) == ["2025-12-31", "2026-01-31", "2026-02-01"])
    #expect(!(days[0] < days[0]))
  }

  @Test("Calendar date from year, month, day refuses invalid dates")
  func aDayIsMadeOfItsDateIfThereIsOne() throws {
    let day = try #require(CalendarDate(year: 2024, month: 2, day: 29))
    #expect(day.parts == (2024, 2, 29))
    #expect(day.daysSince1970 == 19_782)
    for (year, month, date) in [
      (0, 1, 1), (10_000, 1, 1), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (2026, 1, 32),
      (2023, 2, 29), (2026, 4, 31),
    ] {
      #expect(CalendarDate(year: year, month: month, day: date) == nil)
    }
    #expect(CalendarDate(year: 1, month: 1, day: 1)?.daysSince1970 == -719_162)
    #expect(CalendarDate(year: 9999, month: 12, day: 31)?.daysSince1970 == 2_932_896)
  }
}
