import Terminals

/// A sequence that the terminal's type doesn't list: `ESC [ … letter` (CSI) or `ESC O letter` (SS3).
///
/// A sequence is read to its end, so that no part of it passes for something typed. The cursor keys of either mode and the
/// keys of a number pad are understood all the same; anything else, such as Alt with an arrow, is no key.
struct EscapeSequence {
  private let isCSI: Bool
  private let hasMouse: Bool
  private var bytes: [UInt8] = []
  private(set) var isComplete = false

  /// - Parameter hasMouse: True if the terminal was asked to report the mouse.
  init(isCSI: Bool, hasMouse: Bool = false) {
    self.isCSI = isCSI
    self.hasMouse = hasMouse
  }

  /// True if the older report of the mouse begins here, `ESC [ M`: three bytes follow that may be any.
  var isOldMouseReport: Bool { isCSI && hasMouse && bytes.first == UInt8(ascii: "M") }

  /// Takes a byte, unless it can't be part of a sequence.
  mutating func take(_ byte: UInt8) -> Bool {
    if isOldMouseReport {
      // A cell too far away is reported as zero.
      guard !isComplete, byte == 0 || byte >= 0x20 else { return false }
      bytes.append(byte)
      isComplete = bytes.count == 4
      return true
    }
    guard !isComplete, bytes.count < 64, (0x20..<0x7F).contains(byte) else { return false }
    bytes.append(byte)
    isComplete = byte >= 0x40 && !isOldMouseReport
    return true
  }

  /// True if a paste begins here.
  var startsPaste: Bool { isCSI && bytes == Array("200~".utf8) }

  /// The terminal's attributes, if it answers what it was asked; nil otherwise.
  var answer: TerminalAnswer? {
    guard isCSI, isComplete, bytes.first == UInt8(ascii: "?") else { return nil }
    var collector = AnswerCollector(.attributes)
    for byte in bytes.dropFirst() {
      if case .whole(let answer) = collector.take(byte) { return answer }
    }
    return nil
  }

  /// The report of the mouse, `ESC [ < button ; column ; row M` or the older one; nil if it is none, or of what nobody wants.
  var mouse: MouseReport? {
    guard isCSI, hasMouse, isComplete else { return nil }
    if isOldMouseReport {
      guard bytes[2] > 0x20, bytes[3] > 0x20 else { return nil }
      let numbers = bytes.dropFirst().map { Int($0) - 0x20 }
      return MouseReport(button: numbers[0], column: numbers[1], row: numbers[2])
    }
    // A button that goes up ends it with a small letter.
    guard bytes.first == UInt8(ascii: "<"), bytes.last == UInt8(ascii: "M") else { return nil }
    let numbers = bytes.dropFirst().dropLast()
      .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count == 3 else { return nil }
    return MouseReport(button: numbers[0], column: numbers[1], row: numbers[2])
  }

  var key: Key? {
    guard isComplete, bytes.count == 1, let final = bytes.first else { return nil }
    switch final {
    case UInt8(ascii: "A"): return .up
    case UInt8(ascii: "B"): return .down
    case UInt8(ascii: "C"): return .right
    case UInt8(ascii: "D"): return .left
    case UInt8(ascii: "H"): return .home
    case UInt8(ascii: "F"): return .end
    case UInt8(ascii: "Z") where isCSI: return .backTab
    case UInt8(ascii: "M") where !isCSI: return .enter
    // The number pad sends its characters, 0x40 further on: j is *, p is 0.
    case UInt8(ascii: "j")...UInt8(ascii: "y") where !isCSI:
      return .character(Character(Unicode.Scalar(final - 0x40)))
    default: return nil
    }
  }
}
