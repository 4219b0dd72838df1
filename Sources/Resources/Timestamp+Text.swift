/// How moments are written: ISO dates, by arithmetic alone. A list of 100,000 has as many.
extension Timestamp {
  /// "2010-01-19 01:01:21 UTC".
  public func text(in zone: Zone) -> String {
    let (local, name) = localSeconds(in: zone)
    let second = local - Self.days(local) * 86_400
    return Self.date(local) + " " + Self.digits(second / 3600, 2) + ":"
      + Self.digits(second / 60 % 60, 2) + ":" + Self.digits(second % 60, 2) + " " + name
  }

  /// "2010-01-19".
  public func date(in zone: Zone) -> String {
    Self.date(localSeconds(in: zone).seconds)
  }

  private func localSeconds(in zone: Zone) -> (seconds: Int, zoneName: String) {
    let seconds = Self.quotient(milliseconds, 1000)
    let (offset, name) = zone.offset(seconds)
    // The first and the last day of all may lie in the years 0 and 10000 elsewhere.
    let bounds = (Timestamp.earliest.milliseconds / 1000, Timestamp.latest.milliseconds / 1000)
    return (min(max(seconds + offset, bounds.0), bounds.1), name)
  }

  /// Howard Hinnant's civil_from_days: years begin in March, so that the leap day is the last.
  private static func date(_ seconds: Int) -> String {
    let shifted = days(seconds) + 719_468
    let era = quotient(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    return digits(year, 4) + "-" + digits(month, 2) + "-" + digits(day, 2)
  }

  private static func days(_ seconds: Int) -> Int { quotient(seconds, 86_400) }

  /// Division that rounds down, also below zero.
  private static func quotient(_ number: Int, _ divisor: Int) -> Int {
    number >= 0 ? number / divisor : -((-number + divisor - 1) / divisor)
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}

extension Zone {
  /// "10:31", or "2026-11-20 10:31" for another day than today's. Both moments are in seconds since 1970.
  public func clockTime(_ moment: Int, now: Int) -> String {
    let then = Timestamp(milliseconds: moment * 1000)
    // "2010-01-19 01:01:21 UTC": the date, and hours and minutes.
    let text = then.text(in: self)
    let isToday = then.date(in: self) == Timestamp(milliseconds: now * 1000).date(in: self)
    return isToday ? String(text.dropFirst(11).prefix(5)) : String(text.prefix(16))
  }
}
