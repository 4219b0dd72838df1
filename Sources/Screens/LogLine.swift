import Core
import Restoration

/// One line of the messages: a text, when it was logged, and how often in a row.
public struct LogLine: Codable, Hashable, Sendable {
  /// The time, such as "23:10:05"; "2026-11-20 23:10" if it isn't on the day on which the messages
  /// were opened.
  public let time: String
  /// The message's text.
  public let text: String
  /// The number of consecutive times that the message was logged.
  public let count: Int

  /// Creates a line from a formatted time and a message.
  public init(time: String, text: String, count: Int = 1) {
    self.time = time
    self.text = text
    self.count = count
  }
}

extension MessageLog {
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
