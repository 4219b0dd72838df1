import Reprise

/// An object in an openBIS instance, such as a probe, a compound or a category.
///
/// The instance defines the kinds of entities and their relations; the viewer makes no assumptions
/// about them. A property that is `nil` was in no response yet; an empty one is known to be empty.
struct Entity: Identifiable, Hashable, Sendable {
  /// The permanent id (PERM_ID), for example "20121008094501234-17" or "P08908 (5HT_TARGET)".
  let id: ResourceID
  /// The object by which the instance finds the entity (REFCON). It is sent back unchanged.
  var refcon: JSON?
  /// The heading of the list section that contains the entity.
  var category: String?
  /// The first line of the entity's row (SUMMARY_HEADER).
  var header: String?
  /// The text below the header, which may have several lines.
  var summary: String?
  /// The identifier, for example "/PROBES/PROBE1".
  var identifier: String?
  /// The ids of the entities below this one, without duplicates and in the instance's order. Some
  /// may be unknown, and cycles are possible.
  var children: [ResourceID]?
  /// The number of entities below this one, if `children` contains only the first of them.
  var childCount: Int?
  var images: EntityImages?
  /// The properties in display order.
  var properties: [Property]?
  /// Whether the entity is at the root of the navigation.
  var isRootLevel: Bool?
  /// Whether the instance has reported the entity as deleted.
  var isDeleted = false
  /// Whether the category's last complete response lacks it. It may be in the instance's trash.
  var isMissing = false
  /// The time of the last response that contained the entity, in seconds since 1970, if a later and
  /// partly unreadable response lacks it; otherwise `nil`.
  var lastSeen: Int?

  init(_ id: ResourceID) { self.id = id }

  /// The header, or else the id.
  var title: String { header.flatMap { $0.isEmpty ? nil : $0 } ?? id.text }

  /// Whether the entity has children other than itself; `true` if unknown.
  var hasChildren: Bool { children?.contains { $0 != id } ?? true }

  /// The number of entities below this one, not counting itself; `nil` if unknown.
  var countBelow: Int? { childCount ?? children?.count { $0 != id } }

  /// Returns this entity updated with a later response. Properties that are `nil` there keep their
  /// values; empty ones become empty.
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
}

extension Entity {
  /// Orders entities for lists: by category, then by title with numbers by value, then by id.
  static func precedes(_ left: Entity, _ right: Entity) -> Bool {
    left.order.lexicographicallyPrecedes(right.order)
  }

  /// A sort key, to be compared bytewise.
  var order: [UInt8] {
    [UInt8]((category ?? "").orderKey.utf8) + [0] + [UInt8](title.orderKey.utf8) + [0]
      + [UInt8](id.text.utf8)
  }
}
