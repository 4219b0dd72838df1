/// The beginning of a file, from which its type is identified.
public struct DocumentHead: Hashable, Sendable {
  /// The maximum number of bytes that are used from the beginning of a file.
  public static let byteCount = 65_536

  /// The bytes at the beginning of the file, at most `byteCount`, without a UTF-8 byte order mark.
  public let bytes: [UInt8]

  /// Creates a head from a file's contents, of which it copies the beginning.
  ///
  ///     DocumentHead(Array("SketchEl!(1,0)".utf8))
  public init(_ contents: some Collection<UInt8>) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let rest = contents.starts(with: mark) ? contents.dropFirst(mark.count) : contents[...]
    bytes = Array(rest.prefix(DocumentHead.byteCount))
  }

  /// Whether the beginning of the file is empty or contains only whitespace.
  public var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } }

  /// Whether the file isn't text: there is a NUL byte in its first 4 KiB.
  public var isBinary: Bool { bytes.prefix(4096).contains(0) }

  var firstInk: UInt8? { bytes.first { $0 > 0x20 } }

  /// The first line that isn't blank, limited to 200 bytes. Invalid UTF-8 is replaced.
  public var firstLine: String {
    let start = bytes.drop { $0 <= 0x20 }
    return String(decoding: start.prefix { $0 != 0x0A && $0 != 0x0D }.prefix(200), as: UTF8.self)
  }
}

/// The root element of an XML document, found in its first 16 KiB.
struct XMLRoot: Hashable {
  /// Without the prefix; empty if no root was found.
  let name: String

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
