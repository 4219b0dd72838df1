import Core
import FoundationEssentials
import Glibc

/// An object of a CDX file: its properties and its child objects.
struct CDXObject {
  /// Object types, by CDX tag.
  enum Tag {
    static let document: UInt16 = 0x8000
    static let page: UInt16 = 0x8001
    static let group: UInt16 = 0x8002
    static let fragment: UInt16 = 0x8003
    static let node: UInt16 = 0x8004
    static let bond: UInt16 = 0x8005
    static let text: UInt16 = 0x8006
    static let scheme: UInt16 = 0x800D
    static let step: UInt16 = 0x800E
    static let graphic: UInt16 = 0x8007
    static let tag: UInt16 = 0x8011
    static let arrow: UInt16 = 0x8027
  }

  /// Property types, by CDX tag.
  enum Property {
    static let program: UInt16 = 0x0003
    static let name: UInt16 = 0x0008
    static let position: UInt16 = 0x0200
    static let boundingBox: UInt16 = 0x0204
    static let head: UInt16 = 0x0207
    static let tail: UInt16 = 0x0208
    static let nodeType: UInt16 = 0x0400
    static let element: UInt16 = 0x0402
    static let isotope: UInt16 = 0x0420
    static let charge: UInt16 = 0x0421
    static let radical: UInt16 = 0x0422
    static let hydrogens: UInt16 = 0x042B
    static let bondOrdering: UInt16 = 0x0431
    static let attachments: UInt16 = 0x0432
    static let genericNickname: UInt16 = 0x0433
    static let connectionOrder: UInt16 = 0x0505
    static let bondOrder: UInt16 = 0x0600
    static let display: UInt16 = 0x0601
    static let bondBegin: UInt16 = 0x0604
    static let bondEnd: UInt16 = 0x0605
    static let text: UInt16 = 0x0700
    static let bondLength: UInt16 = 0x0805
    static let graphicType: UInt16 = 0x0A00
    static let arrowType: UInt16 = 0x0A02
    static let angularSize: UInt16 = 0x0A21
    static let arrowHead: UInt16 = 0x0A35
    static let arrowTail: UInt16 = 0x0A36
    static let isDipole: UInt16 = 0x0A3A
    static let maps: UInt16 = 0x0C00
    static let reactants: UInt16 = 0x0C01
    static let products: UInt16 = 0x0C02
    static let aboveArrow: UInt16 = 0x0C05
    static let belowArrow: UInt16 = 0x0C06
  }

  let tag: UInt16
  let id: UInt32
  let offset: Int
  var properties: [UInt16: ArraySlice<UInt8>] = [:]
  var children: [CDXObject] = []

  func children(_ tag: UInt16) -> [CDXObject] { children.filter { $0.tag == tag } }

  /// A signed integer of one, two or four bytes, depending on the stored size.
  func integer(_ property: UInt16) -> Int? {
    guard let bytes = properties[property], !bytes.isEmpty, bytes.count <= 8 else { return nil }
    var value: UInt32 = 0
    for (index, byte) in bytes.prefix(4).enumerated() { value |= UInt32(byte) << (8 * index) }
    switch bytes.count {
    case 1: return Int(Int8(truncatingIfNeeded: value))
    case 2: return Int(Int16(truncatingIfNeeded: value))
    default: return Int(Int32(truncatingIfNeeded: value))
    }
  }

  /// Ids or coordinates. Some programs write a two-byte count before ids.
  func integers(_ property: UInt16) -> [UInt32] {
    guard var bytes = properties[property] else { return [] }
    if bytes.count % 4 == 2 { bytes = bytes.dropFirst(2) }
    return stride(from: 0, to: bytes.count - 3, by: 4).map { start in
      (0..<4).reduce(0) { $0 | UInt32(bytes[bytes.startIndex + start + $1]) << (8 * $1) }
    }
  }

  /// A text without its leading style runs.
  func text(_ property: UInt16) -> String? {
    guard let bytes = properties[property], bytes.count >= 2 else { return nil }
    let runs = Int(bytes[bytes.startIndex]) | Int(bytes[bytes.startIndex + 1]) << 8
    let start = 2 + 10 * runs
    guard start <= bytes.count else { return nil }
    return Characters.decode(bytes.dropFirst(start)).replacing("\r", with: "\n")
  }
}

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
        rest = Array((Characters.decode(rest).percentDecoded ?? "").utf8)[...]
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
          return finished("Objects are nested more than \(CDXParser.depthLimit) deep.")
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
