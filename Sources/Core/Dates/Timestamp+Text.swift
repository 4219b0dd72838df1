/// Timestamps as text, without Foundation's formatters, because a list may have 100,000 of them.
extension Timestamp {
  /// Returns "2010-01-19 01:01:21 UTC".
  public func text(in zone: Zone) -> String {
    let (local, name) = localSeconds(in: zone)
    let second = local - Self.days(local) * 86_400
    return Self.date(local) + " " + ISODigits.text(second / 3600, 2) + ":"
      + ISODigits.text(second / 60 % 60, 2) + ":" + ISODigits.text(second % 60, 2) + " " + name
  }

  /// Returns "2010-01-19 01:01", without seconds and zone.
  public func minute(in zone: Zone) -> String {
    let local = localSeconds(in: zone).seconds
    let second = local - Self.days(local) * 86_400
    return Self.date(local) + " " + ISODigits.text(second / 3600, 2) + ":"
      + ISODigits.text(second / 60 % 60, 2)
  }

  /// Returns "2010-01-19".
  public func date(in zone: Zone) -> String {
    Self.date(localSeconds(in: zone).seconds)
  }

  private func localSeconds(in zone: Zone) -> (seconds: Int, zoneName: String) {
    let seconds = milliseconds.dividedDown(by: 1000)
    let (offset, name) = zone.offset(seconds)
    // In other zones, the first and last day may fall in the years 0 and 10000.
    let bounds = (Timestamp.earliest.milliseconds / 1000, Timestamp.latest.milliseconds / 1000)
    return (min(max(seconds + offset, bounds.0), bounds.1), name)
  }

  private static func date(_ seconds: Int) -> String {
    CalendarDate(daysSince1970: days(seconds)).text
  }

  private static func days(_ seconds: Int) -> Int { seconds.dividedDown(by: 86_400) }
}

extension Zone {
  /// Returns "10:31", or "2026-11-20 10:31" if it isn't today. Times are in seconds since 1970.
  public func clockTime(_ timestamp: Int, now: Int) -> String {
    let then = Timestamp(seconds: timestamp)
    // "2010-01-19 01:01:21 UTC": the date, and hours and minutes.
    let text = then.text(in: self)
    let isToday = then.date(in: self) == Timestamp(seconds: now).date(in: self)
    return isToday ? String(text.dropFirst(11).prefix(5)) : String(text.prefix(16))
  }
}
