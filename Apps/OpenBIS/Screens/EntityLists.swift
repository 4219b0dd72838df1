import Accounts
import Reprise

/// `groupColumnID` is the column whose text heads each group; `named` returns the name in the top
/// line. The details of `parent` can be opened even if the list can't be loaded.
@MainActor func entitySplit(
  _ viewer: Viewer, emptyText: String,
  groupedBy groupColumnID: String? = nil, named: @escaping @MainActor () -> String?,
  parent: ResourceID? = nil,
  bindings: @autoclosure @escaping @MainActor () -> [KeyBinding] = [],
  source: @escaping @MainActor (Load<ListContent<EntityRow>>) async throws -> Void
) -> SplitController<EntityRow> {
  SplitController(
    list: ListController(
      title: "", columns: EntityRow.columns, id: \.id,
      options: {
        $0.provenance = viewer.reader.origin
        $0.areContentsEqual = { !$1.hasChanged(since: $0) }
        $0.mark = \.mark
        $0.groupColumnID = groupColumnID
        $0.emptyText = emptyText
        $0.refreshInterval = { viewer.listInterval }
        $0.bindings =
          [
            .search,
            KeyBinding("t", label: "tree", help: "Show all levels as a tree") {
              $0.push(Route.tree)
            },
          ]
          + [parent].compactMap(\.self).map { id in
            KeyBinding("d", label: "details", help: "Go to its details") {
              $0.push(Route.entity(id: id))
            }
          }
        $0.actions = [
          RowAction("d", label: "details", help: "Go to the selected entity's details") {
            $1.showDetails()
          }
        ]
        $0.searchText = \.searchText
        $0.footerWhenTruncated = \.footer
        $0.exports = viewer.exports { $0 }
      },
      source: source,
      open: { row, navigator in
        guard row.leadsBelow else { return navigator.showDetails() }
        viewer.note(row.entity)
        navigator.push(Route.family(of: row.entity.id))
      }),
    title: named, bindings: bindings()
  ) { id in
    // The user may move through the list quickly, so the request waits until the selection rests.
    entityDetails(ResourceID(id), viewer, isDebounced: true)
  }
}

extension KeyBinding {
  @MainActor static var search: KeyBinding {
    KeyBinding("f", label: "search", help: "Search on the server") { $0.push(Route.search) }
  }
}

extension Viewer {
  /// In seconds; `nil` for the demo data.
  var listInterval: Int? {
    reader.usesServer ? max(SyncState.minimumInterval, reader.client.source.refreshInterval) : nil
  }

  func exports<Row: Sendable>(
    _ row: @escaping @Sendable (Row) -> EntityRow
  ) -> ListExports<Row> {
    let columns = EntityRow.csvColumns.map { column in
      Column<Row>(
        column.id, heading: column.heading, width: column.width, text: { column.text(row($0)) })
    }
    return ListExports(
      directory: directory, fileName: "entities",
      formats: [.csvForExcel(columns), .csv(columns), .json { row($0).entity.rawJSON }])
  }
}

@MainActor func navigationScreen(_ viewer: Viewer) -> any Screen {
  entitySplit(
    viewer, emptyText: "Nothing here is visible to this user.",
    groupedBy: "category", named: { viewer.modeText }, bindings: viewer.syncBindings,
    source: { load in
      try await viewer.reader.show(load) { client in
        // A running sync requests the categories itself.
        let isRequestedBySync = viewer.syncing.isUnderWay && load.loadReason != .userRefresh
        let stored = isRequestedBySync ? try await client.storedRoot() : nil
        let root = if let stored { stored } else { try await client.root() }
        if client.policy == .server { viewer.syncIfDue(root, load) }
        let notes = [root.note, root.unreadableCount.unreadableRowsText].compactMap(\.self)
        var content = ListContent(
          rows: root.entities.map { EntityRow($0) }, noun: ListContent<EntityRow>.noun,
          note: notes.isEmpty ? nil : notes.joined(separator: " "))
        content.unreadableCount = root.unreadableCount
        return content
      }
    })
}

