import CNcurses
import Terminals

/// Reads bytes from the terminal and parses them into events. Bypasses ncurses, which would report
/// an unknown sequence as key presses; the key definitions still come from the terminal type.
@MainActor struct EventReader {
  private let tty: TTY
  /// A pad, because it enables the number pad without painting anything.
  private let window = newpad(1, 1)
  private var parser: InputParser
  private var clicks = ClickCounter()
  private(set) var inquiry: GraphicsQuery?

  /// The maximum number of bytes read per call, because a terminal may send endless strings.
  private static let limit = 1 << 20

  init(tty: TTY, hasMouse: Bool, escapeDelay: Duration) {
    self.tty = tty
    keypad(window, true)
    parser = InputParser(keys: .ofScreen(), hasMouse: hasMouse, escapeDelay: escapeDelay)
  }

  /// Expects the replies to a query: until they have arrived, an Escape may begin one.
  mutating func listen(for inquiry: GraphicsQuery, until timestamp: ContinuousClock.Instant) {
    self.inquiry = inquiry
    parser.expect(until: timestamp)
  }

  var isUnfinished: Bool { parser.isUnfinished || inquiry?.isOver == false }

  var deadline: ContinuousClock.Instant? { parser.deadline }

  /// Returns the pending events. Waits only for the rest of an Escape (ESCDELAY).
  mutating func readEvents() -> [Event] {
    var events: [Event] = []
    var count = 0
    while count < Self.limit {
      let bytes = tty.read(atMost: 1 << 16)
      count += bytes.count
      events += (bytes.isEmpty ? parser.expire(at: .now) : parser.take(bytes, at: .now))
        .compactMap { event(for: $0) }
      guard bytes.isEmpty else { continue }
      guard let deadline = parser.deadline, deadline - .now < .milliseconds(100) else { break }
      _ = tty.waitForInput(until: deadline)
      if tty.isHungUp { break }
    }
    return events
  }

  mutating func forget() {
    parser.forget()
    tcflush(tty.input, TCIFLUSH)
  }

  mutating func resume() { parser.resume(at: .now) }

  private mutating func event(for input: InputParser.Input) -> Event? {
    switch input {
    case .key(let key): return .key(key)
    case .paste(let text): return .paste(text)
    case .focus(let hasFocus): return .focus(hasFocus)
    case .report(let report):
      inquiry?.take(report)
      if inquiry?.isOver == true { parser.expect(until: nil) }
      return nil
    case .mouse(let report):
      let action: Mouse.Action?
      switch report.action {
      case .press:
        clicks.press(at: report.position)
        action = nil
      case .release: action = clicks.release(at: report.position, .now)
      case .scrollUp: action = .scrollUp
      case .scrollDown: action = .scrollDown
      }
      return action.map { .mouse(Mouse($0, at: report.position)) }
    }
  }
}
