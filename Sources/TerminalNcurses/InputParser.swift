import CNcurses
import Terminals

/// Parses the bytes that a terminal sends, in arbitrary chunks with pauses between them. Incomplete
/// input waits until `deadline`; then `expire(at:)` decides: a lone Escape is the key, a string is
/// dropped. What arrives of either after that is read as keys.
struct InputParser {
  typealias Instant = ContinuousClock.Instant

  enum Input: Hashable {
    case key(Key)
    case paste(String)
    case focus(Bool)
    case mouse(MouseReport)
    case report(TerminalReport)
  }

  private enum Timeouts {
    /// After the two bytes that introduce a string or sequence. On timeout they are a key with Alt.
    static let introduced = Duration.seconds(1)
    static let rest = Duration.seconds(3)
    static let backslash = Duration.milliseconds(500)
    /// For a whole string, after which it ends at the first pause.
    static let string = Duration.seconds(10)
    static let pause = Duration.milliseconds(250)
    static let paste = Duration.seconds(30)
    /// For a paste whose end may have been lost while the process was stopped.
    static let lostPaste = Duration.seconds(1)
  }

  private let keys: KeyTable
  private let hasMouse: Bool
  private let escapeDelay: Duration
  private var buffer: ArraySlice<UInt8> = []
  private var arrived = Instant.now
  private var string: ControlString?
  private var stringBegan = Instant.now
  private var paste: PasteCollector?
  /// Whether the rest of the paste is dropped, because the process was stopped in the middle of it.
  private var isPasteLost = false
  private var characters = mbstate_t()
  private var isAlt = false
  /// Until when an Escape may begin a reply, or `nil` if no reply is outstanding.
  private var expected: Instant?

  init(keys: KeyTable, hasMouse: Bool, escapeDelay: Duration = .milliseconds(25)) {
    self.keys = keys
    self.hasMouse = hasMouse
    self.escapeDelay = escapeDelay
  }

  var isUnfinished: Bool { string != nil || buffer.first == 0x1B }

  /// When `expire(at:)` must be called unless more bytes arrive, or `nil` if nothing is pending.
  var deadline: Instant? {
    if paste != nil { return arrived + (isPasteLost ? Timeouts.lostPaste : Timeouts.paste) }
    if string != nil {
      if !buffer.isEmpty { return max(arrived + Timeouts.backslash, expected ?? arrived) }
      let end = max(stringBegan + Timeouts.string, arrived + Timeouts.pause)
      return min(end, arrived + Timeouts.rest)
    }
    switch Array(buffer.prefix(3)) {
    case []: return nil
    case [0x1B]: return max(arrived + escapeDelay, expected ?? arrived)
    case let begun where begun.count == 2 && begun[0] == 0x1B && Self.introduces(begun[1]):
      return max(arrived + Timeouts.introduced, expected ?? arrived)
    case let begun where begun.count == 3 && Self.introduces(begun[1]):
      return arrived + Timeouts.rest
    default: return arrived + escapeDelay
    }
  }

  /// Makes an Escape wait for a reply until this time; `nil` once all replies have arrived.
  mutating func expect(until timestamp: Instant?) { expected = timestamp }

  mutating func take(_ bytes: [UInt8], at now: Instant) -> [Input] {
    guard !bytes.isEmpty else { return [] }
    var inputs = expire(at: now)
    buffer += bytes
    arrived = now
    // Each part of a reply shows that the connection is slow, so extend the wait.
    if let expected { self.expected = max(expected, now + .seconds(2)) }
    read(into: &inputs)
    // An empty slice would retain the typed text, possibly a password, in its storage.
    if buffer.isEmpty { buffer = [] }
    return inputs
  }

  mutating func expire(at now: Instant) -> [Input] {
    var inputs: [Input] = []
    // The bytes left after a key with Alt or an Escape may have their own deadline, also passed.
    while let deadline, now >= deadline {
      if paste != nil {
        endPaste(into: &inputs)
      } else if string != nil {
        string = nil
        buffer = []
      } else if buffer.first != 0x1B {
        if let byte = buffer.popFirst() { readPlain(byte, into: &inputs) }
      } else if buffer.count == 1 || buffer.dropFirst().first == 0x1B {
        buffer = buffer.dropFirst()
        emit(.escape, into: &inputs)
      } else if let second = buffer.dropFirst().first, Self.introduces(second) {
        if buffer.count == 2 { emit(.alt(Character(Unicode.Scalar(second))), into: &inputs) }
        buffer = []
        isAlt = false
      } else {
        buffer = buffer.dropFirst()
        isAlt = true
        if let byte = buffer.popFirst() { readPlain(byte, into: &inputs) }
      }
      read(into: &inputs)
    }
    if buffer.isEmpty { buffer = [] }
    return inputs
  }

  /// Discards incomplete input. The rest of an unfinished paste is still dropped when it arrives.
  mutating func forget() {
    if paste != nil {
      paste = PasteCollector()
      isPasteLost = true
    }
    (buffer, string, isAlt) = ([], nil, false)
    characters = mbstate_t()
  }

  /// Restarts the timeout for the rest of a paste once the terminal is taken back.
  mutating func resume(at now: Instant) { arrived = now }

  // MARK: Reading

  private mutating func read(into inputs: inout [Input]) {
    while !buffer.isEmpty {
      let isRead =
        paste != nil
        ? readPaste(into: &inputs)
        : string != nil ? readString(into: &inputs) : readNext(into: &inputs)
      if !isRead { return }
    }
  }

