import Restoration
import Values

/// One line of the messages: when something was said, what, and how often in a row.
public struct LogLine: Codable, Hashable, Sendable {
  /// "23:10:05", or "2026-11-20 23:10" for another day than that on which the messages were opened.
  public let time: String
  public let text: String
  public let count: Int

  public init(time: String, text: String, count: Int = 1) {
    self.time = time
    self.text = text
    self.count = count
  }
}

extension MessageLog {
  /// The messages as a screen shows them that is opened now.
  func lines(now: Int, zone: Zone) -> [LogLine] {
    let today = Timestamp(milliseconds: now * 1000).date(in: zone)
    return messages.map { message in
      let then = Timestamp(milliseconds: message.moment * 1000)
      let isToday = then.date(in: zone) == today
      return LogLine(
        time: isToday
          ? String(then.text(in: zone).dropFirst(11).prefix(8)) : then.minute(in: zone),
        text: message.text, count: message.count)
    }
  }
}
