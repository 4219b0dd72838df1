import Reprise

/// Entities in a byte array, of which only those on the screen are decoded. In little-endian order:
/// the magic, the counts of entities and members, the offset of each record and the end of the
/// last, the entity indices by id, the indices of the members, and the records in display order.
struct PackedEntities: Sendable {
  private let bytes: [UInt8]
  let count: Int
  let members: [UInt32]
  private let records: Int

  static let magic = Array("reprise-entities-1\n".utf8)

  init?(_ bytes: [UInt8]) {
    let head = Self.magic.count
    guard bytes.starts(with: Self.magic), bytes.count >= head + 8 else { return nil }
    let count = Int(Self.number(bytes, head))
    let memberCount = Int(Self.number(bytes, head + 4))
    let records = head + 8 + 4 * (count + 1) + 4 * count + 4 * memberCount
    guard count < 1 << 26, memberCount <= count, bytes.count >= records else { return nil }
    self.bytes = bytes
    self.count = count
    self.records = records
    let first = head + 8 + 4 * (count + 1) + 4 * count
    members = (0..<memberCount).map { Self.number(bytes, first + 4 * $0) }
    guard records + Int(Self.number(bytes, head + 8 + 4 * count)) == bytes.count,
      members.allSatisfy({ $0 < count })
    else { return nil }
  }

  private static func number(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    UInt32(bytes[offset]) | UInt32(bytes[offset + 1]) << 8 | UInt32(bytes[offset + 2]) << 16
      | UInt32(bytes[offset + 3]) << 24
  }

  private func record(_ number: Int) -> PackedRecord {
    let offset = Self.magic.count + 8 + 4 * number
    let start = min(records + Int(Self.number(bytes, offset)), bytes.count)
    let end = min(records + Int(Self.number(bytes, offset + 4)), bytes.count)
    return PackedRecord(bytes: bytes, range: start..<max(start, end))
  }

  func entity(_ number: Int) -> (entity: Entity, timestamp: Int) { record(number).entity }

  func id(_ number: Int) -> ResourceID { ResourceID(record(number).id) }

  func contains(_ part: FilterQuery.Part, _ number: Int) -> Bool { record(number).contains(part) }

  /// Without the timestamp.
  func fingerprint(_ number: Int) -> Int { record(number).fingerprint }

  func number(of id: ResourceID) -> Int? {
    let wanted = Array(id.text.utf8)
    let first = Self.magic.count + 8 + 4 * (count + 1)
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let number = Int(Self.number(bytes, first + 4 * middle))
      guard number < count else { return nil }
      let found = record(number)
      if found.idPrecedes(wanted) {
        low = middle + 1
      } else if found.hasID(wanted) {
        return number
      } else {
        high = middle
      }
    }
    return nil
  }

  func entity(of id: ResourceID) -> (entity: Entity, timestamp: Int)? {
    number(of: id).map { entity($0) }
  }

  func isRootLevel(_ number: Int) -> Bool { record(number).isOfRootLevel }

  var data: [UInt8] { bytes }
}

/// One entity's bytes: flags, timestamp, id, and its fields, each preceded by its length.
struct PackedRecord {
  let bytes: [UInt8]
  let range: Range<Int>

  enum Field: Int, CaseIterable {
    case refcon, category, header, summary, identifier, children, images, properties

    var flag: UInt16 { 1 << UInt16(rawValue) }
  }

  static let knowsRootLevel: UInt16 = 1 << 8
  static let isRootLevel: UInt16 = 1 << 9
  static let isDeleted: UInt16 = 1 << 10
  static let isMissing: UInt16 = 1 << 11
  static let isLastSeen: UInt16 = 1 << 12
  private static let headLength = 10

  private var flags: UInt16 {
    guard range.count > Self.headLength else { return 0 }
    return UInt16(bytes[range.lowerBound]) | UInt16(bytes[range.lowerBound + 1]) << 8
  }

  private var timestamp: Int {
    guard range.count > Self.headLength else { return 0 }
    let value = (0..<8).reduce(UInt64(0)) {
      $0 | UInt64(bytes[range.lowerBound + 2 + $1]) << UInt64(8 * $1)
    }
    return Int(Int64(bitPattern: value))
  }

  private func field(_ offset: inout Int) -> Range<Int> {
    var length = 0
    var shift = 0
    while offset < range.upperBound, shift < 35 {
      let byte = bytes[offset]
      offset += 1
      length |= Int(byte & 127) << shift
      if byte < 128 { break }
      shift += 7
    }
    let start = min(offset, range.upperBound)
    let end = min(start + length, range.upperBound)
    offset = end
    return start..<end
  }

  private var idRange: Range<Int> {
    var offset = range.lowerBound + Self.headLength
    return range.count > Self.headLength ? field(&offset) : range.lowerBound..<range.lowerBound
  }

  var isOfRootLevel: Bool { flags & Self.isRootLevel != 0 }

  var id: String { String(decoding: bytes[idRange], as: UTF8.self) }

  func hasID(_ wanted: [UInt8]) -> Bool { bytes[idRange].elementsEqual(wanted) }

  func idPrecedes(_ wanted: [UInt8]) -> Bool { bytes[idRange].lexicographicallyPrecedes(wanted) }

