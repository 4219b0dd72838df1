import Reprise

/// Find a patient by name or identifier, as one types; the dead are found too.
///
/// Those who are saved come first, and are all that is found while the server can't be asked. In a recording those whose record is there
/// are found by other texts too than it was recorded with.
@MainActor func findScreen(
  _ source: RecordSource, _ records: KeptRecords? = nil, _ recorded: RecordedPatients? = nil
) -> any Screen {
  let saved = Column<PatientRow>(
    "saved", heading: "SAVED", width: .fixed(10), text: { $0.saved ?? "" })
  return SearchController(
    title: "Find", origin: source.origin, label: "Find", placeholder: "name or identifier",
    explanation: "Type a part of a name or of an identifier. Several words must all fit. "
      + "The dead are found too, and marked ✕.",
    columns: PatientRow.columns.filter { $0.id != "id" } + (records == nil ? [] : [saved]),
    id: PatientRow.id, mark: PatientRow.mark, noun: ("patient", "patients"),
    emptyText: "Nobody is found. Try fewer letters, or another spelling.",
    actions: records == nil
      ? []
      : [
        RowAction(.control("o"), label: "save", help: "Keep the patient's whole record here") {
          $1.push(Route.saving(patient: $0.id, since: source.moment))
        }
      ],
    source: { text, request in
      let kept = request.start == 0 ? await records?.rows(matching: text, source.zone) ?? [] : []
      do {
        let page = try await source.page { client in
          try await client.patients(matching: text, start: request.start, limit: request.count)
        } row: {
          PatientRow($0)
        }
        return page.putting(kept)
      } catch OpenMRSProblem.notRecorded where recorded != nil && request.start == 0 {
        let known = try await recorded?.list().patients ?? []
        return ListPage(
          rows: known.filter { $0.matches(text) }.map { PatientRow($0.patient) }, hasMore: false,
          note: "This search wasn't recorded; only recorded patients are searched.",
          from: source.provenance(AnswerAges()))
      } catch let error where error.isTransportFailure && records != nil && request.start == 0 {
        return ListPage(
          rows: kept, hasMore: false,
          note: "The server can't be asked: only saved patients are searched.",
          from: source.provenance(AnswerAges(), isCurrent: false, error))
      }
    },
    open: { row, navigator in navigator.push(Route.patient(id: row.id)) })
}

extension KeptRecords {
  /// The saved patients whom a text fits.
  fileprivate func rows(matching text: String, _ zone: Zone) async -> [PatientRow] {
    // The search at the server goes on without them; their own list says what is wrong.
    let all = (try? await saved.list().patients) ?? []
    return all.filter { $0.matches(text) }.map { saved in
      var row = PatientRow(saved.patient)
      row.saved = Timestamp(milliseconds: saved.moment * 1000).date(in: zone)
      return row
    }
  }
}

extension ListPage<PatientRow> {
  /// The same with others in front; of two that are the same patient the list shows the first.
  fileprivate func putting(_ others: [PatientRow]) -> ListPage {
    ListPage(
      rows: others + rows, count: count, total: total, hasMore: hasMore, note: note,
      from: provenance)
  }
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
