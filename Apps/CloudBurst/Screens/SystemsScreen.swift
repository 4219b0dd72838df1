import Reprise

@MainActor func systemsScreen(
  _ appliance: Appliance, _ viewer: Viewer, _ request: ListRequest
) -> any Screen {
  let origin = appliance.origin
  return ListController(
    title: "Virtual systems",
    provenance: appliance.provenance,
    columns: SystemRow.columns,
    id: \.id.text,
    areContentsEqual: { $0.raw.areContentsEqual(as: $1.raw) },
    mark: \.statusClass.mark,
    sort: ListSort("name"),
    emptyText: "No virtual systems.",
    refreshInterval: viewer.refreshInterval(origin),
    isHome: true,
    bindings: [
      KeyBinding("S", label: "servers", help: "Open another server's list") { navigator in
        navigator.push(Route.servers(above: origin))
      },
      KeyBinding("y", help: "Show the raw answer") { navigator in
        navigator.push(Route.listAnswer(of: origin))
      },
    ],
    actions: [
      RowAction("y", label: "raw", help: "Show the raw answer") { row, navigator in
        // If the last response couldn't be read, the user wants to see that one, not the older row.
        navigator.push(
          appliance.unreadableList == nil
            ? Route.answer(id: row.id, of: origin) : Route.listAnswer(of: origin))
      }
    ],
    searchText: \.searchText,
    loss: .deleted,
    answered: { answer, navigator in
      guard answer.question == Viewer.openQuestion, let chosen = Origin(text: answer.choiceID)
      else { return }
      // The list's cache was just updated by loading it on the start screen.
      guard chosen != origin else { return navigator.refresh() }
      navigator.pop()
      navigator.push(Route.systems(of: chosen))
    },
    exports: ListExports(
      directory: viewer.directory, fileName: "virtual-systems",
      formats: [.csvForExcel(), .csv(), .json(\.raw)]),
    request: request,
    source: { load in
      do {
        try await appliance.list(load.loadReason, say: load.say) { list, names, provenance in
          if provenance.isCurrent { viewer.note(origin) }
          load.show(
            ListContent(
              list, names, appliance.statuses, viewer.zone, beside: viewer.recentProblem),
            from: provenance)
        }
      } catch {
        throw viewer.recoverable(error, origin)
      }
    },
    open: { row, navigator in navigator.push(Route.system(id: row.id, of: origin)) })
}
