import Reprise

/// A recorded day, which is the same in every time zone, or a point in time.
enum DateOrTime: Hashable, Sendable {
  /// With the time at which it begins or ends in the author's time zone, if it was recorded.
  case day(CalendarDate, at: Timestamp?)
  case timestamp(Timestamp)

  /// Servers encode a day as its midnight.
  init?(beginning text: String?) {
    self.init(text, dayAt: "00:00:00")
  }

  /// Ignores the time that the server adds.
  init?(day text: String?) {
    guard let text, let day = CalendarDate(iso: text) else { return nil }
    self = .day(day, at: text.utf8.count > 10 ? Timestamp(iso: text) : nil)
  }

  /// Servers encode the end of a day as its last second.
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

  /// For sorting: a day without a time counts as its midnight in UTC.
  var timestamp: Timestamp? {
    switch self {
    case .day(let day, at: let timestamp): timestamp ?? Timestamp(iso: day.text)
    case .timestamp(let timestamp): timestamp
    }
  }

  /// Tolerates five minutes, because a server's clock may be ahead.
  func isFuture(at now: Timestamp, in zone: Zone) -> Bool {
    isLater(than: Timestamp(milliseconds: now.milliseconds + DateOrTime.slack), in: zone)
  }

  /// In milliseconds.
  private static let slack = 300_000

  /// `nil` for a time less than two days ago.
  func age(at now: Timestamp, in zone: Zone) -> String? {
    guard let today = CalendarDate(iso: now.date(in: zone)),
      let day = CalendarDate(iso: date(in: zone))
    else { return nil }
    let days = today.daysSince1970 - day.daysSince1970
    return days < 2 ? nil : "\(days.grouped) days ago"
  }

  /// A day with a time is compared by that time, independently of the zone.
  func isLater(than now: Timestamp, in zone: Zone) -> Bool {
    switch self {
    case .day(_, at: let timestamp?), .timestamp(let timestamp): timestamp > now
    case .day(let day, at: nil): CalendarDate(iso: now.date(in: zone)).map { day > $0 } ?? false
    }
  }

  /// A day ends with its last second.
  func isOver(at now: Timestamp, in zone: Zone) -> Bool {
    switch self {
    case .day(_, at: let timestamp?), .timestamp(let timestamp): timestamp <= now
    case .day(let day, at: nil): CalendarDate(iso: now.date(in: zone)).map { day < $0 } ?? false
    }
  }

  func date(in zone: Zone) -> String {
    switch self {
    case .day(let day, _): day.text
    case .timestamp(let timestamp): timestamp.date(in: zone)
    }
  }

  func text(in zone: Zone) -> String {
    switch self {
    case .day(let day, _): day.text
    case .timestamp(let timestamp): timestamp.minute(in: zone)
    }
  }

  /// In milliseconds.
  var sortKey: Int {
    switch self {
    case .day(let day, _): day.daysSince1970 * 86_400_000
    case .timestamp(let timestamp): timestamp.milliseconds
    }
  }

  /// `nil` for a point in time, whose day depends on the zone.
  var day: CalendarDate? {
    if case .day(let day, at: _) = self { day } else { nil }
  }
}
