import Terminals

/// A sequence that the terminal's type doesn't list: `ESC [ … letter` (CSI) or `ESC O letter` (SS3).
///
/// A sequence is read to its end, so that no part of it passes for something typed. The cursor keys of either mode and the
/// keys of a number pad are understood all the same; anything else, such as Alt with an arrow, is no key.
struct EscapeSequence {
  private let isCSI: Bool
  private var bytes: [UInt8] = []
  private(set) var isComplete = false

  init(isCSI: Bool) {
    self.isCSI = isCSI
  }

  /// Takes a byte, unless it can't be part of a sequence.
  mutating func take(_ byte: UInt8) -> Bool {
    guard !isComplete, bytes.count < 64, (0x20..<0x7F).contains(byte) else { return false }
    bytes.append(byte)
    isComplete = byte >= 0x40
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
