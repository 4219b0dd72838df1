/// Collects a bracketed paste: all bytes up to `ESC [ 201 ~`, at most `limit`. Terminals remove
/// that sequence from pasted text, so no text can end the paste early and act as keys.
struct PasteCollector {
  static let limit = 1 << 20
  private static let end = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  private var matched = 0
  private var isCut = false

  /// The number of bytes that can be appended without passing the end, or `nil` after the end.
  var bytesSurelyInside: Int? {
    matched == Self.end.count ? nil : Self.end.count - matched
  }

  mutating func append(_ new: some Sequence<UInt8>) {
    for byte in new {
      if byte == Self.end[matched] {
        matched += 1
        continue
      }
      keep(Self.end[..<matched])
      // Only the first byte of the end sequence is Escape, so a match can restart only here.
      matched = byte == Self.end[0] ? 1 : 0
      if matched == 0 { keep([byte]) }
    }
  }

  /// Carriage returns, which terminals send as for Enter, become line feeds.
  var text: String {
    var text = String(decoding: bytes, as: UTF8.self)
    // The limit may have split a character.
    if isCut, text.last == "\u{FFFD}" { text.removeLast() }
    return String(text.map { $0 == "\r" || $0 == "\r\n" ? "\n" : $0 })
  }

  private mutating func keep(_ new: some Sequence<UInt8>) {
    for byte in new {
      if bytes.count < Self.limit { bytes.append(byte) } else { isCut = true }
    }
  }
}
