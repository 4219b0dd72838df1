import Reprise

/// A moment as the server wrote it, and the time that this is, if it is one.
///
/// What isn't a time is shown as it came.
struct Moment: Hashable, Sendable {
  /// The text or number that the server wrote.
  let raw: String
  let timestamp: Timestamp?
  /// True for a day without a time, which belongs to no time zone.
  private let isDay: Bool

  /// Reads a field; nil if it has nothing in it.
  init?(_ json: JSON?) {
    switch json {
    case .string(let text) where text.contains { !$0.isWhitespace }, .number(let text): raw = text
    default: return nil
    }
    timestamp = Timestamp(json)
    isDay = timestamp != nil && CalendarDate(iso: raw) != nil && raw.utf8.count == 10
  }

  /// Returns "2010-01-19 01:01:21 UTC".
  func text(in zone: Zone) -> String { written { $0.text(in: zone) } }

  /// Returns "2010-01-19 01:01".
  func minute(in zone: Zone) -> String { written { $0.minute(in: zone) } }

  /// Returns "2010-01-19".
  func date(in zone: Zone) -> String { written { $0.date(in: zone) } }

  /// The moment in UTC: "2010-01-19T01:01:21Z".
  var iso: String { written(\.iso) }

  private func written(_ text: (Timestamp) -> String) -> String {
    isDay ? raw : timestamp.map(text) ?? raw
  }

  /// A remark about what was assumed; empty if nothing was.
  var footer: String {
    guard !isDay, timestamp != nil, raw.contains(":"), let last = raw.last else { return "" }
    let hasZone = !last.isNumber || raw.dropFirst(16).contains { "+-".contains($0) }
    return hasZone ? "" : "no time zone, taken for UTC"
  }

  /// The value to sort by: moments by time, and what isn't one by its text behind them.
  var sortKey: SortKey { timestamp.map { .number($0.milliseconds) } ?? .text(raw) }
}
