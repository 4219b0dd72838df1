import Reprise

/// Find a patient by name or identifier, as one types; the dead are found too.
@MainActor func findScreen(_ source: RecordSource) -> any Screen {
  SearchController(
    title: "Find", origin: source.origin, label: "Find", placeholder: "name or identifier",
    explanation: "Type a part of a name or of an identifier. Several words must all fit. "
      + "The dead are found too, and marked ✕.",
    columns: PatientRow.columns.filter { $0.id != "id" }, id: PatientRow.id, mark: PatientRow.mark,
    noun: ("patient", "patients"),
    emptyText: "Nobody is found. Try fewer letters, or another spelling.",
    source: { text, request in
      try await source.page { client in
        try await client.patients(matching: text, start: request.start, limit: request.count)
      } row: {
        PatientRow($0)
      }
    },
    open: { row, navigator in navigator.push(Route.patient(id: row.id)) })
}

extension RecordSource {
  /// A page of a server's list as rows.
  @MainActor func page<Element, Row>(
    _ ask: @MainActor (OpenMRSClient) async throws -> ResultPage<Element>, row: (Element) -> Row
  ) async throws -> ListPage<Row> {
    // Page upon page would stay in memory.
    let (page, provenance) = try await withoutKeeping.read(ask)
    return ListPage(
      rows: page.elements.map(row), count: page.count, total: page.total, hasMore: page.hasMore,
      note: page.skippedSummary, from: provenance)
  }
}
