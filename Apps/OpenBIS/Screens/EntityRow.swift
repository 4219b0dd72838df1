import Reprise

struct EntityRow: Hashable, Sendable {
  let entity: Entity
  let isParent: Bool
  let matchLocation: String?

  init(_ entity: Entity, isParent: Bool = false, foundIn matchLocation: String? = nil) {
    self.entity = entity
    self.isParent = isParent
    self.matchLocation = matchLocation
  }

  /// The head of a list opens its details instead, to avoid a cycle.
  var leadsBelow: Bool { !isParent && entity.hasChildren }

  var summary: String {
    let summary = entity.summary ?? ""
    // Most summaries have one line, and every row is asked for its text.
    guard summary.utf8.contains(where: { !(0x20..<0x7F).contains($0) }) else { return summary }
    return summary.split(whereSeparator: \.isNewline).joined(separator: " · ")
  }

  private var matchAndSummary: String {
    [matchLocation ?? "", summary].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private var count: String {
    entity.countBelow.flatMap { $0 > 0 ? $0.grouped : nil } ?? ""
  }

  /// "deleted", "missing", or the day on which an entity of a partly unreadable list was last seen.
  var state: String {
    if entity.isDeleted { return "deleted" }
    if entity.isMissing { return "missing" }
    // Only month and day fit here; the details show the minute.
    return entity.lastSeen.map { String(Timestamp(seconds: $0).date(in: .local).suffix(5)) } ?? ""
  }

  var id: String { entity.id.text }

  var mark: Mark {
    if entity.isDeleted { return Mark("✕", .bad) }
    if entity.isMissing { return Mark("?", .unknown) }
    if entity.lastSeen != nil { return .lastSeen }
    if isParent { return Mark("▼", .secondary) }
    return entity.hasChildren ? Mark("›", .accent) : Mark(" ", .text)
  }

  /// A value that was unknown before isn't a difference.
  func hasChanged(since earlier: EntityRow) -> Bool {
    func differs<Value: Equatable>(_ before: Value?, _ now: Value?) -> Bool {
      before != nil && before != now
    }
    let (before, now) = (earlier.entity, entity)
    return before.isDeleted != now.isDeleted || before.isMissing != now.isMissing
      || before.title != now.title
      || differs(before.summary, now.summary) || differs(before.category, now.category)
      || differs(before.children, now.children)
  }

  var searchText: String {
    guard let identifier = entity.identifier else { return id }
    return id + "\n" + identifier
  }

  /// For a screen too narrow for their columns.
  var footer: String {
    [entity.category ?? "", count.isEmpty ? "" : "\(count) below", state]
      .filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// Commands also print the permanent id, the argument of `show`.
  static let printed =
    [csvColumns[0]] + columns + [csvColumns[csvColumns.count - 1]]

  static let columns: [Column<EntityRow>] = [
    Column(
      "name", heading: "NAME", width: .flexible(12...48, ideal: 18), text: { $0.entity.title }),
    Column(
      "summary", heading: "SUMMARY", width: .flexible(16...160, ideal: 26, share: 4),
      hidesIfEmpty: true, text: { $0.matchAndSummary }),
    Column(
      "below", heading: "BELOW", width: .fixed(6), isNumeric: true, hidesIfEmpty: true,
      text: { $0.count }, role: { _ in .secondary }),
    Column(
      "category", heading: "CATEGORY", width: .flexible(8...28, ideal: 12), hidesIfEmpty: true,
      text: { $0.entity.category ?? "" }, role: { _ in .secondary }),
    Column(
      "state", heading: "STATE", width: .fixed(7), hidesIfEmpty: true, text: { $0.state },
      role: { $0.entity.isDeleted ? .bad : .unknown }),
  ]

  static let csvColumns =
    [
      Column<EntityRow>(
        "id", heading: "ID", width: .flexible(4...60), text: { $0.entity.id.text })
    ]
    + columns.map { column in
      column.id == "summary"
        ? Column("summary", heading: "SUMMARY", width: column.width, text: { $0.summary }) : column
    } + [
      Column(
        "place", heading: "FOUND IN", width: .flexible(4...60), text: { $0.matchLocation ?? "" }),
      Column(
        "identifier", heading: "IDENTIFIER", width: .flexible(4...60),
        text: { $0.entity.identifier ?? "" }),
    ]
}

extension ListContent where Row == EntityRow {
  static var noun: (one: String, many: String) { ("entity", "entities") }
}
