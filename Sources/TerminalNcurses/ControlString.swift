/// A string that a terminal sends: OSC, DCS, APC, PM or SOS. It never contains key presses.
///
/// Only the first bytes are stored, enough for every reply that is understood.
struct ControlString {
  /// The string types, by the character after Escape.
  enum Kind: UInt8 {
    case system = 0x5D
    case device = 0x50
    case application = 0x5F
    case privacy = 0x5E
    case start = 0x58
    /// The rest of a CSI sequence that exceeds the maximum length.
    case sequence = 0x5B
  }

  enum Progress: Hashable {
    case unfinished
    case ended
    /// An Escape: a following backslash ends the string, any other byte begins a sequence.
    case escape
  }

  private static let limit = 512

  let kind: Kind
  private(set) var bytes: [UInt8] = []
  /// The continuation bytes left in the current UTF-8 character, none of which ends the string.
  private var rest = 0
  private var last: UInt8 = 0

  init(_ kind: Kind) { self.kind = kind }

  mutating func take(_ byte: UInt8) -> Progress {
    defer { last = byte }
    switch byte {
    case 0x1B: return .escape
    // CAN and SUB.
    case 0x18, 0x1A: return .ended
    // Only OSC may end with a bell, an xterm invention; other strings continue after it.
    case 0x07 where kind == .system: return .ended
    // ST as one byte, or as a UTF-8 character.
    case 0x9C where rest == 0 || last == 0xC2: return .ended
    case 0x40..<0x7F where kind == .sequence: return .ended
    default: break
    }
    switch byte {
    case 0x80..<0xC0: rest = max(0, rest - 1)
    case 0xC2..<0xE0: rest = 1
    case 0xE0..<0xF0: rest = 2
    case 0xF0..<0xF5: rest = 3
    default: rest = 0
    }
    if bytes.count < Self.limit { bytes.append(byte) }
    return .unfinished
  }
}
