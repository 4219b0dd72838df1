/// The first bytes of a file, by which its type is told.
public struct DocumentHead: Hashable, Sendable {
  /// The number of bytes that are looked at.
  public static let byteCount = 65_536

  /// The bytes, at most `byteCount`, without the byte order mark of UTF-8.
  public let bytes: [UInt8]

  /// Takes the first bytes of a file's contents.
  ///
  ///     DocumentHead(Array("SketchEl!(1,0)".utf8))
  public init(_ contents: some Collection<UInt8>) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let rest = contents.starts(with: mark) ? contents.dropFirst(mark.count) : contents[...]
    bytes = Array(rest.prefix(DocumentHead.byteCount))
  }

  /// True if there is nothing but blanks and line ends.
  public var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } }

  /// True if there is a NUL among the first 4 KiB, as in no text.
  public var isBinary: Bool { bytes.prefix(4096).contains(0) }

  /// The first byte that is no blank; nil if there is none.
  var firstInk: UInt8? { bytes.first { $0 > 0x20 } }

  /// The first line that isn't blank, cut at 200 bytes. What isn't UTF-8 is replaced.
  public var firstLine: String {
    let start = bytes.drop { $0 <= 0x20 }
    return String(decoding: start.prefix { $0 != 0x0A && $0 != 0x0D }.prefix(200), as: UTF8.self)
  }
}
