import Reprise

/// A list of entities, with the details of the selected one beside it or in its place.
///
/// - Parameters:
///   - viewer: The run.
///   - emptyText: The sentence shown where there are no entities.
///   - groupColumnID: The id of the column whose text heads a group of entities; nil for a list without groups.
///   - named: Returns the name in the top line; nil for none.
///   - bindings: Keys of this list's own; made anew whenever the keys are asked for.
///   - source: Shows the entities.
@MainActor func entitySplit(
  _ viewer: Viewer, emptyText: String,
  groupedBy groupColumnID: String? = nil, named: @escaping @MainActor () -> String?,
  bindings: @autoclosure @escaping @MainActor () -> [KeyBinding] = [],
  source: @escaping @MainActor (Load<ListContent<EntityRow>>) async throws -> Void
) -> SplitController<EntityRow> {
  SplitController(
    list: ListController(
      title: "", provenance: viewer.reader.origin, columns: EntityRow.columns,
      id: \.id, isSame: { !$1.isNews(after: $0) }, mark: \.mark, groupedBy: groupColumnID,
      emptyText: emptyText,
      bindings: [
        KeyBinding("f", label: "search", help: "Search on the server") {
          $0.push(Route.search)
        },
        KeyBinding("t", label: "tree", help: "Show all levels as a tree") { $0.push(Route.tree) },
      ],
      actions: [
        RowAction("d", label: "details", help: "Go to the selected entity's details") {
          $1.showDetails()
        }
      ],
      searched: \.searched, remarkWhereCut: \.remark,
      exports: ListExports(
        folder: viewer.folder, fileName: "entities",
        formats: [
          .csvForExcel(EntityRow.csvColumns), .csv(EntityRow.csvColumns), .json(\.entity.answer),
        ]), source: source,
      open: { row, navigator in
        guard row.leadsBelow else { return navigator.showDetails() }
        viewer.note(row.entity)
        navigator.push(Route.family(of: row.entity.id))
      }),
    title: named, bindings: bindings()
  ) { id in
    // The list may be walked through quickly: the server is asked for what the person stays at.
    entityDetails(ResourceID(id), viewer, isPassedBy: true)
  }
}
