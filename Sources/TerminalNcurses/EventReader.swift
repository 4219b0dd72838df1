import CNcurses
import Terminals

/// Makes events of the keys and reports that ncurses reads.
///
/// Sequences are taken apart by ncurses; a paste is read past it, from behind its start exactly up to its end.
@MainActor struct EventReader {
  private enum Report {
    // Above any number that ncurses gives to keys by itself.
    static let pasteStart: Int32 = 5000
    static let pasteEnd: Int32 = 5001
    static let focusGained: Int32 = 5002
    static let focusLost: Int32 = 5003
    /// The number of the first kind of answer; the others follow.
    static let answerStart: Int32 = 5010
  }

  private let tty: TTY
  private let hasMouse: Bool
  /// A pad, because reading from any other window refreshes it first.
  private let window = newpad(1, 1)
  private var paste: PasteCollector?
  /// True if what is left of the paste is dropped, because the process was stopped in the middle of it.
  private var isPasteLost = false
  /// The moment at which the last bytes of the paste came.
  private var pasteAdvanced = ContinuousClock.now
  /// The answer that is being read, and the moment at which it began.
  private var answer: (collector: AnswerCollector, began: ContinuousClock.Instant)?
  /// The question that the terminal was asked; nil if it wasn't asked any.
  private(set) var inquiry: GraphicsInquiry?
  private var characters = mbstate_t()
  private var clicks = ClickCounter()
  /// The sequence that is being read, and the moment at which it began.
  private var unfinished: (sequence: EscapeSequence, began: ContinuousClock.Instant)?
  /// The numbers that were read after an Escape and don't belong to it.
  private var putBack: [Int32] = []
  /// True if the key that is being read came right after an Escape: the person holds down Alt.
  private var isAlt = false

  init(tty: TTY, hasMouse: Bool) {
    self.tty = tty
    self.hasMouse = hasMouse
    keypad(window, true)
    nodelay(window, true)
    // ncurses would wait for the rest of a report that begins so.
    define_key(nil, KEY_MOUSE)
    define_key("\u{1B}[200~", Report.pasteStart)
    define_key("\u{1B}[201~", Report.pasteEnd)
    define_key("\u{1B}[I", Report.focusGained)
    define_key("\u{1B}[O", Report.focusLost)
  }

  /// Takes note of a question: from now on its answers are no keys.
  mutating func listen(for inquiry: GraphicsInquiry) {
    self.inquiry = inquiry
    for (index, kind) in AnswerCollector.Kind.allCases.enumerated() {
      define_key(kind.start, Report.answerStart + Int32(index))
    }
  }

  /// The next event, or nil when there is none yet.
  mutating func next() -> Event? {
    while true {
      if paste != nil {
        let event = readPaste()
        if event != nil || paste != nil { return event }
        continue
      }
      if answer != nil, !readAnswer() { return nil }
      if unfinished != nil {
        let event = readSequence()
        if unfinished != nil { return nil }
        defer { isAlt = false }
        if let event { return isAlt ? event.withAlt : event }
        continue
      }
      guard let code = read() else { return nil }
      let isOfCharacter = (0x80...0xFF).contains(code)
      if !isOfCharacter { characters = mbstate_t() }
      guard let event = event(for: code) else {
        // Alt is for the key that is still to come, and for no other.
        if code != 0x1B, !isOfCharacter { isAlt = false }
        continue
      }
      defer { isAlt = false }
      return isAlt ? event.withAlt : event
    }
  }

  /// Forgets all that was begun: what comes next has nothing to do with it, but for the rest of a paste.
  mutating func forget() {
    if paste != nil {
      paste = PasteCollector()
      isPasteLost = true
    }
    answer = nil
    unfinished = nil
    putBack = []
    isAlt = false
    characters = mbstate_t()
    flushinp()
  }

  /// Called when the terminal is taken again: from now on the rest of a paste may come.
  mutating func resume() { pasteAdvanced = .now }

  private mutating func read() -> Int32? {
    if !putBack.isEmpty { return putBack.removeFirst() }
    let code = wgetch(window)
    return code == ERR ? nil : code
  }

  private mutating func event(for code: Int32) -> Event? {
    switch code {
    case Report.pasteStart:
      beginPaste()
      return nil
    case Report.pasteEnd: return nil
    case Report.focusGained: return .focus(true)
    case Report.focusLost: return .focus(false)
    case Report.answerStart..<Report.answerStart + Int32(AnswerCollector.Kind.allCases.count):
      let kind = AnswerCollector.Kind.allCases[Int(code - Report.answerStart)]
      answer = (AnswerCollector(kind), .now)
      return nil
    case 0x1B: return readAfterEscape().map(Event.key)
    case 0x80...0xFF: return readCharacter(UInt8(code)).map(Event.key)
    default: return Key(ncursesCode: code).map(Event.key)
    }
  }

