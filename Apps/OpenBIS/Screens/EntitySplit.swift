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
