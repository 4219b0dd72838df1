import Testing

@testable import Core

@Suite struct CivilDateTests {
  @Test(
    "Civil date converts to and from its day number",
    arguments: [
      (0, 1970, 1, 1), (-1, 1969, 12, 31), (11_016, 2000, 2, 29), (-25_509, 1900, 2, 28),
      (-25_508, 1900, 3, 1), (-719_528, 0, 1, 1), (-719_469, 0, 2, 29), (-719_529, -1, 12, 31),
    ])
  func aNumberAndItsDateAreEachOther(days: Int, year: Int, month: Int, day: Int) {
    let date = CivilDate(year: year, month: month, day: day)
    #expect(CivilDate(daysSince1970: days) == date)
    #expect(date.daysSince1970 == days)
  }

  @Test("Civil date round-trips for every day of 800 years") func everyDayOfFourCenturiesComesBack()
  {
    for days in -146_097...146_097
    where CivilDate(daysSince1970: days).daysSince1970 != days {
      Issue.record("\(days)")
    }
  }
}
