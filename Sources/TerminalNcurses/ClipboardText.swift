import Foundation
import Terminals

enum ClipboardText {
  /// The maximum number of bytes that terminals are known to accept.
  static let limit = 100_000

  static func sequence(for text: String) -> [UInt8]? {
    let bytes = Data(SafeText.copyable(text).utf8)
    guard bytes.count <= limit else { return nil }
    return Array("\u{1B}]52;c;".utf8) + bytes.base64EncodedData() + Array("\u{7}".utf8)
  }
}
