import Accounts
import Reprise

/// The part of an instance's stored data that the viewer reads for the first frame.
struct StoredInstance: Hashable, Sendable {
  var mode = BrowsingMode.unknown
  var preferences = ClientPreferences()
  /// Of the last response with the categories, in seconds since 1970.
  var timestamp = 0
  var syncedAt: Int?
  /// The start time of an interrupted sync; `nil` if there is none.
  var begunAt: Int?
  /// The start time of the last sync, if it finished without some categories.
  var incompleteSince: Int?
  /// Whether the interrupted or incomplete sync requests everything.
  var requestsEverything = false
  /// A sentence on the categories that failed in the last sync; `nil` if none did.
  var note: String?
  private(set) var unreadableCategories = 0
  var categories: [Category] = []
  /// Root entities that aren't categories.
  var others: [Entity] = []
  /// Retained because a service may be unavailable only while it is being replaced.
  private var otherModeData: JSON?

  struct Category: Hashable, Sendable {
    /// Once its own file contains all children, only the first few are stored here.
    var entity: Entity
    /// The time of the last complete response with its members, in seconds since 1970.
    var syncedAt: Int?
    var unreadableCount = 0
  }

  var unreadableCount: Int { categories.reduce(unreadableCategories) { $0 + $1.unreadableCount } }

  static let fewChildren = 2

  var root: [Entity] {
    let all = categories.map(\.entity) + others
    return all.filter { $0.isRootLevel == true && !$0.isDeleted }
  }

  /// The time since which a category counts as completed in an interrupted or incomplete sync.
  var openSince: Int? { begunAt ?? incompleteSince }

  func index(of id: ResourceID) -> Int? { categories.firstIndex { $0.entity.id == id } }

  /// The mode's stored data, if any, replace those of the other mode, whose entities are different.
  mutating func browse(in mode: BrowsingMode) {
    guard mode != self.mode else { return }
    let before = self
    let known = before.otherModeData.flatMap { StoredInstance($0) }
    self = known.flatMap { $0.mode == mode ? $0 : nil } ?? StoredInstance()
    self.mode = mode
    guard before.mode != .unknown else { return }
    otherModeData = before.json
    otherModeData?["otherwise"] = nil
  }

  /// The category doesn't exist any more, or this user may no longer see it.
  mutating func noteMissing(_ id: ResourceID) {
    if let index = index(of: id) { categories[index].entity.isMissing = true }
  }

  mutating func setCategories(_ rows: EntityRows, at timestamp: Int) {
    var all: [Category] = []
    for row in rows.entities where !all.contains(where: { $0.entity.id == row.id }) {
      let known = index(of: row.id).map { categories[$0] }
      let entity = known.map { $0.entity.updated(with: row) } ?? row
      // Until the members are stored, this is the only record of their number.
      all.append(
        Category(
          entity: known?.syncedAt == nil ? entity : entity.brief, syncedAt: known?.syncedAt,
          unreadableCount: known?.unreadableCount ?? 0))
    }
    // A category that is no longer listed may be one that this user may no longer see. It is
    // deleted only if the instance says so.
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
      JSON.Member("lackingSince", timestamp(incompleteSince)),
      JSON.Member("asksEverything", .bool(requestsEverything)),
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
      JSON.Member("otherwise", otherModeData ?? .null),
    ])
  }

  init?(_ json: JSON) {
    guard json["format"]?.int == 1, let timestamp = json["moment"]?.int else { return nil }
    self.init()
    mode = json["manner"]?.string.flatMap { BrowsingMode(rawValue: $0) } ?? .unknown
    if let interval = json["interval"]?.int, interval > 0 { preferences.refreshInterval = interval }
    preferences.searchDomains = (json["domains"]?.array ?? []).compactMap { SearchDomain($0) }
    self.timestamp = timestamp
    syncedAt = json["syncedAt"]?.int
    begunAt = json["begunAt"]?.int
    incompleteSince = json["lackingSince"]?.int
    requestsEverything = json["asksEverything"]?.bool ?? false
    note = json["note"]?.string
    categories = (json["categories"]?.array ?? []).compactMap { category in
      category["entity"].flatMap { Entity(stored: $0) }.map {
        Category(
          entity: $0, syncedAt: category["syncedAt"]?.int,
          unreadableCount: max(0, category["unreadable"]?.int ?? 0))
      }
    }
    unreadableCategories = max(0, json["unreadable"]?.int ?? 0)
    others = (json["others"]?.array ?? []).compactMap { Entity(stored: $0) }
    otherModeData = json["otherwise"].flatMap { $0 == .null ? nil : $0 }
  }
}

extension Entity {
  /// For files with few entities.
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
    add("images", images?.json())
    add("properties", properties.map { .array($0.map(\.json)) })
    add("isRootLevel", isRootLevel.map { .bool($0) })
    if isDeleted { add("isDeleted", .bool(true)) }
    if isMissing { add("isMissing", .bool(true)) }
    add("lastSeen", lastSeen.map { .number(String($0)) })
    return .object(members)
  }

  var brief: Entity {
    var entity = self
    entity.childCount = countBelow
    entity.children = children.map { Array($0.prefix(StoredInstance.fewChildren)) }
    return entity
  }

  init?(stored json: JSON) {
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
