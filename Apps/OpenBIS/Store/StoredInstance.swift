import Reprise

/// The small part of what is kept of an instance: its categories, its preferences, and when it was asked.
///
/// A viewer reads it for its first frame; everything else is read when somebody looks at it.
struct StoredInstance: Hashable, Sendable {
  /// The way in which the instance is browsed.
  var mode = BrowsingMode.unknown
  /// The instance's preferences.
  var preferences = ClientPreferences()
  /// The moment of the last answer about the categories, in seconds since 1970.
  var timestamp = 0
  /// The moment of the last whole sync; nil if there was none.
  var syncedAt: Int?
  /// The moment at which a sync was begun that broke off; nil if none is open.
  var begunAt: Int?
  /// The moment at which the last sync was begun, if it came to its end without some of the categories; nil if all came.
  var lackingSince: Int?
  /// True if the sync that is open, or lacks some of the categories, asks for everything.
  var asksEverything = false
  /// A sentence about the categories that failed in the last sync; nil if none did.
  var note: String?
  /// The number of rows of the last answer about the categories that couldn't be read.
  private(set) var unreadableCategories = 0
  /// The categories.
  var categories: [Category] = []
  /// The other entities of the first level.
  var others: [Entity] = []
  /// The instance as it was kept when it was browsed in the other way; nil if it never was. It may be so again: a service that is being
  /// replaced isn't there for a while.
  private var otherwise: JSON?

  /// A category, and when its members were asked for.
  struct Category: Hashable, Sendable {
    /// The category itself. Of its children only the first few are here once its own file has them all.
    var entity: Entity
    /// The moment of the last whole answer about its members, in seconds since 1970; nil if there was none.
    var syncedAt: Int?
    /// The number of that answer's rows that couldn't be read.
    var unreadableCount = 0
  }

  /// The number of the last answers' rows that couldn't be read: about the categories, and about
  /// their members.
  var unreadableCount: Int { categories.reduce(unreadableCategories) { $0 + $1.unreadableCount } }

  /// The number of a category's children that are kept here.
  static let fewChildren = 2

  /// The entities of the first level.
  var root: [Entity] {
    let all = categories.map(\.entity) + others
    return all.filter { $0.isRootLevel == true && !$0.isDeleted }
  }

  /// The moment since which a category counts as done in the sync that is open, or lacks some of them; nil if all came.
  var openSince: Int? { begunAt ?? lackingSince }

  /// Returns the place of a category; nil if there is no such one.
  func place(of id: ResourceID) -> Int? { categories.firstIndex { $0.entity.id == id } }

  /// Takes note of the way in which the instance is browsed. Another way has other entities: those of the one before aren't its own.
  mutating func browse(in mode: BrowsingMode) {
    guard mode != self.mode else { return }
    let before = self
    let known = before.otherwise.flatMap { StoredInstance($0) }
    self = known.flatMap { $0.mode == mode ? $0 : nil } ?? StoredInstance()
    self.mode = mode
    guard before.mode != .unknown else { return }
    otherwise = before.json
    otherwise?["otherwise"] = nil
  }

  /// Notes that the instance has no category with an id any more, or not for this user.
  mutating func noteMissing(_ id: ResourceID) {
    if let place = place(of: id) { categories[place].entity.isMissing = true }
  }

  /// Replaces the categories by those of an answer. What is known of each stays.
  mutating func setCategories(_ rows: EntityRows, at timestamp: Int) {
    var all: [Category] = []
    for row in rows.entities where !all.contains(where: { $0.entity.id == row.id }) {
      let known = place(of: row.id).map { categories[$0] }
      let entity = known.map { $0.entity.updated(with: row) } ?? row
      // Until its members are kept nobody else knows how many there are.
      all.append(
        Category(
          entity: known?.syncedAt == nil ? entity : entity.brief, syncedAt: known?.syncedAt,
          unreadableCount: known?.unreadableCount ?? 0))
    }
    // A category that isn't named any more may be one of another right: it is deleted only if the instance says so.
    let missing = categories.filter { category in
      !all.contains { $0.entity.id == category.entity.id }
    }
    categories =
      all
      + missing.map { category in
        var category = category
        if rows.unreadableCount == 0 {
          category.entity.isMissing = true
        } else if !category.entity.isMissing {
          category.entity.lastSeen = category.entity.lastSeen ?? self.timestamp
        }
        return category
      }
    unreadableCategories = rows.unreadableCount
    self.timestamp = timestamp
  }
}

