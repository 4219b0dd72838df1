import Reprise

/// A patient who is being saved.
private struct SavingRow: Hashable, Sendable {
  enum Progress: Hashable, Sendable {
    case waiting
    case underWay(done: Int, of: Int)
    /// The copy was saved; `gaps` are the parts that it is without, or has from an earlier one.
    case saved(String, gaps: String)
    case failed(String)
  }

  let id: ResourceID
  var name: String
  /// The identifier: two patients may have the same name.
  var identifier: String
  /// The moment of the saved copy; nil if there is none.
  var kept: String?
  var progress: Progress

  mutating func name(_ patient: Patient) {
    name = patient.title
    identifier = patient.preferredIdentifier?.text ?? ""
  }

  var words: String {
    switch progress {
    case .waiting: "waiting"
    case .underWay(let done, let total): "saving, \(done) of \(total)"
    case .saved(let when, let gaps):
      "saved \(when)" + (gaps.isEmpty ? "" : ", \(gaps)")
    case .failed(let reason): reason
    }
  }

  var mark: Mark {
    switch progress {
    case .waiting: Mark(" ", .text)
    case .underWay: Mark("◐", .busy)
    case .saved(_, let gaps): Mark("●", gaps.isEmpty ? .good : .warning)
    case .failed: Mark("✕", .bad)
    }
  }

  /// The text that has no room in a line.
  var remark: String {
    switch progress {
    case .waiting, .underWay, .saved(_, ""): ""
    case .saved, .failed: words
    }
  }
}

/// The work under way, for the keys.
@MainActor private final class Saving {
  var rows: [SavingRow] = []
  var isUnderWay = false

  /// The loss if the person leaves now, in words; nil if nothing is given up.
  var givenUp: String? {
    let left = rows.filter { row in
      switch row.progress {
      case .waiting, .underWay: true
      case .saved, .failed: false
      }
    }
    guard isUnderWay, let first = left.first else { return nil }
    guard left.count == 1 else {
      return "Stopped: \(left.count) of \(rows.count) weren't updated and keep the old copy."
    }
    return first.kept.map { "Stopped: \(first.name) keeps the copy of \($0)." }
      ?? "Stopped: \(first.name) isn't saved."
  }
}

/// The work of saving a patient complete, or all saved patients, one after the other, with the outcome of each.
///
/// To leave is to give up: a patient who isn't whole yet has the old copy. Work under way when the process ended goes on after the next
/// start.
@MainActor func savingScreen(
  _ id: ResourceID?, since: Int, _ viewer: Viewer
) -> any Screen {
  // A session file may say anything.
  let since = min(max(0, since), viewer.source.moment)
  let saving = Saving()
  return ListController(
    title: "Saving", provenance: viewer.source.origin,
    columns: [
      Column(
        "name", heading: "NAME", width: .flexible(14...40, share: 2),
        text: { (row: SavingRow) in row.name }),
      Column(
        "progress", heading: "STATUS", width: .flexible(12...100, ideal: 22),
        text: { $0.words }, role: { $0.mark.role }),
      Column(
        "identifier", heading: "IDENTIFIER", width: .fixed(12), text: { $0.identifier }),
    ],
    id: \.id.text, mark: \.mark, emptyText: "No patients to save.",
    back: KeyBinding(
      .escape, .left, .backspace, label: saving.isUnderWay ? "stop" : "back",
      help: "Stop and go back; incomplete copies are dropped"
    ) { navigator in
      let givenUp = saving.givenUp
      navigator.answer(.kept)
      if let givenUp { navigator.notify(givenUp) }
    },
    remark: \.remark, reloadedText: nil,
    source: { load in
      guard let saved = viewer.records?.saved else { return }
      var rows = try await viewer.rows(toSave: id, since: since, saved)
      saving.isUnderWay = true
      saving.rows = rows
      defer { saving.isUnderWay = false }
      viewer.show(rows, since: since, load)
      for place in rows.indices {
        if case .saved = rows[place].progress { continue }
        var failure: (any Error)?
        do {
          let copy = try await viewer.source.client.complete(
            rows[place].id, at: viewer.source.moment,
            met: { rows[place].name($0) }
          ) { done, total in
            rows[place].progress = .underWay(done: done, of: total)
            saving.rows = rows
            viewer.show(rows, since: since, load)
          }
          .keeping(await saved.copy(of: rows[place].id))
          try Task.checkCancellation()
          try await saved.keep(copy)
          rows[place].name(copy.patient.patient)
          rows[place].progress = .saved(
            copy.patient.minute(viewer.source.zone), gaps: copy.patient.gaps)
        } catch {
          if Task.isCancelled { throw error }
          rows[place].progress = .failed(error.reason)
          failure = error
        }
        saving.rows = rows
        viewer.show(rows, since: since, load, failure)
      }
    },
    open: { row, navigator in navigator.push(Route.patient(id: row.id)) })
}

extension Viewer {
  /// Returns the patients to be saved; those saved since then already are done.
  fileprivate func rows(
    toSave id: ResourceID?, since: Int, _ saved: SavedPatients
  ) async throws -> [SavingRow] {
    let known = try await saved.list().patients
    let wanted = id.map { id in known.filter { $0.id == id } } ?? known
    var rows = wanted.map { patient in
      SavingRow(
        id: patient.id, name: patient.patient.title,
        identifier: patient.patient.preferredIdentifier?.text ?? "",
        kept: patient.minute(source.zone), progress: .waiting)
    }
    for place in wanted.indices where wanted[place].moment >= since {
      rows[place].progress = .saved(
        wanted[place].minute(source.zone), gaps: wanted[place].gaps)
    }
    guard let id, rows.isEmpty else { return rows }
    let recent = try? await records?.recent.list().first { $0.id == id }
    return [
      SavingRow(
        id: id, name: recent?.patient.title ?? "The patient",
        identifier: recent?.patient.preferredIdentifier?.text ?? "", progress: .waiting)
    ]
  }

  /// Shows the rows. `failure` is that of the last patient.
  fileprivate func show(
    _ rows: [SavingRow], since: Int, _ load: Load<ListContent<SavingRow>>,
    _ failure: (any Error)? = nil
  ) {
    var done = 0
    var failed = 0
    var hasOldCopies = false
    var hasHeard = failure != nil
    for row in rows {
      switch row.progress {
      case .waiting: break
      case .underWay(let count, _): hasHeard = hasHeard || count > 0
      case .saved:
        done += 1
        hasHeard = true
      case .failed:
        failed += 1
        hasOldCopies = hasOldCopies || row.kept != nil
      }
    }
    var words = "\(done) of \(rows.count) saved"
    if failed > 0 { words += ", \(failed) failed" }
    if hasOldCopies { words += ": their old copies are kept" }
    let ages = AnswerAges()
    ages.note(since)
    load.show(
      ListContent(rows: rows, summary: words),
      from: source.provenance(
        ages, isKept: !hasHeard, failure.flatMap { $0.isWithoutAnswer ? $0 : nil }))
  }
}

extension Error {
  /// The reason of the error, without the URL: a row has no room for one.
  fileprivate var reason: String {
    let text = Report(problem: "", self).text
    guard text.hasPrefix("http"), let place = text.firstRange(of: ": ") else { return text }
    return String(text[place.upperBound...])
  }
}

extension SavedPatient {
  /// Returns the moment of the copy: "2026-11-20 10:12".
  func minute(_ zone: Zone) -> String { Timestamp(milliseconds: moment * 1000).minute(in: zone) }
}
