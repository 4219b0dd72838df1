import CNcurses
import Foundation
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

  /// Returns the key at the start of the bytes and its length, or `nil` if there is none.
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
