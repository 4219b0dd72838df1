import Reprise

/// The list of virtual systems.
@MainActor func systemsScreen(_ source: VirtualSystemSource, _ zone: Zone) -> any Screen {
  ListController(
    title: "Virtual systems",
    origin: "UNPLUGGED \(source.name)",
    columns: SystemRow.columns,
    id: SystemRow.id,
    mark: { Mark(String($0.statusClass.mark), $0.statusClass.role) },
    sort: ListSort("name"),
    emptyText: "There are no virtual systems here.",
    actions: [
      RowAction("y", label: "raw", help: "Show the raw answer") { row, navigator in
        navigator.push(Route.answer(id: row.id, of: .unplugged))
      }
    ],
    source: { $0.show(ListContent(try await source.list($0.freshness == .fresh), source, zone)) },
    open: { row, navigator in navigator.push(Route.system(id: row.id, of: .unplugged)) })
}
