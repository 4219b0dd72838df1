import Core
import FoundationEssentials
import Glibc

/// An object of a CDX file: its properties and its child objects.
struct CDXObject {
  enum Tag: UInt16 {
    case document = 0x8000
    case page, group, fragment, node, bond, text, graphic
    case scheme = 0x800D
    case step
    case arrow = 0x8027
  }

  enum Property: UInt16 {
    case program = 0x0003
    case name = 0x0008
    case position = 0x0200
    case boundingBox = 0x0204
    case head = 0x0207
    case tail
    case nodeType = 0x0400
    case element = 0x0402
    case isotope = 0x0420
    case charge, radical
    case hydrogens = 0x042B
    case bondOrdering = 0x0431
    case attachments, genericNickname
    case connectionOrder = 0x0505
    case bondOrder = 0x0600
    case display
    case bondBegin = 0x0604
    case bondEnd
    case text = 0x0700
    case bondLength = 0x0805
    case graphicType = 0x0A00
    case arrowType = 0x0A02
    case angularSize = 0x0A21
    case arrowHead = 0x0A35
    case arrowTail
    case isDipole = 0x0A3A
    case maps = 0x0C00
    case reactants, products
    case aboveArrow = 0x0C05
    case belowArrow
  }

  /// `nil` for an object of another type.
  let tag: Tag?
  let id: UInt32
  let offset: Int
  var properties: [Property: ArraySlice<UInt8>] = [:]
  var children: [CDXObject] = []

  func children(_ tag: Tag) -> [CDXObject] { children.filter { $0.tag == tag } }

  /// A signed integer of one, two or four bytes, depending on the stored size.
  func integer(_ property: Property) -> Int? {
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
  func integers(_ property: Property) -> [UInt32] {
    guard var bytes = properties[property] else { return [] }
    if bytes.count % 4 == 2 { bytes = bytes.dropFirst(2) }
    return stride(from: 0, to: bytes.count - 3, by: 4).map { start in
      (0..<4).reduce(0) { $0 | UInt32(bytes[bytes.startIndex + start + $1]) << (8 * $1) }
    }
  }

  func id(_ property: Property) -> UInt32 { UInt32(truncatingIfNeeded: integer(property) ?? 0) }

  /// Points in file units, with y pointing up. The file has y before x, and y pointing down.
  func points(_ property: Property) -> [Position] {
    let numbers = integers(property)
    return stride(from: 0, to: numbers.count - 1, by: 2).map {
      Position(cdx: numbers[$0 + 1], numbers[$0])
    }
  }

  /// A text without its leading style runs.
  func text(_ property: Property) -> String? {
    guard let bytes = properties[property], bytes.count >= 2 else { return nil }
    let runs = Int(bytes[bytes.startIndex]) | Int(bytes[bytes.startIndex + 1]) << 8
    let start = 2 + 10 * runs
    guard start <= bytes.count else { return nil }
    return Characters.decode(bytes.dropFirst(start)).replacing("\r", with: "\n")
  }
}

extension Position {
  init(cdx x: UInt32, _ y: UInt32) {
    self.init(x: Double(Int32(bitPattern: x)), y: -Double(Int32(bitPattern: y)))
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
    open = [CDXObject(tag: .document, id: 0, offset: 20)]
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
        open.append(CDXObject(tag: CDXObject.Tag(rawValue: UInt16(tag)), id: id, offset: start))
      } else {
        guard let count = takeLength(), count <= bytes.count - offset else {
          return finished("The file ends within a property.")
        }
        if let property = CDXObject.Property(rawValue: UInt16(tag)) {
          open[open.count - 1].properties[property] = bytes[offset..<(offset + count)]
        }
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
