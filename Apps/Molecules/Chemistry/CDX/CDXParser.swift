import Foundation

/// Parses the bytes of a CDX file into objects. After an error, the objects read so far remain.
struct CDXParser {
  static let depthLimit = 64
  static let magic = Array("VjCD0100".utf8)
  static let base64Magic = Array("VmpDRDAxMDA".utf8)

  private let bytes: [UInt8]
  private var offset = 0
  private var open: [CDXObject] = []
  private(set) var problem: FormatError?

  /// The base64 of a CDX file, from plain text, "base64::" or a data URL; `nil` for other text.
  static func base64(in bytes: [UInt8]) -> [UInt8]? {
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    rest = rest.drop { $0 <= 0x20 }
    let head = Characters.decode(rest.prefix(100)).lowercased()
    if head.hasPrefix("base64::") {
      rest = rest.dropFirst(8)
    } else if head.hasPrefix("data:"), let comma = head.utf8.firstIndex(of: UInt8(ascii: ",")),
      head[..<comma].hasSuffix(";base64")
    {
      rest = rest.dropFirst(head.utf8.distance(from: head.startIndex, to: comma) + 1)
      if rest.contains(UInt8(ascii: "%")) {
        rest = Array((Characters.decode(rest).removingPercentEncoding ?? "").utf8)[...]
      }
    }
    rest = rest.drop { $0 <= 0x20 }
    return rest.starts(with: base64Magic) ? Array(rest) : nil
  }

  /// Accepts the bytes of a file, or their base64.
  init(_ bytes: [UInt8]) throws {
    if let text = CDXParser.base64(in: bytes) {
      guard let data = Data(base64Encoded: Data(text), options: .ignoreUnknownCharacters) else {
        throw FormatError(
          .byte(0), "The base64 text is incomplete.", advice: "Check that all of it was copied.")
      }
      self.bytes = Array(data)
    } else {
      self.bytes = bytes
    }
    guard self.bytes.starts(with: CDXParser.magic), self.bytes.count >= 28 else {
      throw FormatError(
        .byte(0), "A CDX file begins with “VjCD0100” and 20 more bytes.",
        advice: "Check that this is a ChemDraw file and complete.")
    }
  }

  mutating func read() -> CDXObject {
    open = [CDXObject(tag: CDXObject.Tag.document, id: 0, offset: 20)]
    offset = 28
    while !open.isEmpty {
      guard let tag = take(2) else { return finished("The file ends within an object.") }
      if tag == 0 {
        if open.count == 1 { break }
        closeLast()
      } else if tag & 0x8000 != 0 {
        let start = offset - 2
        guard let id = take(4) else { return finished("The file ends within an object.") }
        guard open.count < CDXParser.depthLimit else {
          return finished("Objects stand in each other more than \(CDXParser.depthLimit) deep.")
        }
        open.append(CDXObject(tag: UInt16(truncatingIfNeeded: tag), id: id, offset: start))
      } else {
        guard let count = takeLength(), count <= bytes.count - offset else {
          return finished("The file ends within a property.")
        }
        open[open.count - 1].properties[UInt16(truncatingIfNeeded: tag)] =
          bytes[offset..<(offset + count)]
        offset += count
      }
    }
    return finished(nil)
  }

  private mutating func finished(_ message: String?) -> CDXObject {
    if let message {
      problem = FormatError(
        .byte(min(offset, bytes.count)), message,
        advice: "Check that the file is complete; all that was found is shown.")
    }
    while open.count > 1 { closeLast() }
    return open[0]
  }

  private mutating func closeLast() {
    let object = open.removeLast()
    open[open.count - 1].children.append(object)
  }

  private mutating func takeLength() -> Int? {
    guard let short = take(2) else { return nil }
    guard short == 0xFFFF else { return Int(short) }
    return take(4).map { Int($0) }
  }

  private mutating func take(_ count: Int) -> UInt32? {
    guard offset + count <= bytes.count else { return nil }
    defer { offset += count }
    return (0..<count).reduce(0) { $0 | UInt32(bytes[offset + $1]) << (8 * UInt32($1)) }
  }
}