  /// Reads a byte of a character outside ASCII. The bytes may come in different calls.
  private mutating func readCharacter(_ byte: UInt8) -> Key? {
    var decoded = reprise_decode(byte, &characters)
    if decoded == -1 {
      // After the beginning of a character that was never finished, the byte may begin another.
      characters = mbstate_t()
      decoded = reprise_decode(byte, &characters)
    }
    if decoded == -1 { characters = mbstate_t() }
    guard decoded >= 0xA0, let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: decoded)) else {
      return nil
    }
    return .character(Character(scalar))
  }

  /// Reads on after an Escape that ncurses knew no sequence for: nothing, as a rule; the key that is held down together with Alt; or the
  /// beginning of a sequence. Later numbers are keys of their own, because ncurses has waited (ESCDELAY).
  private mutating func readAfterEscape() -> Key? {
    guard let introducer = read() else { return .escape }
    if beginSequence(introducer) { return nil }
    // Some terminals send Alt with a key as an Escape before the key's sequence.
    if introducer == 0x1B, let next = read() {
      if beginSequence(next) {
        isAlt = true
        return nil
      }
      putBack = [next]
    }
    putBack.insert(introducer, at: 0)
    guard Key.followsAlt(introducer) else { return .escape }
    isAlt = true
    return nil
  }

  /// Begins a sequence, if that is what the number after an Escape says.
  private mutating func beginSequence(_ introducer: Int32) -> Bool {
    guard introducer == 0x5B || introducer == 0x4F else { return false }
    unfinished = (EscapeSequence(isCSI: introducer == 0x5B, hasMouse: hasMouse), .now)
    return true
  }

  /// Reads on in a sequence, which a slow line delivers in pieces. The rest of one that stays away for a second isn't waited for: what
  /// comes then was typed.
  private mutating func readSequence() -> Event? {
    if let began = unfinished?.began, ContinuousClock.now - began > .seconds(1) { unfinished = nil }
    while unfinished != nil {
      guard let code = readInSequence() else { return nil }
      guard let byte = UInt8(exactly: code), unfinished?.sequence.take(byte) == true else {
        putBack.insert(code, at: 0)
        unfinished = nil
        return nil
      }
      guard let sequence = unfinished?.sequence, sequence.isComplete else { continue }
      unfinished = nil
      // ncurses knows these only where they come in one piece.
      if sequence.startsPaste { beginPaste() }
      if let answer = sequence.answer { inquiry?.take(answer) }
      if let report = sequence.mouse { return .mouse(mouse(for: report)) }
      return sequence.key.map(Event.key)
    }
    return nil
  }

  /// The next number in a sequence. The last bytes of an older report of the mouse are read past ncurses, to which one may be Backspace.
  private mutating func readInSequence() -> Int32? {
    guard unfinished?.sequence.isOldMouseReport == true else { return read() }
    return tty.read(atMost: 1).first.map(Int32.init)
  }

  /// Reads on in an answer, and returns false as long as its end hasn't come. The rest of one that stays away for a second isn't waited
  /// for: what comes then was typed.
  private mutating func readAnswer() -> Bool {
    if let began = answer?.began, ContinuousClock.now - began > .seconds(1) { answer = nil }
    while answer != nil {
      guard let byte = tty.read(atMost: 1).first else { return false }
      switch answer?.collector.take(byte) {
      case .unfinished, nil: continue
      case .whole(let answered):
        if let answered { inquiry?.take(answered) }
      case .broken: putBack = [Int32(byte)]
      }
      answer = nil
    }
    return true
  }

  private mutating func mouse(for report: MouseReport) -> Mouse {
    let action: Mouse.Action =
      switch report.action {
      case .press: clicks.click(at: report.position, .now)
      case .scrollUp: .scrollUp
      case .scrollDown: .scrollDown
      }
    return Mouse(action, at: report.position)
  }

  private mutating func beginPaste() {
    paste = PasteCollector()
    pasteAdvanced = .now
  }

  /// Reads on in a paste, and returns nil as long as its end hasn't come. The end of one that has stood still for half a minute is lost,
  /// and what comes then was typed; a slow line is never that slow. Of one that is lost anyway it may have been thrown away at the stop, so
  /// that it isn't waited for longer than a second, and nothing of it is told.
  private mutating func readPaste() -> Event? {
    let patience = Duration.seconds(isPasteLost ? 1 : 30)
    let isOver = tty.hasInput && ContinuousClock.now - pasteAdvanced > patience
    while !isOver, let limit = paste?.bytesSurelyInside {
      let bytes = tty.read(atMost: limit)
      guard !bytes.isEmpty else { return nil }
      paste?.append(bytes)
      pasteAdvanced = .now
    }
    defer {
      paste = nil
      isPasteLost = false
    }
    return isPasteLost ? nil : paste.map { .paste($0.text) }
  }
}

extension Event {
  /// The same with Alt held down. Where the mouse is or whether the window has the keyboard is all the same with it.
  fileprivate var withAlt: Event {
    guard case .key(let key) = self else { return self }
    return .key(key.withAlt)
  }
}
