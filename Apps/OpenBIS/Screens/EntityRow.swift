import Reprise

/// An entity as lists show one.
struct EntityRow: Hashable, Sendable {
  let entity: Entity
  /// True in the list of the entities below this one, which it heads.
  let isParent: Bool
  /// The place at which a search found it, if no other column shows it; nil for all other rows.
  let place: String?

  init(_ entity: Entity, isParent: Bool = false, foundIn place: String? = nil) {
    self.entity = entity
    self.isParent = isParent
    self.place = place
  }

  /// True if Enter leads to the entities below. The head of their list leads to its own details: so nobody goes in circles there.
  var leadsBelow: Bool { !isParent && entity.hasChildren }

  /// The summary on one line.
  var summary: String {
    let summary = entity.summary ?? ""
    // Most have one line, and every row is asked for its text.
    guard summary.utf8.contains(where: { !(0x20..<0x7F).contains($0) }) else { return summary }
    return summary.split(whereSeparator: \.isNewline).joined(separator: " · ")
  }

  /// The place at which a search found the entity, and the summary.
  private var words: String {
    [place ?? "", summary].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// The number of entities below; empty for none, and until the server has told it.
  private var count: String {
    entity.countBelow.flatMap { $0 > 0 ? $0.grouped : nil } ?? ""
  }

  /// The word for an entity that isn't at its place any more, or the day on which one was last
  /// seen that may be among the rows that can't be read; empty for all others.
  var state: String {
    if entity.isDeleted { return "deleted" }
    if entity.isMissing { return "missing" }
    // The month and the day have room; the details say the minute.
    return entity.lastSeen.map { String(Timestamp(seconds: $0).date(in: .local).suffix(5)) } ?? ""
  }

  var id: String { entity.id.text }

  /// The sign in front of the row: ▼ the head of the list, › more below, ✕ deleted, ? missing, ~ as
  /// last seen.
  var mark: Mark {
    if entity.isDeleted { return Mark("✕", .bad) }
    if entity.isMissing { return Mark("?", .unknown) }
    if entity.lastSeen != nil { return .lastSeen }
    if isParent { return Mark("▼", .secondary) }
    return entity.hasChildren ? Mark("›", .accent) : Mark(" ", .text)
  }

  /// Returns whether this row says something else than an earlier one of the same entity. Something
  /// that the earlier one didn't know is no news: nothing has changed at the server.
  func isNews(after earlier: EntityRow) -> Bool {
    func differs<Value: Equatable>(_ before: Value?, _ now: Value?) -> Bool {
      before != nil && before != now
    }
    let (before, now) = (earlier.entity, entity)
    return before.isDeleted != now.isDeleted || before.isMissing != now.isMissing
      || before.title != now.title
      || differs(before.summary, now.summary) || differs(before.category, now.category)
      || differs(before.children, now.children)
  }

  /// The text that the filter searches besides the columns.
  var searchText: String {
    guard let identifier = entity.identifier else { return id }
    return id + "\n" + identifier
  }

  /// The category, the number below and the state, for a screen that has no room for their columns.
  var footer: String {
    [entity.category ?? "", count.isEmpty ? "" : "\(count) below", state]
      .filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// The columns for a person at a command: with the permanent id, by which the entity is shown.
  static let printed =
    [csvColumns[0]] + columns + [csvColumns[csvColumns.count - 1]]

  static let columns: [Column<EntityRow>] = [
    Column(
      "name", heading: "NAME", width: .flexible(12...48, ideal: 18), text: { $0.entity.title }),
    Column(
      "summary", heading: "SUMMARY", width: .flexible(16...160, ideal: 26, share: 4),
      hidesIfEmpty: true, text: { $0.words }),
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

  /// The columns for scripts: with the permanent id, the identifier as far as it is known, and the
  /// place at which a search found the entity.
  static let csvColumns =
    [
      Column<EntityRow>(
        "id", heading: "ID", width: .flexible(4...60), text: { $0.entity.id.text })
    ]
    + columns.map { column in
      column.id == "summary"
        ? Column("summary", heading: "SUMMARY", width: column.width, text: { $0.summary }) : column
    } + [
      Column("place", heading: "FOUND IN", width: .flexible(4...60), text: { $0.place ?? "" }),
      Column(
        "identifier", heading: "IDENTIFIER", width: .flexible(4...60),
        text: { $0.entity.identifier ?? "" }),
    ]
}

extension ListContent where Row == EntityRow {
  /// The noun of entities.
  static var noun: (one: String, many: String) { ("entity", "entities") }
}
