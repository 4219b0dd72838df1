/// Collects a bracketed paste: all bytes up to `ESC [ 201 ~`.
///
/// A terminal takes that sequence out of what it pastes, so nothing pasted can end a paste early and act as keys. Of a
/// paste of more than `limit` bytes the rest is dropped.
struct PasteCollector {
  static let limit = 1 << 20
  private static let end = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  /// The number of bytes of the end that have come.
  private var matched = 0
  private var isCut = false

  /// The number of bytes that can be taken without reading past the end; nil when the end has come.
  var bytesSurelyInside: Int? {
    matched == Self.end.count ? nil : Self.end.count - matched
  }

  /// Takes at most `bytesSurelyInside` bytes.
  mutating func append(_ new: some Sequence<UInt8>) {
    for byte in new {
      if byte == Self.end[matched] {
        matched += 1
        continue
      }
      keep(Self.end[..<matched])
      // The end begins with its only Escape, so a match can start again at this byte or not at all.
      matched = byte == Self.end[0] ? 1 : 0
      if matched == 0 { keep([byte]) }
    }
  }

  /// The pasted text, its lines ended by line feeds. Terminals send carriage returns, as for Enter.
  var text: String {
    var text = String(decoding: bytes, as: UTF8.self)
    // The cut may have gone through a character.
    if isCut, text.last == "\u{FFFD}" { text.removeLast() }
    return String(text.map { $0 == "\r" || $0 == "\r\n" ? "\n" : $0 })
  }

  private mutating func keep(_ new: some Sequence<UInt8>) {
    for byte in new {
      if bytes.count < Self.limit { bytes.append(byte) } else { isCut = true }
    }
  }
}
