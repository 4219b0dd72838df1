import Reprise

/// When something begins or ends: a day as it was written down, which is that day in every time zone, or a moment.
enum DayOrMoment: Hashable, Sendable {
  case day(CalendarDay)
  case moment(Timestamp)

  /// Servers write a day as its own midnight; nil for what is neither.
  init?(beginning text: String?) {
    let isDay = text?.utf8.count == 10
    self.init(isDay ? text.map { $0 + "T00:00:00" } : text, dayAt: "00:00:00")
  }

  /// Servers write the end of a day as its last second.
  init?(end text: String?) {
    self.init(text, dayAt: "23:59:59")
  }

  private init?(_ text: String?, dayAt time: String) {
    guard let text else { return nil }
    if text.dropFirst(11).prefix(8) == time, let day = CalendarDay(iso: text) {
      self = .day(day)
    } else if let moment = Timestamp(iso: text) {
      self = .moment(moment)
    } else {
      return nil
    }
  }

  /// Tells whether it begins later than now.
  func isLater(than now: Timestamp, in zone: Zone) -> Bool {
    switch self {
    case .day(let day): CalendarDay(iso: now.date(in: zone)).map { day > $0 } ?? false
    case .moment(let moment): moment > now
    }
  }

  /// Tells whether it ended before now; a day ends with its last second.
  func isOver(at now: Timestamp, in zone: Zone) -> Bool {
    switch self {
    case .day(let day): CalendarDay(iso: now.date(in: zone)).map { day < $0 } ?? false
    case .moment(let moment): moment <= now
    }
  }

  /// "2026-12-10".
  func date(in zone: Zone) -> String {
    switch self {
    case .day(let day): day.text
    case .moment(let moment): moment.date(in: zone)
    }
  }

  /// "2026-12-10", or "2026-12-10 09:00".
  func words(in zone: Zone) -> String {
    switch self {
    case .day(let day): day.text
    case .moment(let moment): moment.minute(in: zone)
    }
  }

  /// For sorting, in milliseconds.
  var place: Int {
    switch self {
    case .day(let day): day.daysSince1970 * 86_400_000
    case .moment(let moment): moment.milliseconds
    }
  }
}
