import Reprise

/// A thing that an openBIS instance shows: a probe, a compound, a category, or whatever the instance has.
///
/// The instance decides what its entities are and how they belong together; the viewer knows nothing of kinds. A property that is nil
/// was in no answer yet; an empty one is known to be empty.
struct Entity: Identifiable, Hashable, Sendable {
  /// The permanent id (PERM_ID), for example "20121008094501234-17" or "P08908 (5HT_TARGET)".
  let id: ResourceID
  /// The object by which the instance finds the entity again (REFCON). It is sent back as it came.
  var refcon: JSON?
  /// The title of the section that the entity stands in.
  var category: String?
  /// The first line of the entity's row (SUMMARY_HEADER).
  var header: String?
  /// The text below the header; it may have several lines.
  var summary: String?
  /// The identifier, for example "/PROBES/PROBE1".
  var identifier: String?
  /// The ids of the entities below this one, each once and in the instance's order. Some may not be known, or lead back here.
  var children: [ResourceID]?
  /// The number of entities below this one, where `children` has only the first of them; nil where
  /// it has all.
  var childCount: Int?
  /// The images.
  var images: EntityImages?
  /// The properties, in the order in which they are to be shown.
  var properties: [Property]?
  /// True if the entity stands at the first level of the navigation.
  var isRootLevel: Bool?
  /// True if the instance has said that the entity is deleted.
  var isDeleted = false
  /// True if the last complete answer about the entity's category no longer names it: it may be in the instance's trash.
  var isMissing = false
  /// The moment of the last answer that had the entity, in seconds since 1970, if a later one lacks
  /// it of which not all rows could be read;
  /// nil for all others.
  var lastSeen: Int?

  /// Creates an entity of which nothing but the id is known.
  init(_ id: ResourceID) { self.id = id }

  /// The text that names the entity: its header, or else the id.
  var title: String { header.flatMap { $0.isEmpty ? nil : $0 } ?? id.text }

  /// True unless the entity is known to have none below it but itself. Before anybody has told, asking shows it.
  var hasChildren: Bool { children?.contains { $0 != id } ?? true }

  /// The number of entities below this one, without itself; nil as long as no answer has told.
  var countBelow: Int? { childCount ?? children?.count { $0 != id } }

  /// Returns this entity with what a later answer says. What the later one doesn't say stays; what it says to be empty becomes empty.
  func updated(with later: Entity) -> Entity {
    var entity = self
    entity.isDeleted = later.isDeleted
    // A row about a deletion has nothing but blanks in its other columns: what was known stays readable.
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
  /// Orders entities as lists show them: by category, then by title so that numbers count, then by id.
  static func precedes(_ left: Entity, _ right: Entity) -> Bool {
    left.order.lexicographicallyPrecedes(right.order)
  }

  /// The entity's place among others, as bytes to compare.
  var order: [UInt8] {
    [UInt8]((category ?? "").orderKey.utf8) + [0] + [UInt8](title.orderKey.utf8) + [0]
      + [UInt8](id.text.utf8)
  }
}
