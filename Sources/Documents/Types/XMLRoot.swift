/// The root element of an XML document, as far as its first bytes tell.
struct XMLRoot: Hashable {
  /// The name without its prefix; empty if the first bytes have no element.
  let name: String

  /// Finds the root element; nil if this is no XML, which begins with `<`.
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
        // A comparison or an arrow at the beginning of a text.
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
