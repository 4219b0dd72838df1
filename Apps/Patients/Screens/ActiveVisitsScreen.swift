import Reprise

/// The patients with an active visit. Enter opens the patient.
@MainActor func activeVisitsScreen(_ source: RecordSource) -> any Screen {
  PagedListController(
    title: "Active visits", provenance: source.origin, columns: VisitRow.activeColumns,
    id: \.id.text, mark: \.personMark, noun: ("active visit", "active visits"),
    emptyText: "No active visits.", footerWhenTruncated: \.footer,
    source: source.pages { client, request in
      try ListPage(
        try await client.activeVisits(start: request.start, limit: request.count), source.zone
      ) {
        VisitRow($0, source.zone, at: source.now())
      }
    },
    open: { row, navigator in
      guard let patient = row.patientID else {
        return navigator.notify("The server doesn't name this visit's patient.")
      }
      navigator.push(Route.patient(id: patient))
    })
}
