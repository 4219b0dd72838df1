import Reprise

/// A patient who is being saved.
private struct SavingRow: Hashable, Sendable {
  enum Progress: Hashable, Sendable {
    case waiting
    case underWay(done: Int, of: Int)
    case saved(String)
    case failed(String)
  }

  let id: ResourceID
  let name: String
  var progress: Progress

  var words: String {
    switch progress {
    case .waiting: "waiting"
    case .underWay(let done, let total): "saving, \(done) of \(total)"
    case .saved(let when): "saved \(when)"
    case .failed(let reason): reason
    }
  }

  var mark: Mark {
    switch progress {
    case .waiting: Mark(" ", .text)
    case .underWay: Mark("◐", .busy)
    case .saved: Mark("●", .good)
    case .failed: Mark("✕", .bad)
    }
  }
}

/// Keeps a patient complete, or everybody who is kept, one after the other, and says what came of each.
///
/// To leave is to give up: who isn't whole yet keeps the old copy. What was under way when the process ended goes on after that.
@MainActor func savingScreen(
  _ id: ResourceID?, since: Int, _ viewer: Viewer
) -> any Screen {
  // A session file may say anything.
  let since = min(max(0, since), viewer.source.moment)
  return ListController(
    title: "Saving", origin: viewer.source.origin,
    columns: [
      Column(
        "name", heading: "NAME", width: .flexible(14...40), text: { (row: SavingRow) in row.name }),
      Column(
        "progress", heading: "", width: .flexible(12...100, share: 3), text: { $0.words },
        role: { $0.mark.role }),
    ],
    id: \.id.text, mark: \.mark, emptyText: "Nobody is saved.",
    back: KeyBinding(
      .escape, .left, .backspace, label: "back", help: "Go back; what isn't whole yet is given up"
    ) { $0.answer(.kept) },
    source: { load in
      guard let saved = viewer.records?.saved else { return }
      var rows = try await viewer.rows(toSave: id, since: since, saved)
      viewer.show(rows, since: since, load)
      for place in rows.indices {
        if case .saved = rows[place].progress { continue }
        var failure: (any Error)?
        do {
          let copy = try await viewer.source.client.complete(
            rows[place].id, at: viewer.source.moment
          ) { done, total in
            rows[place].progress = .underWay(done: done, of: total)
            viewer.show(rows, since: since, load)
          }
          try Task.checkCancellation()
          try await saved.keep(copy)
          rows[place].progress = .saved(copy.patient.minute(viewer.source.zone))
        } catch {
          if Task.isCancelled { throw error }
          rows[place].progress = .failed(error.reason)
          failure = error
        }
        viewer.show(rows, since: since, load, failure)
      }
    },
    open: { row, navigator in navigator.push(Route.patient(id: row.id)) })
}

extension Viewer {
  /// Those who are to be saved; who was saved since then already is done.
  fileprivate func rows(
    toSave id: ResourceID?, since: Int, _ saved: SavedPatients
  ) async throws -> [SavingRow] {
    let known = try await saved.list().patients
    let wanted = id.map { id in known.filter { $0.id == id } } ?? known
    let rows = wanted.map { patient in
      SavingRow(
        id: patient.id, name: patient.patient.title,
        progress: patient.moment >= since ? .saved(patient.minute(source.zone)) : .waiting)
    }
    guard let id, rows.isEmpty else { return rows }
    let recent = try? await records?.recent.list().first { $0.id == id }
    return [SavingRow(id: id, name: recent?.patient.title ?? "The patient", progress: .waiting)]
  }

  /// `failure` is what came of the last one of them.
  fileprivate func show(
    _ rows: [SavingRow], since: Int, _ load: Load<ListContent<SavingRow>>,
    _ failure: (any Error)? = nil
  ) {
    var done = 0
    var failed = 0
    for row in rows {
      if case .saved = row.progress { done += 1 }
      if case .failed = row.progress { failed += 1 }
    }
    let kept = failed == 0 ? "" : ", \(failed) failed: what was saved of them before is kept"
    let ages = AnswerAges()
    ages.note(since)
    load.show(
      ListContent(rows: rows, summary: "\(done) of \(rows.count) saved\(kept)"),
      from: source.provenance(ages, failure.flatMap { $0.isTransportFailure ? $0 : nil }))
  }
}

extension Error {
  /// Why, without where: a row has no room for a URL.
  fileprivate var reason: String {
    let text = Report(problem: "", self).text
    guard text.hasPrefix("http"), let place = text.firstRange(of: ": ") else { return text }
    return String(text[place.upperBound...])
  }
}

extension SavedPatient {
  /// "2026-11-20 10:12".
  func minute(_ zone: Zone) -> String { Timestamp(milliseconds: moment * 1000).minute(in: zone) }
}
