import Reprise

/// A date or time as the server wrote it. One that can't be parsed is shown as received.
struct ReceivedDate: Hashable, Sendable {
  let raw: String
  let timestamp: Timestamp?
  /// Whether it is a date without a time, which isn't converted between time zones.
  private let isDay: Bool

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

  func minute(in zone: Zone) -> String { written { $0.minute(in: zone) } }

  func date(in zone: Zone) -> String { written { $0.date(in: zone) } }

  var iso: String { written(\.iso) }

  private func written(_ text: (Timestamp) -> String) -> String {
    isDay ? raw : timestamp.map(text) ?? raw
  }

  /// A note that UTC was assumed because no time zone was given; otherwise empty.
  var footer: String {
    guard !isDay, timestamp != nil, raw.contains(":"), let last = raw.last else { return "" }
    let hasZone = !last.isNumber || raw.dropFirst(16).contains { "+-".contains($0) }
    return hasZone ? "" : "no time zone, read as UTC"
  }

  /// Values that couldn't be parsed come last, sorted by their text.
  var sortKey: SortKey { timestamp.map { .number($0.milliseconds) } ?? .text(raw) }
}