  private func fieldRanges(_ wanted: Set<Field>) -> [Field: Range<Int>] {
    var offset = idRange.upperBound
    var ranges: [Field: Range<Int>] = [:]
    let flags = flags
    for known in Field.allCases where flags & known.flag != 0 {
      let found = field(&offset)
      if wanted.contains(known) { ranges[known] = found }
    }
    return ranges
  }

  var entity: (entity: Entity, timestamp: Int) {
    var entity = Entity(ResourceID(id))
    let flags = flags
    let ranges = fieldRanges(Set(Field.allCases))
    func text(_ field: Field) -> String? {
      ranges[field].map { String(decoding: bytes[$0], as: UTF8.self) }
    }
    func json(_ field: Field) -> JSON? {
      ranges[field].flatMap { try? JSON(Array(bytes[$0])) }
    }
    entity.refcon = json(.refcon)
    entity.category = text(.category)
    entity.header = text(.header)
    entity.summary = text(.summary)
    entity.identifier = text(.identifier)
    entity.children = ranges[.children].map { PackedRecord.ids(bytes[$0]) }
    entity.images = text(.images).flatMap { EntityImages(text: $0) }
    entity.properties = json(.properties)?.array?.compactMap { Property($0) }
    if flags & Self.knowsRootLevel != 0 { entity.isRootLevel = flags & Self.isRootLevel != 0 }
    entity.isDeleted = flags & Self.isDeleted != 0
    entity.isMissing = flags & Self.isMissing != 0
    if flags & Self.isLastSeen != 0 { entity.lastSeen = timestamp }
    return (entity, timestamp)
  }

  /// A hash (FNV-1a) of the id, the fields, and the flags except `isLastSeen`.
  var fingerprint: Int {
    guard range.count > Self.headLength else { return 0 }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ UInt64(flags & ~Self.isLastSeen)
    bytes.withUnsafeBufferPointer { all in
      for byte in all[(range.lowerBound + Self.headLength)..<range.upperBound] {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
      }
    }
    return Int(truncatingIfNeeded: hash)
  }

  /// Searches category, header, summary, identifier and id. An ASCII text needs no string.
  func contains(_ part: FilterQuery.Part) -> Bool {
    func isFound(_ range: Range<Int>) -> Bool {
      bytes.withUnsafeBufferPointer {
        part.matches(utf8: UnsafeBufferPointer(rebasing: $0[range]))
      }
    }
    let id = idRange
    if isFound(id) { return true }
    var offset = id.upperBound
    let flags = flags
    for known in Field.allCases where flags & known.flag != 0 {
      let found = field(&offset)
      switch known {
      case .category, .header, .summary, .identifier:
        if isFound(found) { return true }
      case .children: return false
      default: break
      }
    }
    return false
  }

  // MARK: Writing

  static func append(_ entity: Entity, at timestamp: Int, to bytes: inout [UInt8]) {
    var flags: UInt16 = 0
    var fields: [UInt8] = []
    func add(_ field: Field, _ content: [UInt8]?) {
      guard let content else { return }
      flags |= field.flag
      appendLength(content.count, to: &fields)
      fields += content
    }
    add(.refcon, entity.refcon?.bytes)
    add(.category, entity.category.map { Array($0.utf8) })
    add(.header, entity.header.map { Array($0.utf8) })
    add(.summary, entity.summary.map { Array($0.utf8) })
    add(.identifier, entity.identifier.map { Array($0.utf8) })
    add(.children, entity.children.map { packed($0) })
    add(.images, entity.images?.json().bytes)
    add(.properties, entity.properties.map { JSON.array($0.map(\.json)).bytes })
    if let isRoot = entity.isRootLevel {
      flags |= knowsRootLevel | (isRoot ? isRootLevel : 0)
    }
    if entity.isDeleted { flags |= isDeleted }
    if entity.isMissing { flags |= isMissing }
    if entity.lastSeen != nil { flags |= isLastSeen }
    let timestamp = entity.lastSeen ?? timestamp
    bytes.append(UInt8(flags & 255))
    bytes.append(UInt8(flags >> 8))
    let value = UInt64(bitPattern: Int64(timestamp))
    for shift in 0..<8 { bytes.append(UInt8(value >> UInt64(8 * shift) & 255)) }
    appendLength(entity.id.text.utf8.count, to: &bytes)
    bytes += entity.id.text.utf8
    bytes += fields
  }

  static func appendLength(_ length: Int, to bytes: inout [UInt8]) {
    var rest = length
    while rest > 127 {
      bytes.append(UInt8(rest & 127) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private static func packed(_ ids: [ResourceID]) -> [UInt8] {
    var bytes: [UInt8] = []
    for id in ids {
      appendLength(id.text.utf8.count, to: &bytes)
      bytes += id.text.utf8
    }
    return bytes
  }

  private static func ids(_ bytes: ArraySlice<UInt8>) -> [ResourceID] {
    var ids: [ResourceID] = []
    let record = PackedRecord(bytes: Array(bytes), range: 0..<bytes.count)
    var offset = 0
    while offset < record.range.upperBound {
      let range = record.field(&offset)
      ids.append(ResourceID(String(decoding: record.bytes[range], as: UTF8.self)))
    }
    return ids
  }
}
