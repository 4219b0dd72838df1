import Terminals

/// An escape sequence, `ESC [ … letter` (CSI) or `ESC O letter` (SS3), always read to its end so
/// that no part of it is taken for typed text. The keys of xterm, PuTTY, rxvt and the Linux console
/// are recognized for every terminal type; other sequences are ignored.
struct EscapeSequence {
  private let isCSI: Bool
  private let hasMouse: Bool
  private var bytes: [UInt8] = []
  private(set) var isComplete = false

  static let limit = 64

  init(isCSI: Bool, hasMouse: Bool = false) {
    self.isCSI = isCSI
    self.hasMouse = hasMouse
  }

  /// Whether this is a mouse report in the older format, `ESC [ M` and three arbitrary bytes.
  private var isOldMouseReport: Bool {
    isCSI && hasMouse && bytes.first == UInt8(ascii: "M")
  }

  var isTooLong: Bool { !isComplete && bytes.count >= Self.limit }

  /// Appends a byte. Returns `false` if it can't be part of the sequence.
  mutating func take(_ byte: UInt8) -> Bool {
    if isOldMouseReport {
      // A cell too far away is reported as zero.
      guard !isComplete, byte == 0 || byte >= 0x20 else { return false }
      bytes.append(byte)
      isComplete = bytes.count == 4
      return true
    }
    guard !isComplete, !isTooLong, (0x20..<0x7F).contains(byte) else { return false }
    bytes.append(byte)
    // The Linux console's F1 to F5 are ESC [ [ A to E; rxvt ends keys with Shift by $.
    let isConsoleKey = isCSI && bytes == [0x5B]
    let isShiftedKey =
      isCSI && byte == UInt8(ascii: "$") && bytes.count > 1
      && bytes.dropLast().allSatisfy(\.isDigit)
    isComplete = byte >= 0x40 && !isOldMouseReport && !isConsoleKey || isShiftedKey
    return true
  }

  var startsPaste: Bool { isCSI && bytes == Array("200~".utf8) }

  var focus: Bool? {
    guard isCSI, bytes.count == 1 else { return nil }
    return bytes == [0x49] ? true : bytes == [0x4F] ? false : nil
  }

  var terminalReport: TerminalReport? {
    guard isCSI, isComplete, bytes.first == UInt8(ascii: "?"), bytes.last == UInt8(ascii: "c")
    else { return nil }
    return .attributes(
      bytes.dropFirst().dropLast().split(separator: UInt8(ascii: ";"))
        .compactMap { Int(String(decoding: $0, as: UTF8.self)) })
  }

  /// `ESC [ < button ; column ; row M` or the older format; `nil` also for unsupported buttons.
  var mouse: MouseReport? {
    guard isCSI, hasMouse, isComplete else { return nil }
    if isOldMouseReport {
      guard bytes[2] > 0x20, bytes[3] > 0x20 else { return nil }
      let numbers = bytes.dropFirst().map { Int($0) - 0x20 }
      // The older format doesn't say which button was released.
      let isRelease = numbers[0] & 0b1100011 == 3
      return MouseReport(
        button: isRelease ? 0 : numbers[0], column: numbers[1], row: numbers[2],
        isRelease: isRelease)
    }
    // A release ends in `m`, a press in `M`.
    guard bytes.first == UInt8(ascii: "<"), let last = bytes.last, last | 0x20 == 0x6D else {
      return nil
    }
    let numbers = bytes.dropFirst().dropLast()
      .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count == 3 else { return nil }
    return MouseReport(
      button: numbers[0], column: numbers[1], row: numbers[2],
      isRelease: last == UInt8(ascii: "m"))
  }

  // MARK: Keys

  /// Modifier bits in xterm's encoding.
  private static let shift = 1
  private static let alt = 2
  private static let control = 4

