import CNcurses
import Terminals

/// Makes events of the bytes that the terminal sends.
///
/// They are read past ncurses, which gives out a sequence that it doesn't know as keys. Its keys come from the terminal's type all the same.
@MainActor struct EventReader {
  private let tty: TTY
  /// A pad, so that the number pad is switched on without anything being painted.
  private let window = newpad(1, 1)
  private var parser: InputParser
  private var clicks = ClickCounter()
  /// The question that the terminal was asked; nil if it wasn't asked any.
  private(set) var inquiry: GraphicsInquiry?

  /// The most bytes that are read before the events so far are told: a terminal may send strings without end.
  private static let limit = 1 << 20

  init(tty: TTY, hasMouse: Bool, escapeDelay: Duration) {
    self.tty = tty
    keypad(window, true)
    parser = InputParser(keys: .ofScreen(), hasMouse: hasMouse, escapeDelay: escapeDelay)
  }

  /// Takes note of a question: until its answers have come, an Escape may begin one.
  mutating func listen(for inquiry: GraphicsInquiry, until timestamp: ContinuousClock.Instant) {
    self.inquiry = inquiry
    parser.expect(until: timestamp)
  }

  /// True if an answer or another string of the terminal's is still to come, or to end.
  var isUnfinished: Bool { parser.isUnfinished || inquiry?.isOver == false }

  /// The moment at which there may be something to tell though nothing comes; nil if there is none.
  var deadline: ContinuousClock.Instant? { parser.deadline }

  /// Returns the events that there are. Waits only for the rest of an Escape (ESCDELAY).
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

  /// Forgets all that was begun: what comes next has nothing to do with it, but for the rest of a paste.
  mutating func forget() {
    parser.forget()
    tcflush(tty.input, TCIFLUSH)
  }

  /// Called when the terminal is taken again: from now on the rest of a paste may come.
  mutating func resume() { parser.resume(at: .now) }

  private mutating func event(for input: InputParser.Input) -> Event? {
    switch input {
    case .key(let key): return .key(key)
    case .paste(let text): return .paste(text)
    case .focus(let hasFocus): return .focus(hasFocus)
    case .answer(let answer):
      inquiry?.take(answer)
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