extension StoredInstance {
  var json: JSON {
    func timestamp(_ timestamp: Int?) -> JSON { timestamp.map { .number(String($0)) } ?? .null }
    return .object([
      JSON.Member("format", .number("1")), JSON.Member("manner", .string(mode.rawValue)),
      JSON.Member("interval", .number(String(preferences.refreshInterval))),
      JSON.Member("domains", .array(preferences.searchDomains.map(\.json))),
      JSON.Member("moment", .number(String(self.timestamp))),
      JSON.Member("syncedAt", timestamp(syncedAt)), JSON.Member("begunAt", timestamp(begunAt)),
      JSON.Member("lackingSince", timestamp(lackingSince)),
      JSON.Member("asksEverything", .bool(asksEverything)),
      JSON.Member("note", note.map { .string($0) } ?? .null),
      JSON.Member("unreadable", .number(String(unreadableCategories))),
      JSON.Member(
        "categories",
        .array(
          categories.map {
            .object([
              JSON.Member("entity", $0.entity.json),
              JSON.Member("syncedAt", timestamp($0.syncedAt)),
              JSON.Member("unreadable", .number(String($0.unreadableCount))),
            ])
          })),
      JSON.Member("others", .array(others.map(\.json))),
      JSON.Member("otherwise", otherwise ?? .null),
    ])
  }

  /// Reads what was kept; nil for anything else.
  init?(_ json: JSON) {
    guard json["format"]?.int == 1, let timestamp = json["moment"]?.int else { return nil }
    self.init()
    mode = json["manner"]?.string.flatMap { BrowsingMode(rawValue: $0) } ?? .unknown
    if let interval = json["interval"]?.int, interval > 0 { preferences.refreshInterval = interval }
    preferences.searchDomains = (json["domains"]?.array ?? []).compactMap { SearchDomain($0) }
    self.timestamp = timestamp
    syncedAt = json["syncedAt"]?.int
    begunAt = json["begunAt"]?.int
    lackingSince = json["lackingSince"]?.int
    asksEverything = json["asksEverything"]?.bool ?? false
    note = json["note"]?.string
    categories = (json["categories"]?.array ?? []).compactMap { category in
      category["entity"].flatMap { Entity(kept: $0) }.map {
        Category(
          entity: $0, syncedAt: category["syncedAt"]?.int,
          unreadableCount: max(0, category["unreadable"]?.int ?? 0))
      }
    }
    unreadableCategories = max(0, json["unreadable"]?.int ?? 0)
    others = (json["others"]?.array ?? []).compactMap { Entity(kept: $0) }
    otherwise = json["otherwise"].flatMap { $0 == .null ? nil : $0 }
  }
}

extension Entity {
  /// The entity as the store keeps it where there are few.
  var json: JSON {
    var members = [JSON.Member("id", .string(id.text))]
    func add(_ key: String, _ value: JSON?) {
      if let value { members.append(JSON.Member(key, value)) }
    }
    add("refcon", refcon)
    add("category", category.map { .string($0) })
    add("header", header.map { .string($0) })
    add("summary", summary.map { .string($0) })
    add("identifier", identifier.map { .string($0) })
    add("children", children.map { .array($0.map { .string($0.text) }) })
    add("childCount", childCount.map { .number(String($0)) })
    add("images", images?.json)
    add("properties", properties.map { .array($0.map(\.json)) })
    add("isRootLevel", isRootLevel.map { .bool($0) })
    if isDeleted { add("isDeleted", .bool(true)) }
    if isMissing { add("isMissing", .bool(true)) }
    add("lastSeen", lastSeen.map { .number(String($0)) })
    return .object(members)
  }

  /// The entity with the first few of its children.
  var brief: Entity {
    var entity = self
    entity.childCount = countBelow
    entity.children = children.map { Array($0.prefix(StoredInstance.fewChildren)) }
    return entity
  }

  /// Reads an entity that was kept; nil for anything else.
  init?(kept json: JSON) {
    guard let id = json["id"]?.string else { return nil }
    self.init(ResourceID(id))
    refcon = json["refcon"]
    category = json["category"]?.string
    header = json["header"]?.string
    summary = json["summary"]?.string
    identifier = json["identifier"]?.string
    children = json["children"]?.array?.compactMap { $0.string.map { ResourceID($0) } }
    childCount = json["childCount"]?.int
    images = json["images"].flatMap { EntityImages(text: $0.text) }
    properties = json["properties"]?.array?.compactMap { Property($0) }
    isRootLevel = json["isRootLevel"]?.bool
    isDeleted = json["isDeleted"]?.bool ?? false
    isMissing = json["isMissing"]?.bool ?? false
    lastSeen = json["lastSeen"]?.int
  }
}
