import Accounts
import Reprise

struct SavedRow: Hashable, Sendable {
  let patient: PatientRow
  let timestamp: Int
  let when: String
  let gaps: String

  init(_ saved: SavedPatient, _ source: RecordSource) {
    patient = PatientRow(saved.subject, on: source.today)
    timestamp = saved.timestamp
    when = saved.minute(in: source.zone)
    gaps = saved.gaps
  }

  var mark: Mark {
    let mark = patient.mark
    return gaps.isEmpty || mark.symbol != " " ? mark : Mark("!", .warning)
  }

  var footer: String { gaps.isEmpty ? "" : "The copy is \(gaps)." }

  static func columns(_ heading: String) -> [Column<SavedRow>] {
    [
      Column(
        "name", heading: "NAME", width: .flexible(14...60, share: 2), text: { $0.patient.title }),
      Column("age", heading: "AGE", width: .fixed(10), isNumeric: true, text: { $0.patient.age }),
      Column("sex", heading: "SEX", width: .fixed(3), text: { $0.patient.sex }),
      Column(
        "identifier", heading: "IDENTIFIER", width: .flexible(10...24),
        text: { $0.patient.identifier }),
      Column(
        "when", heading: heading, width: .fixed(16), text: { $0.when },
        sortKey: { .number($0.timestamp) }),
    ]
  }
}

@MainActor func savedPatientsScreen(_ viewer: Viewer) -> any Screen {
  let source = viewer.source
  return ListController(
    title: "Saved patients", columns: SavedRow.columns("SAVED"), id: \.patient.id.text,
    options: {
      $0.provenance = source.origin
      $0.mark = \.mark
      $0.emptyText =
        "No saved patients. On a patient's screen, o saves the whole record here, encrypted."
      $0.reloadsWhenUncovered = true
      $0.actions = [
        RowAction("o", label: "update", help: "Update the selected patient's saved copy") {
          row, navigator in
          navigator.push(Route.saving(patient: row.patient.id, since: source.timestamp))
        },
        RowAction("u", label: "update all", help: "Update all saved copies") { _, navigator in
          navigator.push(Route.saving(patient: nil, since: source.timestamp))
        },
        RowAction("x", label: "remove", help: "Remove the selected patient's saved copy") {
          $1.push(Route.removal(of: $0.patient.id))
        },
      ]
      $0.footer = \.footer
    },
    source: { load in
      let (patients, unreadable) = try await viewer.records?.saved.list() ?? ([], 0)
      let incompleteCount = patients.count { !$0.gaps.isEmpty }
      let notes = [
        incompleteCount == 0 ? nil : "\(incompleteCount) incomplete.",
        unreadable == 0
          ? nil : "\(unreadable) saved \(unreadable == 1 ? "file" : "files") can't be read.",
      ].compactMap(\.self)
      load.show(
        ListContent(
          rows: patients.map { SavedRow($0, source) },
          noun: ("saved patient", "saved patients"),
          note: notes.isEmpty ? nil : notes.joined(separator: " ")))
    },
    open: { row, navigator in navigator.push(Route.patient(id: row.patient.id)) })
}

@MainActor func recentPatientsScreen(_ viewer: Viewer) -> any Screen {
  ListController(
    title: "Recently viewed", columns: SavedRow.columns("VIEWED"), id: \.patient.id.text,
    options: {
      $0.provenance = viewer.source.origin
      $0.mark = \.mark
      $0.emptyText = "No patients viewed yet."
      $0.reloadsWhenUncovered = true
    },
    source: { load in
      let patients = try await viewer.records?.recent.list() ?? []
      load.show(
        ListContent(
          rows: patients.map { SavedRow($0, viewer.source) }, noun: ("patient", "patients")))
    },
    open: { row, navigator in navigator.push(Route.patient(id: row.patient.id)) })
}