  var key: Key? {
    guard isComplete, let final = bytes.last else { return nil }
    if bytes.first == UInt8(ascii: "["), bytes.count == 2 {
      return (0x41...0x45).contains(final) ? .function(Int(final) - 0x40) : nil
    }
    let parameters = bytes.dropLast()
    guard parameters.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ";") }) else { return nil }
    let numbers = parameters.split(separator: UInt8(ascii: ";"))
      .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    guard numbers.count <= 2 else { return nil }
    // xterm encodes the modifiers as their sum plus one.
    let modifiers = max(1, numbers.count == 2 ? numbers[1] : 1) - 1
    switch final {
    case UInt8(ascii: "~"): return Self.key(numbered: numbers, modifiers)
    case UInt8(ascii: "$"): return Self.key(numbered: numbers, Self.shift)
    case UInt8(ascii: "^") where isCSI, UInt8(ascii: "@") where isCSI:
      return Self.key(numbered: numbers, Self.control)
    default:
      // Some terminals send only the modifiers: ESC [ 5 D.
      return key(final, hasParameters: !numbers.isEmpty, max(1, numbers.last ?? 1) - 1)
    }
  }

  private func key(_ final: UInt8, hasParameters: Bool, _ modifiers: Int) -> Key? {
    switch final {
    case UInt8(ascii: "A"): return Self.key(.up, modifiers)
    case UInt8(ascii: "B"): return Self.key(.down, modifiers)
    case UInt8(ascii: "C"): return Self.key(.right, modifiers)
    case UInt8(ascii: "D"): return Self.key(.left, modifiers)
    case UInt8(ascii: "H"): return Self.key(.home, modifiers)
    case UInt8(ascii: "F"): return Self.key(.end, modifiers)
    // rxvt's arrow keys with Shift (CSI) or Ctrl (SS3).
    case UInt8(ascii: "a")...UInt8(ascii: "d") where !hasParameters:
      let codes: [Key.Code] = [.up, .down, .right, .left]
      return Self.key(codes[Int(final) - 0x61], isCSI ? Self.shift : Self.control)
    case UInt8(ascii: "Z") where isCSI: return .backTab
    // As CSI, R is the cursor position report rather than F3.
    case UInt8(ascii: "P"), UInt8(ascii: "Q"), UInt8(ascii: "R"), UInt8(ascii: "S"):
      guard !isCSI || hasParameters && final != UInt8(ascii: "R") else { return nil }
      return Self.key(.function(Int(final) - 0x4F), modifiers)
    case UInt8(ascii: "M") where !isCSI: return .enter
    case UInt8(ascii: "I") where !isCSI: return .tab
    // The number pad sends its characters plus 0x40: j is *, p is 0, X is =.
    case UInt8(ascii: "j")...UInt8(ascii: "y") where !isCSI, UInt8(ascii: "X") where !isCSI:
      return .character(Character(Unicode.Scalar(final == 0x58 ? 0x3D : final - 0x40)))
    default: return nil
    }
  }

  private static func key(numbered numbers: [Int], _ modifiers: Int) -> Key? {
    guard let number = numbers.first else { return nil }
    switch number {
    case 1, 7: return key(.home, modifiers)
    case 2: return key(.insert, modifiers)
    case 3: return key(.delete, modifiers)
    case 4, 8: return key(.end, modifiers)
    case 5: return key(.pageUp, modifiers)
    case 6: return key(.pageDown, modifiers)
    case 11...15: return key(.function(number - 10), modifiers)
    case 17...21: return key(.function(number - 11), modifiers)
    case 23, 24: return key(.function(number - 12), modifiers)
    default: return nil
    }
  }

  /// Ignores Shift. Ctrl counts only for keys to which a text field gives another meaning with it.
  private static func key(_ code: Key.Code, _ modifiers: Int) -> Key {
    let isControl = modifiers & control != 0 && [.left, .right, .delete].contains(code)
    return Key(code, isControl: isControl, isAlt: modifiers & alt != 0 && !isControl)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
}
