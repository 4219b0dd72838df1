/// The root element of an XML document, found in its first 16 KiB.
struct XMLRoot: Hashable {
  /// The element's name without its prefix; empty if it wasn't found.
  let name: String

  /// Finds the root element. Returns `nil` if the text isn't XML.
  init?(_ head: DocumentHead) {
    guard head.firstInk == UInt8(ascii: "<") else { return nil }
    var rest = head.bytes.prefix(16_384)
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(start + 1)...]
      if rest.starts(with: "!--".utf8) {
        guard let end = rest.firstRange(of: Array("-->".utf8)) else { break }
        rest = rest[end.upperBound...]
      } else if let first = rest.first, XMLRoot.isLetter(first) {
        let whole = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
        let local = whole.lastIndex(of: UInt8(ascii: ":")).map { whole[($0 + 1)...] } ?? whole
        name = String(decoding: local.prefix(60), as: UTF8.self)
        return
      } else if let first = rest.first, first != UInt8(ascii: "?"), first != UInt8(ascii: "!") {
        // A text that begins with a comparison or an arrow.
        return nil
      }
    }
    name = ""
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
      || byte >= 0x80
  }
}
