import CNcurses
import Glibc
import Terminals

/// The keys that the terminal type defines, by the bytes they send.
struct KeyTable {
  private var keys: [[UInt8]: Key] = [:]
  private var beginnings: Set<[UInt8]> = []
  private var longest = 0

  init(_ keys: [[UInt8]: Key] = [:]) {
    for (bytes, key) in keys { add(bytes, key) }
  }

  @MainActor static func ofScreen() -> KeyTable {
    var table = KeyTable()
    for code in KEY_MIN...KEY_MAX {
      // For codes without a `Key`, such as linux's Suspend (^Z), the bytes keep their meaning.
      guard let key = Key(ncursesCode: code) else { continue }
      for count in 0..<Int32(8) {
        guard let bytes = keybound(code, count) else { break }
        table.add(Array(String(cString: bytes).utf8), key)
        free(bytes)
      }
    }
    return table
  }

  private mutating func add(_ bytes: [UInt8], _ key: Key) {
    guard let first = bytes.first, first < 0x20 || first == 0x7F else { return }
    keys[bytes] = key
    for length in 1..<bytes.count { beginnings.insert(Array(bytes.prefix(length))) }
    longest = max(longest, bytes.count)
  }

  func key(_ bytes: ArraySlice<UInt8>) -> (key: Key, count: Int)? {
    for count in stride(from: min(longest, bytes.count), to: 0, by: -1) {
      if let key = keys[Array(bytes.prefix(count))] { return (key, count) }
    }
    return nil
  }

  func isBeginning(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count < longest && beginnings.contains(Array(bytes))
  }
}

extension Key {
  /// Enter, Tab, a second Escape and letters with Ctrl after an Escape are keys of their own.
  static func followsAlt(_ code: Int32) -> Bool {
    switch code {
    case 0x20..<0x100, 0x08: true
    case KEY_RESIZE, KEY_ENTER: false
    // Codes from 5000 are reports.
    case KEY_DOWN..<5000: true
    default: false
    }
  }

  /// Escape is excluded, because more bytes may follow it.
  init?(ncursesCode code: Int32) {
    switch code {
    case KEY_ENTER, 0x0A, 0x0D: self = .enter
    case KEY_BACKSPACE, 0x08, 0x7F: self = .backspace
    case 0x09: self = .tab
    case KEY_BTAB: self = .backTab
    case KEY_DC: self = .delete
    case KEY_IC: self = .insert
    case KEY_UP: self = .up
    case KEY_DOWN: self = .down
    case KEY_LEFT: self = .left
    case KEY_RIGHT: self = .right
    case KEY_HOME: self = .home
    case KEY_END: self = .end
    case KEY_PPAGE: self = .pageUp
    case KEY_NPAGE: self = .pageDown
    case KEY_F0 + 1...KEY_F0 + 12: self = .function(Int(code - KEY_F0))
    // The number pad, if the terminal sends other codes for it than for the digits.
    case KEY_A1: self = "7"
    case KEY_A3: self = "9"
    case KEY_B2: self = "5"
    case KEY_C1: self = "1"
    case KEY_C3: self = "3"
    case 0x00: self = .control(" ")
    case 0x01...0x1A: self = .control(Character(Unicode.Scalar(UInt8(code) + 0x60)))
    case 0x1C...0x1F: self = .control(Character(Unicode.Scalar(UInt8(code) + 0x40)))
    case 0x20..<0x7F: self = .character(Character(Unicode.Scalar(UInt8(code))))
    default: return nil
    }
  }
}
