import Reprise

/// A search for a patient by name or identifier, as one types; the dead are found too.
///
/// Saved patients come first, with what was heard of them last, and are the only matches while the server can't be asked. In a recording,
/// patients whose record is there match other texts too than those that were recorded.
@MainActor func findScreen(
  _ source: RecordSource, _ records: OfflineRecords<Patient>? = nil,
  _ recorded: RecordedPatients? = nil
) -> any Screen {
  let saved = Column<PatientRow>(
    "saved", heading: "SAVED", width: .fixed(10), text: { $0.saved ?? "" })
  return SearchController(
    title: "Find", provenance: source.origin, label: "Find", placeholder: "name or identifier",
    explanation: "Type a part of a name or of an identifier. Several words must all fit. "
      + "The dead are found too, and marked ✕.",
    columns: PatientRow.foundColumns + (records == nil ? [] : [saved]),
    id: \.id.text, mark: \.mark, noun: ("patient", "patients"),
    emptyText: "No patient found. Try fewer letters, or another spelling.",
    actions: records == nil
      ? []
      : [
        RowAction(.control("o"), label: "save", help: "Save the whole record for offline use") {
          $1.push(Route.saving(patient: $0.id, since: source.timestamp))
        }
      ],
    footerWhenTruncated: \.footer,
    source: { text in
      let found = source.pages { client, request in
        try ListPage(
          try await client.patients(matching: text, start: request.start, limit: request.count),
          source.zone, emptyNote: text.count == 1 ? oneLetter : nil
        ) {
          PatientRow($0, on: source.today, matching: text)
        }
      }.sayingWhereCountsEnd
      if let recorded {
        return found.orElse(recorded, matching: text, on: source.today) {
          source.provenance(ResponseAges())
        }
      }
      guard let records else { return found }
      return found.putting {
        await records.rows(matching: text, source)
      } unasked: {
        source.provenance($0, isKept: true, $1)
      }
    },
    open: { row, navigator in navigator.push(Route.patient(id: row.id)) })
}

/// The explanation why an existing patient may not be found (`minSearchCharacters`, 2 unless an administrator says otherwise).
let oneLetter = "No patient found. Most servers want two letters."

/// A saved patient who matches a text, and the moment of the copy.
private struct SavedMatch {
  let row: PatientRow
  let timestamp: Int
}

extension OfflineRecords<Patient> {
  /// Returns the saved patients who match a text, and the ages of their copies.
  fileprivate func rows(
    matching text: String, _ source: RecordSource
  ) async -> (matches: [SavedMatch], ages: ResponseAges) {
    // The search at the server goes on without them; their own list says what is wrong.
    let all = (try? await saved.list().entries) ?? []
    let ages = ResponseAges()
    let matches = all.filter { $0.matches(text) }.map { saved in
      ages.note(saved.timestamp)
      var row = PatientRow(saved.subject, on: source.today, matching: text)
      row.saved = Timestamp(seconds: saved.timestamp).date(in: source.zone)
      return SavedMatch(row: row, timestamp: saved.timestamp)
    }
    return (matches, ages)
  }
}

extension PageSource<PatientRow> {
  /// Returns this source with saved patients in front, who are there at once.
  fileprivate func putting(
    _ saved: @escaping @MainActor () async -> (matches: [SavedMatch], ages: ResponseAges),
    unasked: @escaping @MainActor (ResponseAges, any Error) -> Provenance
  ) -> PageSource {
    PageSource { request in
      guard request.start == 0 else { return try await ask(request) }
      let (matches, ages) = await saved()
      do {
        return try await ask(request).putting(matches)
      } catch let error where error.hasNoResponse {
        let rows = matches.map(\.row)
        return ListPage(
          rows: rows, hasMore: false,
          note: rows.isEmpty
            ? "No answer from the server; no saved patient matches."
            : "No answer from the server: searching saved patients only.",
          from: unasked(ages, error), failure: error)
      }
    } known: { request in
      guard request.start == 0 else { return await known(request) }
      let matches = await saved().matches
      if let known = await known(request) { return known.putting(matches) }
      return matches.isEmpty
        ? nil
        : ListPage(
          rows: matches.map(\.row), hasMore: false, note: "Saved patients; searching the server…")
    }
  }
}

extension PageSource<PatientRow> {
  /// The source, in which the highest count there is isn't taken for a count.
  fileprivate var sayingWhereCountsEnd: PageSource {
    PageSource {
      try await ask($0).sayingWhereCountsEnd
    } known: {
      await known($0)?.sayingWhereCountsEnd
    }
  }
}

extension ListPage<PatientRow> {
  fileprivate var sayingWhereCountsEnd: ListPage {
    guard total == RawPage.highestTotal else { return self }
    return putting(
      rows, total: nil, note: note ?? "1,000 or more patients; type more letters.")
  }

  /// Returns this page with saved patients in front. Of two that are the same patient it has the one heard last: a copy never hides a death
  /// that the server told after the copy was made.
  fileprivate func putting(_ saved: [SavedMatch]) -> ListPage {
    let answered = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
    let front = saved.map { match in
      guard let timestamp = provenance?.timestamp, timestamp >= match.timestamp else {
        return match.row
      }
      guard var row = answered[match.row.id] else { return match.row.onlySaved }
      row.saved = match.row.saved
      return row
    }
    let ids = Set(front.map(\.id))
    let unheard = front.count(where: \.isOnlySaved)
    // The rest of a long list isn't there yet, so nobody is said not to be in it.
    let reason = hasMore ? "not among the server's first matches" : "not found by the server"
    let notes = [unheard == 0 ? nil : "\(unheard) as saved: \(reason).", note]
      .compactMap(\.self)
    return putting(
      front + rows.filter { !ids.contains($0.id) },
      total: hasMore ? total : total.map { $0 + unheard },
      note: notes.isEmpty ? nil : notes.joined(separator: " "))
  }

  /// Returns this page with other rows.
  private func putting(_ rows: [PatientRow], total: Int?, note: String?) -> ListPage {
    var page = ListPage(
      rows: rows, count: count, total: total, hasMore: hasMore, note: note, from: provenance,
      failure: failure)
    page.unreadableCount = unreadableCount
    page.lastSeenIDs = lastSeenIDs
    return page
  }
}