extension Viewer {
  fileprivate var modeText: String? {
    reader.client.source.mode == .general ? "Spaces (V3, no service)" : nil
  }

  fileprivate var syncBindings: [KeyBinding] {
    guard reader.usesServer else { return [] }
    let sync = KeyBinding("R", help: "Sync all entities, not only what has changed") { navigator in
      self.syncing.wantsEverything = true
      navigator.refresh()
    }
    guard server != nil else { return [sync] }
    return [sync, KeyBinding("o", help: "Log out") { $0.push(Route.logOut) }]
  }
}

@MainActor func familyScreen(of id: ResourceID, _ viewer: Viewer) -> any Screen {
  entitySplit(
    viewer, emptyText: "There is nothing here.", named: { viewer.title(of: id) }, parent: id,
    source: { load in
      try await viewer.reader.show(load) { client in
        try await viewer.resumeSync(client, load)
        let family = try await client.family(of: id)
        viewer.note(family.parent)
        if client.policy == .cacheOnly, family.undescribed > 0 {
          // The server describes the others next; they aren't marked as new then.
          load.show(
            ListContent(family), from: viewer.reader.provenance(client.ages, isCached: true),
            moreFollows: true)
          client.ages.noteMissing()
        }
        return ListContent(family)
      }
    })
}

extension ListContent where Row == EntityRow {
  fileprivate init(_ family: EntityFamily) {
    let summary = family.children.count.counted(Self.noun) + " below"
    let undescribed =
      family.undescribed == 0
      ? nil
      : "\(family.undescribed.grouped) more \(family.undescribed == 1 ? "is" : "are") named "
        + "here, but the instance doesn't describe them."
    let notes = [family.unreadableCount.unreadableRowsText, undescribed].compactMap(\.self)
    let note = notes.isEmpty ? nil : notes.joined(separator: " ")
    if let rows = PackedRows(family) {
      self.init(source: rows, noun: Self.noun, summary: summary, note: note)
    } else {
      self.init(
        rows: [EntityRow(family.parent, isParent: true)] + family.children.map { EntityRow($0) },
        summary: summary, note: note)
    }
    unreadableCount = family.unreadableCount
  }
}

/// The rows of a long list, created when they are drawn: the parent, then its packed children.
private struct PackedRows: RowSource {
  /// The number of entities above which a list creates its rows when they are drawn.
  private static let many = 2_000

  private let parent: EntityRow
  private let parentTexts: [String]
  private let children: EntityList
  private let entities: PackedEntities
  private let numbers: [UInt32]

  init?(_ family: EntityFamily) {
    guard let (entities, numbers) = family.children.packed, numbers.count > Self.many else {
      return nil
    }
    self.entities = entities
    self.numbers = numbers
    children = family.children
    let parent = EntityRow(family.parent, isParent: true)
    self.parent = parent
    parentTexts = [parent.summary, parent.searchText] + EntityRow.columns.map { $0.text(parent) }
  }

  var count: Int { numbers.count + 1 }

  func row(at index: Int) -> EntityRow {
    index == 0 ? parent : EntityRow(children[index - 1])
  }

  func id(at index: Int) -> String {
    index == 0 ? parent.id : children.id(at: index - 1).text
  }

  func index(of id: String) -> Int? {
    if id == parent.id { return 0 }
    return entities.number(of: ResourceID(id)).flatMap { numbers.sortedIndex(of: UInt32($0)) }
      .map { $0 + 1 }
  }

  func indices(matching query: FilterQuery) -> [Int]? {
    let found = numbers.indices.filter { index in
      query.includes { entities.contains($0, Int(numbers[index])) }
    }
    let isParentFound = query.includes { part in parentTexts.contains { part.matches($0) } }
    return (isParentFound ? [0] : []) + found.map { $0 + 1 }
  }

  func fingerprint(at index: Int) -> Int? {
    index == 0 ? parentTexts.hashValue : entities.fingerprint(Int(numbers[index - 1]))
  }
}
