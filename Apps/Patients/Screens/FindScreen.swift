import Accounts
import Reprise

/// Saved patients come first, with the most recent data, and are the only matches if the server
/// can't be reached. In a recording, search texts that weren't recorded find the patients whose
/// records it contains.
@MainActor func findScreen(
  _ source: RecordSource, _ records: OfflineRecords<Patient>? = nil,
  _ recorded: RecordedPatients? = nil
) -> any Screen {
  let saved = Column<PatientRow>(
    "saved", heading: "SAVED", width: .fixed(10), text: { $0.saved ?? "" })
  return SearchController(
    title: "Find",
    field: SearchField(
      label: "Find", placeholder: "name or identifier",
      explanation: "Type a part of a name or of an identifier. All words must match. "
        + "Deceased patients are found too, and marked ✕."),
    columns: PatientRow.foundColumns + (records == nil ? [] : [saved]),
    id: \.id.text, noun: ("patient", "patients"),
    options: {
      $0.emptyText = "No patient found. Try fewer letters, or another spelling."
      $0.provenance = source.origin
      $0.mark = \.mark
      if records != nil {
        $0.actions = [
          RowAction(.control("o"), label: "save", help: "Save the whole record for offline use") {
            $1.push(Route.saving(patient: $0.id, since: source.timestamp))
          }
        ]
      }
      $0.footerWhenTruncated = \.footer
    },
    source: { text, _ in
      let found = source.pages { client, request in
        try ListPage(
          try await client.patients(matching: text, start: request.start, limit: request.count),
          source.zone, emptyNote: text.count == 1 ? oneLetter : nil,
          cappedNote: "1,000 or more patients; type more letters."
        ) {
          PatientRow($0, on: source.today, matching: text)
        }
      }
      if let recorded {
        return found.orElse(recorded, matching: text, on: source.today) {
          source.provenance(ResponseAges())
        }
      }
      guard let records else { return found }
      return found.putting {
        await records.rows(matching: text, source)
      } offlineProvenance: {
        source.provenance($0, isCached: true, $1)
      }
    },
    open: { row, navigator in navigator.push(Route.patient(id: row.id)) })
}

/// The hint for a search by one letter: servers require `minSearchCharacters`, by default 2.
let oneLetter = "No patient found. Most servers need two letters."

private struct SavedMatch {
  let row: PatientRow
  let timestamp: Int
}

extension OfflineRecords<Patient> {
  fileprivate func rows(
    matching text: String, _ source: RecordSource
  ) async -> (matches: [SavedMatch], ages: ResponseAges) {
    // The server's results are shown without them; the list of saved patients reports the error.
    let all = (try? await saved.list().entries) ?? []
    let ages = ResponseAges()
    let matches = all.filter { $0.matches(text) }.map { saved in
      ages.note(saved.timestamp)
      var row = PatientRow(saved.subject, on: source.today, matching: text)
      row.saved = Timestamp(seconds: saved.timestamp).date(in: source.zone)
      // A copy from the future was saved before the clock was set back: any response is newer.
      let isKnown = saved.timestamp <= source.timestamp
      return SavedMatch(row: row, timestamp: isKnown ? saved.timestamp : .min)
    }
    return (matches, ages)
  }
}

extension PageSource<PatientRow> {
  fileprivate func putting(
    _ saved: @escaping @MainActor () async -> (matches: [SavedMatch], ages: ResponseAges),
    offlineProvenance: @escaping @MainActor (ResponseAges, any Error) -> Provenance
  ) -> PageSource {
    PageSource { request in
      guard request.start == 0 else { return try await fetch(request) }
      let (matches, ages) = await saved()
      do {
        return try await fetch(request).putting(matches)
      } catch let error where error.hasNoResponse {
        let rows = matches.map(\.row)
        return ListPage(
          rows: rows, hasMore: false,
          note: rows.isEmpty
            ? "No answer from the server; no saved patient matches."
            : "No answer from the server: searching saved patients only.",
          from: offlineProvenance(ages, error), failure: error)
      }
    } cached: { request in
      guard request.start == 0 else { return await cached(request) }
      let matches = await saved().matches
      if let known = await cached(request) { return known.putting(matches) }
      return matches.isEmpty
        ? nil
        : ListPage(
          rows: matches.map(\.row), hasMore: false, note: "Saved patients; searching the server…")
    }
  }
}

extension ListPage<PatientRow> {
  /// A patient who is in both is shown with the newer data, so that a copy never hides a death that
  /// was reported later.
  fileprivate func putting(_ saved: [SavedMatch]) -> ListPage {
    let rowsByID = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
    let front = saved.map { match in
      guard let timestamp = provenance?.timestamp, timestamp >= match.timestamp else {
        return match.row
      }
      guard var row = rowsByID[match.row.id] else { return match.row.onlySaved }
      row.saved = match.row.saved
      return row
    }
    let ids = Set(front.map(\.id))
    let onlySavedCount = front.count(where: \.isOnlySaved)
    // The rest of a long list isn't loaded yet, and may contain the patient.
    let reason = hasMore ? "not among the server's first matches" : "not found by the server"
    let notes = [onlySavedCount == 0 ? nil : "\(onlySavedCount) as saved: \(reason).", note]
      .compactMap(\.self)
    return putting(
      front + rows.filter { !ids.contains($0.id) },
      total: hasMore ? total : total.map { $0 + onlySavedCount },
      note: notes.isEmpty ? nil : notes.joined(separator: " "))
  }

  private func putting(_ rows: [PatientRow], total: Int?, note: String?) -> ListPage {
    var page = ListPage(
      rows: rows, count: count, total: total, hasMore: hasMore, note: note, from: provenance,
      failure: failure)
    page.unreadableCount = unreadableCount
    page.lastSeenIDs = lastSeenIDs
    return page
  }
}
