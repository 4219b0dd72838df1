import Reprise

extension Command {
  static let list = listing(
    "list",
    .oneAtMost(
      "[ID]", takes: "one id",
      advice: "Quote an id with blanks: openbis list 'P08908 (5HT_TARGET)'."),
    help: "print the entities of the first level, or those below one", json: ownKeys
  ) { id, arguments in
    let source = try await CommandSource.opened(arguments)
    guard let id else {
      let (root, footer) = try await source.asking { try await $0.root() }
      return try rows(root.entities, unreadable: root.unreadableCount, notes: [footer])
    }
    let (family, footer) = try await source.finding(id) { try await $0.family(of: $1) }
    return try rows(
      family.children, unreadable: family.unreadableCount,
      notes: [
        family.undescribed == 0
          ? nil : "\(family.undescribed.grouped) more are named, but not described.", footer,
      ])
  }

  static let show = showing(
    "show", .one("ID", needs: "the id of one entity", advice: "“openbis list” shows them."),
    help: "print one entity in full", json: ownKeys
  ) { id, arguments in
    let source = try await CommandSource.opened(arguments)
    let ((entity, children), footer) = try await source.finding(id) { client, id in
      let entity = try await client.detail(of: id)
      return (entity, await client.allChildren(of: entity))
    }
    // The note already says that a stored entity may be outdated.
    let exitCode: ExitCode = entity.lastSeen == nil ? .success : .data
    return Shown(json: entity.answer, note: footer, exitCode: exitCode) {
      Detail(entity, children)
    }
  }

  static let search = listing(
    "search",
    .text(
      "TEXT", needs: "a text of \(EntitySearch.minimumLength) characters and more",
      advice: "For example: openbis search binding --unplugged.",
      isEnough: { EntitySearch($0).isLongEnough }),
    help: "print what the server finds", json: ownKeys
  ) { text, arguments in
    let search = EntitySearch(text)
    let source = try await CommandSource.opened(arguments)
    let (found, footer) = try await source.asking { try await $0.search(search) }
    return try rows(
      found, unreadable: found.unreadableCount,
      notes: [found.isEmpty ? "Nothing matches \(search.sent)." : found.leftOutWords, footer],
      places: found.places)
  }

  private static let ownKeys = "as JSON, with the instance's own keys"

  private static func rows(
    _ entities: some Sequence<Entity>, unreadable: Int, notes: [String?],
    places: [ResourceID: String] = [:]
  ) throws -> Rows<EntityRow> {
    // Entities retained from earlier responses don't belong in the output.
    let answered = entities.filter { $0.lastSeen == nil }
    let shown = answered.map { EntityRow($0, foundIn: places[$0.id]) }
    let table = try Table(shown, columns: EntityRow.printed, id: \.id)
    let unread =
      unreadable == 0
      ? nil : "\(unreadable.counted(("row", "rows"))) of the answer can't be read, and left out."
    let note = ([unread] + notes).compactMap(\.self).joined(separator: "\n")
    return Rows(
      table, csv: EntityRow.csvColumns, note: note.isEmpty ? nil : note,
      exitCode: unreadable == 0 ? .success : .data,
      json: table.arranged.map(\.entity.answer))
  }
}
