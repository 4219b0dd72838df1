import Reprise

/// The time at which something begins or ends: a day as it was written down, which is that day in every time zone, or a moment.
enum DateOrTime: Hashable, Sendable {
  /// A day, and the moment at which it begins or ends for its author; nil if only the day was written.
  case day(CalendarDate, at: Timestamp?)
  case timestamp(Timestamp)

  /// Reads a beginning: servers write a day as its own midnight. Nil for any other text.
  init?(beginning text: String?) {
    self.init(text, dayAt: "00:00:00")
  }

  /// Reads a day as it was written, whatever time of its server's stands behind it.
  init?(day text: String?) {
    guard let text, let day = CalendarDate(iso: text) else { return nil }
    self = .day(day, at: text.utf8.count > 10 ? Timestamp(iso: text) : nil)
  }

  /// Reads an end: servers write the end of a day as its last second.
  init?(end text: String?) {
    self.init(text, dayAt: "23:59:59")
  }

  private init?(_ text: String?, dayAt time: String) {
    guard let text else { return nil }
    if text.utf8.count == 10, let day = CalendarDate(iso: text) {
      self = .day(day, at: nil)
    } else if text.dropFirst(11).prefix(8) == time, let day = CalendarDate(iso: text) {
      self = .day(day, at: Timestamp(iso: text))
    } else if let timestamp = Timestamp(iso: text) {
      self = .timestamp(timestamp)
    } else {
      return nil
    }
  }

  /// The moment to sort by: of a day that was written alone, its midnight in UTC.
  var timestamp: Timestamp? {
    switch self {
    case .day(let day, at: let timestamp): timestamp ?? Timestamp(iso: day.text)
    case .timestamp(let timestamp): timestamp
    }
  }

  /// Tells whether the time is later than now by more than clocks differ: a server's may be ahead.
  func isFuture(at now: Timestamp, in zone: Zone) -> Bool {
    isLater(than: Timestamp(milliseconds: now.milliseconds + DateOrTime.slack), in: zone)
  }

  /// The number of milliseconds by which the clocks of servers may be ahead of this computer's.
  private static let slack = 300_000

  /// Returns the age of what is at least two days old: "400 days ago"; nil for all that is newer.
  func age(at now: Timestamp, in zone: Zone) -> String? {
    guard let today = CalendarDate(iso: now.date(in: zone)),
      let day = CalendarDate(iso: date(in: zone))
    else { return nil }
    let days = today.daysSince1970 - day.daysSince1970
    return days < 2 ? nil : "\(days.grouped) days ago"
  }

  /// Tells whether the time is later than now: at its own moment, which is the same in every zone.
  func isLater(than now: Timestamp, in zone: Zone) -> Bool {
    switch self {
    case .day(_, at: let timestamp?): timestamp > now
    case .day(let day, at: nil): CalendarDate(iso: now.date(in: zone)).map { day > $0 } ?? false
    case .timestamp(let timestamp): timestamp > now
    }
  }

  /// Tells whether the time ended before now; a day ends with its last second.
  func isOver(at now: Timestamp, in zone: Zone) -> Bool {
    switch self {
    case .day(_, at: let timestamp?): timestamp <= now
    case .day(let day, at: nil): CalendarDate(iso: now.date(in: zone)).map { day < $0 } ?? false
    case .timestamp(let timestamp): timestamp <= now
    }
  }

  /// Returns the day: "2026-12-10".
  func date(in zone: Zone) -> String {
    switch self {
    case .day(let day, _): day.text
    case .timestamp(let timestamp): timestamp.date(in: zone)
    }
  }

  /// Returns the day, or the day and the time: "2026-12-10", "2026-12-10 09:00".
  func words(in zone: Zone) -> String {
    switch self {
    case .day(let day, _): day.text
    case .timestamp(let timestamp): timestamp.minute(in: zone)
    }
  }

  /// The number to sort by, in milliseconds.
  var place: Int {
    switch self {
    case .day(let day, _): day.daysSince1970 * 86_400_000
    case .timestamp(let timestamp): timestamp.milliseconds
    }
  }
}

extension DateOrTime {
  /// The day that was written; nil for a moment, whose day depends on the zone.
  var day: CalendarDate? {
    if case .day(let day, at: _) = self { day } else { nil }
  }
}
