import Reprise

/// A sign as the list of the latest shows it.
struct SignRow: Hashable, Sendable {
  let sign: Sign
  let value: String
  let units: String
  let interpretation: Interpretation?
  /// The words to note: "high", "above range, measured twice, see the encounter".
  let words: String
  let normal: String
  let when: String

  /// All of it in words: a narrow screen has no columns for the date and the normal range. The date comes first: of the latest, too, what is
  /// years old isn't today's.
  var remark: String {
    let reading = [sign.title, value, units, interpretation?.mark?.symbol ?? "", words]
    let parts = [
      when, reading.filter { !$0.isEmpty }.joined(separator: " "),
      normal.isEmpty ? "" : "range \(normal)",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// The columns; mark and word stand beside each other.
  static let columns = [
    Column<SignRow>(
      "sign", heading: "SIGN", width: .flexible(12...24, share: 4), text: { $0.sign.title }),
    Column(
      "value", heading: "LATEST", width: .flexible(7...20, ideal: 20), isNumeric: true,
      text: { $0.value }),
    Column(
      "flag", heading: "", width: .flexible(13...20, share: 4),
      text: { $0.words },
      role: { $0.interpretation?.mark?.role ?? .secondary }),
    Column("units", heading: "UNIT", width: .fixed(11), text: { $0.units }),
    Column("when", heading: "WHEN", width: .fixed(16), text: { $0.when }),
    Column("normal", heading: "NORMAL", width: .flexible(10...20), text: { $0.normal }),
  ]
}

extension SignRow {
  /// Creates the row of the latest reading of a sign; nil if it was never measured.
  fileprivate init?(_ sign: Sign, _ vitals: VitalSigns, _ zone: Zone) {
    guard let (reading, taking) = vitals.latest(sign) else { return nil }
    self.init(
      sign: sign, value: reading.text, units: reading.unitWords,
      interpretation: reading.interpretation, words: reading.wordsOfNote,
      normal: reading.normalWords ?? "",
      when: taking.moment?.minute(in: zone) ?? "unknown")
  }
}

/// The latest of each vital sign; Enter draws it over time.
@MainActor func vitalsSection(_ patient: ResourceID, _ source: RecordSource) -> any Screen {
  ListController(
    title: "Vitals", columns: SignRow.columns, id: \.sign.rawValue,
    mark: { $0.interpretation?.mark ?? Mark(" ", .text) },
    emptyText: "No vital signs are recorded.", openLabel: "chart",
    actions: [
      RowAction("t", label: "table", help: "Show all of them over time") { _, navigator in
        navigator.push(Route.vitals(of: patient))
      }
    ], remark: \.remark,
    source: { load in
      try await source.show(load) { client in
        let vitals = try await source.latestVitalSigns(of: patient, client)
        let rows = vitals.signs.compactMap { SignRow($0, vitals, source.zone) }
        return ListContent(
          rows: rows, summary: "the latest of each", note: vitals.note)
      }
    },
    open: { row, navigator in navigator.push(Route.sign(row.sign, of: patient)) })
}

extension VitalSigns {
  /// The line below the list: "taken 6 times", "the newest 100 times".
  var summary: String {
    let count = takings.count
    if !isComplete { return "the newest \(count) times" }
    return count == 0 ? "" : count == 1 ? "taken once" : "taken \(count) times"
  }

  /// The note about entries that couldn't be read, and normal ranges; nil if all could.
  var note: String? {
    let skipped = SkippedEntry.summary(of: skipped, in: takings.count + skipped.count)
    let notes = [lacksRanges ? ReferenceRange.unreadable : nil, skipped].compactMap(\.self)
    return notes.isEmpty ? nil : notes.joined(separator: " ")
  }
}