  /// Reads the next input. Returns `false` if more bytes are needed.
  private mutating func readNext(into inputs: inout [Input]) -> Bool {
    guard let first = buffer.first else { return false }
    if first == 0x1B { return readEscape(into: &inputs) }
    if let (key, count) = keys.key(buffer) {
      buffer = buffer.dropFirst(count)
      emit(key, into: &inputs)
    } else if keys.isBeginning(buffer) {
      return false
    } else {
      buffer = buffer.dropFirst()
      readPlain(first, into: &inputs)
    }
    return true
  }

  private mutating func readPlain(_ byte: UInt8, into inputs: inout [Input]) {
    guard byte < 0x80 else { return readCharacter(byte, into: &inputs) }
    characters = mbstate_t()
    if let key = Key(ncursesCode: Int32(byte)) { emit(key, into: &inputs) }
  }

  /// Reads a byte of a non-ASCII character, or a C1 byte, equivalent to Escape and a letter.
  private mutating func readCharacter(_ byte: UInt8, into inputs: inout [Input]) {
    var decoded = reprise_decode(byte, &characters)
    if decoded == -1 {
      // After an incomplete character, the byte may begin another.
      characters = mbstate_t()
      decoded = reprise_decode(byte, &characters)
    }
    // More bytes are needed.
    if decoded == -2 { return }
    if decoded == -1 {
      characters = mbstate_t()
      decoded = Int64(byte)
      guard byte < 0xA0 else {
        isAlt = false
        return
      }
    }
    guard decoded >= 0xA0, let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: decoded)) else {
      isAlt = false
      guard let letter = UInt8(exactly: decoded - 0x40), Self.introduces(letter) else { return }
      buffer = [0x1B, letter] + buffer
      return
    }
    emit(.character(Character(scalar)), into: &inputs)
  }

  private mutating func readEscape(into inputs: inout [Input]) -> Bool {
    let rest = buffer.dropFirst()
    guard let second = rest.first else { return false }
    if let (key, count) = keys.key(buffer), !keys.isBeginning(buffer) {
      buffer = buffer.dropFirst(count)
      emit(key, into: &inputs)
      return true
    }
    if second == 0x5B || second == 0x4F { return readSequence(into: &inputs) }
    if let kind = ControlString.Kind(rawValue: second) {
      guard buffer.count > 2 else { return false }
      beginString(kind, from: buffer.dropFirst(2))
      return true
    }
    if keys.isBeginning(buffer) { return false }
    if second == 0x1B, buffer.count < 3 { return false }
    buffer = rest
    // Some terminals send Alt as an Escape before the key's sequence.
    let third = rest.dropFirst().first
    let isSequence = second == 0x1B && (third == 0x5B || third == 0x4F || keys.key(rest) != nil)
    if isSequence || Key.followsAlt(Int32(second)) {
      isAlt = true
    } else {
      // A key typed ahead, right after Escape, is a key of its own.
      emit(.escape, into: &inputs)
    }
    return true
  }

  private mutating func readSequence(into inputs: inout [Input]) -> Bool {
    var sequence = EscapeSequence(
      isCSI: buffer.dropFirst().first == 0x5B, hasMouse: hasMouse)
    let count = buffer.dropFirst(2).prefix { sequence.take($0) }.count
    if sequence.isTooLong {
      beginString(.sequence, from: buffer.dropFirst(2 + count))
      return true
    }
    if !sequence.isComplete, buffer.count == 2 + count { return false }
    buffer = buffer.dropFirst(2 + count)
    if let key = sequence.key { emit(key, into: &inputs) }
    isAlt = false
    if sequence.startsPaste { paste = PasteCollector() }
    if let focus = sequence.focus { inputs.append(.focus(focus)) }
    if let report = sequence.terminalReport { inputs.append(.report(report)) }
    if let report = sequence.mouse { inputs.append(.mouse(report)) }
    return true
  }

  private mutating func beginString(_ kind: ControlString.Kind, from rest: ArraySlice<UInt8>) {
    isAlt = false
    string = ControlString(kind)
    stringBegan = arrived
    buffer = rest
  }

  private mutating func readString(into inputs: inout [Input]) -> Bool {
    while let byte = buffer.first, let progress = string?.take(byte) {
      switch progress {
      case .unfinished: buffer = buffer.dropFirst()
      case .ended: return endString(of: 1, into: &inputs)
      case .escape:
        guard let second = buffer.dropFirst().first else { return false }
        if second == 0x5C { return endString(of: 2, into: &inputs) }
        string = nil
        return true
      }
    }
    return true
  }

  private mutating func endString(of count: Int, into inputs: inout [Input]) -> Bool {
    buffer = buffer.dropFirst(count)
    if let report = string.flatMap({ TerminalReport($0) }) {
      inputs.append(.report(report))
    }
    string = nil
    return true
  }

  private static func introduces(_ letter: UInt8) -> Bool {
    letter == 0x4F || ControlString.Kind(rawValue: letter) != nil
  }

  private mutating func readPaste(into inputs: inout [Input]) -> Bool {
    while let limit = paste?.bytesSurelyInside {
      guard !buffer.isEmpty else { return false }
      paste?.append(buffer.prefix(limit))
      buffer = buffer.dropFirst(limit)
    }
    endPaste(into: &inputs)
    return true
  }

  private mutating func endPaste(into inputs: inout [Input]) {
    if let paste, !isPasteLost { inputs.append(.paste(paste.text)) }
    paste = nil
    isPasteLost = false
  }

  private mutating func emit(_ key: Key, into inputs: inout [Input]) {
    inputs.append(.key(isAlt ? key.withAlt : key))
    isAlt = false
  }
}
