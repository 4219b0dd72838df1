import Restoration
import Values

/// One line of the messages: a sentence, the time at which it was said, and how often in a row.
public struct LogLine: Codable, Hashable, Sendable {
  /// The time: "23:10:05", or "2026-11-20 23:10" for another day than that on which the messages were opened.
  public let time: String
  /// The sentence.
  public let text: String
  /// The number of times that it was said in a row.
  public let count: Int

  /// Creates a line from a time as text and a sentence.
  public init(time: String, text: String, count: Int = 1) {
    self.time = time
    self.text = text
    self.count = count
  }
}

extension MessageLog {
  /// The messages as lines of a screen that is opened now.
  func lines(now: Int, zone: Zone) -> [LogLine] {
    let today = Timestamp(seconds: now).date(in: zone)
    return messages.map { message in
      let then = Timestamp(seconds: message.timestamp)
      let isToday = then.date(in: zone) == today
      return LogLine(
        time: isToday
          ? String(then.text(in: zone).dropFirst(11).prefix(8)) : then.minute(in: zone),
        text: message.text, count: message.count)
    }
  }
}
