import Foundation
import Terminals

/// Text on its way to the clipboard, as xterm's control sequence OSC 52 has it.
enum ClipboardText {
  /// The most bytes of text that terminals are known to take.
  static let limit = 100_000

  /// The sequence, or nil for more text than `limit`.
  static func sequence(for text: String) -> [UInt8]? {
    let bytes = Data(SafeText.copyable(text).utf8)
    guard bytes.count <= limit else { return nil }
    return Array("\u{1B}]52;c;".utf8) + bytes.base64EncodedData() + Array("\u{7}".utf8)
  }
}
