import Glibc
import Reprise

/// An object in an openBIS instance, such as a probe, a compound or a category.
/// The instance defines the kinds of entities and their relations; the viewer makes no assumptions
/// about them. A property that is `nil` was in no response yet; an empty one is known to be empty.
struct Entity: Identifiable, Hashable, Sendable {
  /// PERM_ID, for example "20121008094501234-17" or "P08908 (5HT_TARGET)".
  let id: ResourceID
  /// REFCON, by which the instance finds the entity. It is sent back unchanged.
  var refcon: JSON?
  /// Heads the list section that contains the entity.
  var category: String?
  var header: String?
  var summary: String?
  /// For example "/PROBES/PROBE1".
  var identifier: String?
  /// Without duplicates, in the instance's order. Some may be unknown, and cycles are possible.
  var children: [ResourceID]?
  /// Set if `children` contains only the first of them.
  var childCount: Int?
  var images: EntityImages?
  var properties: [Property]?
  var isRootLevel: Bool?
  var isDeleted = false
  /// The category's last complete response lacks it. It may be in the instance's trash.
  var isMissing = false
  /// In seconds since 1970; set if a later and partly unreadable response lacks the entity.
  var lastSeen: Int?

  init(_ id: ResourceID) { self.id = id }

  var title: String { header.flatMap { $0.isEmpty ? nil : $0 } ?? id.text }

  /// `true` if unknown.
  var hasChildren: Bool { children?.contains { $0 != id } ?? true }

  /// Doesn't count the entity itself; `nil` if unknown.
  var countBelow: Int? { childCount ?? children?.count { $0 != id } }

  /// Properties that are `nil` in the later response keep their values; empty ones become empty.
  func updated(with later: Entity) -> Entity {
    var entity = self
    entity.isDeleted = later.isDeleted
    // The row of a deleted entity has only empty columns, so earlier values are retained.
    if later.isDeleted { return entity }
    entity.isMissing = later.isMissing
    entity.lastSeen = later.lastSeen
    entity.refcon = later.refcon ?? refcon
    entity.category = later.category ?? category
    entity.header = later.header ?? header
    entity.summary = later.summary ?? summary
    entity.identifier = later.identifier ?? identifier
    entity.children = later.children ?? children
    entity.childCount = later.children == nil ? childCount : later.childCount
    entity.images = later.images ?? images
    entity.properties = later.properties ?? properties
    entity.isRootLevel = later.isRootLevel ?? isRootLevel
    return entity
  }

  static func precedes(_ left: Entity, _ right: Entity) -> Bool {
    left.order.lexicographicallyPrecedes(right.order)
  }

  /// To be compared bytewise.
  var order: [UInt8] {
    [UInt8]((category ?? "").orderKey.utf8) + [0] + [UInt8](title.orderKey.utf8) + [0]
      + [UInt8](id.text.utf8)
  }
}

struct EntityImages: Hashable, Sendable {
  var marquee: EntityImage?
  var tiled: [EntityImage] = []

  var all: [EntityImage] { (marquee.map { [$0] } ?? []) + tiled }
}

enum EntityImage: Hashable, Sendable {
  case address(String)
  /// The format is as the instance names it, such as "png", or empty.
  case content([UInt8], format: String)
}

struct ImageFile: Hashable, Sendable {
  let bytes: [UInt8]
  let type: String
  let name: String
}

extension ImageFile {
  init(bytes: [UInt8], format: String, of id: ResourceID) {
    let format = format.lowercased()
    let type = format.contains("/") ? format : "image/\(format.isEmpty ? "png" : format)"
    self.init(bytes: bytes, type: type, name: "\(id.text).\(type.split(separator: "/").last ?? "")")
  }
}

extension Entity {
  /// For `--json` and the raw view, with the server's column names as keys.
  var rawJSON: JSON {
    var members = [JSON.Member("PERM_ID", .string(id.text))]
    func add(_ key: String, _ value: JSON?) {
      if let value { members.append(JSON.Member(key, value)) }
    }
    add("REFCON", refcon)
    add("CATEGORY", category.map { .string($0) })
    add("SUMMARY_HEADER", header.map { .string($0) })
    add("SUMMARY", summary.map { .string($0) })
    add("IDENTIFIER", identifier.map { .string($0) })
    add("CHILDREN", children.map { .array($0.map { .string($0.text) }) })
    add("IMAGES", images?.json(withBytes: false))
    add("PROPERTIES", properties.map { .array($0.map(\.json)) })
    if isRootLevel == true { add("ROOT_LEVEL", .bool(true)) }
    if isDeleted { add("DELETED", .bool(true)) }
    if isMissing { add("MISSING", .bool(true)) }
    return .object(members)
  }

  /// An estimate in bytes, rather too high.
  var memory: Int {
    let texts = [id.text, category, header, summary, identifier].compactMap(\.self)
    let own = MemoryLayout<Entity>.stride * 2 + texts.reduce(0) { $0 + $1.heapBytes }
    // A grown array may have twice the capacity it needs.
    let below = (children ?? []).reduce(0) { $0 + 32 + $1.text.heapBytes }
    let propertyBytes = (properties ?? []).reduce(0) { sum, property in
      sum + 2 * MemoryLayout<Property>.stride + property.key.heapBytes + property.label.heapBytes
        + (property.value?.heapBytes ?? 0)
    }
    return own + below + propertyBytes + (refcon?.memory ?? 0) + (images?.json().memory ?? 0)
  }
}

extension String {
  /// The memory outside the string's inline storage; 0 for a short string.
  fileprivate var heapBytes: Int { utf8.count <= 15 ? 0 : utf8.count + 32 }

  /// Ignores case and accents, and sorts "PROBE2" before "PROBE10".
  var orderKey: String {
    folded.naturalSortKey
  }
}
