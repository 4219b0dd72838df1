/// A date of the proleptic Gregorian calendar. Uses Howard Hinnant's days_from_civil and
/// civil_from_days, in which years begin in March, so that a leap day is the year's last day.
struct CivilDate: Hashable {
  let year: Int
  let month: Int
  let day: Int

  init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates the date of a day number; 0 is 1970-01-01.
  init(daysSince1970: Int) {
    let shifted = daysSince1970 + 719_468
    let era = shifted.dividedDown(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
  }

  /// The day number. A 31st of April gives the 1st of May: compare the dates to validate.
  var daysSince1970: Int {
    let marchYear = year - (month <= 2 ? 1 : 0)
    let era = marchYear.dividedDown(by: 400)
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  var text: String {
    ISODigits.text(year, 4) + "-" + ISODigits.text(month, 2) + "-" + ISODigits.text(day, 2)
  }
}
