import Reprise

@MainActor func machinesScreen(
  _ systemID: ResourceID, _ appliance: Appliance, _ viewer: Viewer
) -> any Screen {
  let origin = appliance.origin
  return ListController(
    title: "Virtual machines",
    provenance: appliance.provenance,
    columns: MachineRow.columns,
    id: \.id.text,
    areContentsEqual: { $0.raw.areContentsEqual(as: $1.raw) },
    mark: \.statusClass.mark,
    sort: ListSort("name"),
    emptyText: "No virtual machines.",
    refreshInterval: viewer.refreshInterval(origin),
    actions: [
      RowAction("y", label: "raw", help: "Show the raw answer") { row, navigator in
        navigator.push(Route.machineAnswer(id: row.id, in: systemID, of: origin))
      }
    ],
    searchText: \.searchText,
    loss: .deleted,
    exports: ListExports(
      directory: viewer.directory, fileName: "virtual-machines",
      formats: [.csvForExcel(), .csv(), .json(\.raw)]),
    source: { load in
      try await viewer.detail(systemID, appliance, load, moreFollows: \.awaitsMachines) {
        // The cache has no machines if this user may not see them. A restored list is then shown
        // without them.
        $0.awaitsMachines && !$0.isRecalled ? nil : ListContent($0, appliance.statuses)
      }
    },
    open: { row, navigator in
      navigator.push(Route.machine(id: row.id, in: systemID, of: origin))
    })
}
