import Accounts
import Reprise

struct SignRow: Hashable, Sendable {
  let sign: Sign
  let value: String
  let units: String
  let interpretation: Interpretation?
  let text: String
  let normal: String
  /// The time, or the age of an old reading.
  let when: String
  /// The time, followed by the age of an old reading.
  let whole: String

  /// A narrow screen has no columns for the date and the normal range. The date comes first,
  /// because the newest reading may be years old.
  var footer: String {
    let reading = [sign.title, value, units, interpretation?.mark?.symbol ?? "", text]
    let parts = [
      whole, reading.filter { !$0.isEmpty }.joined(separator: " "),
      normal.isEmpty ? "" : "range \(normal)",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: " · ")
  }

  static let columns = [
    Column<SignRow>(
      "sign", heading: "SIGN", width: .flexible(12...24, share: 4), text: { $0.sign.title }),
    Column(
      "value", heading: "LATEST", width: .flexible(7...20, ideal: 20), isNumeric: true,
      text: { $0.value }),
    Column(
      "flag", heading: "", width: .flexible(13...20, share: 4),
      text: { $0.text },
      role: { $0.interpretation?.mark?.role ?? .secondary }),
    Column("units", heading: "UNIT", width: .fixed(11), text: { $0.units }),
    Column("when", heading: "WHEN", width: .fixed(16), text: { $0.when }),
    Column("normal", heading: "NORMAL", width: .flexible(10...20), text: { $0.normal }),
  ]
}

extension SignRow {
  fileprivate init?(_ sign: Sign, _ vitals: VitalSigns, _ zone: Zone, at now: Timestamp) {
    let future = vitals.futureText(sign, in: zone)
    guard let (reading, measurementSet) = vitals.latest(sign) else {
      guard !future.isEmpty else { return nil }
      self.init(
        sign: sign, value: "–", units: "", interpretation: nil, text: future, normal: "", when: "",
        whole: "")
      return
    }
    let age = measurementSet.when?.age(at: now, in: zone)
    let timeText = measurementSet.when?.text(in: zone) ?? "unknown"
    self.init(
      sign: sign, value: reading.text, units: reading.unitText,
      interpretation: reading.interpretation,
      text: [reading.noteText, future].filter { !$0.isEmpty }.joined(separator: ", "),
      normal: reading.normalText ?? "", when: age ?? timeText,
      whole: [timeText, age].compactMap(\.self).joined(separator: ", "))
  }
}

@MainActor func vitalsSection(_ patient: ResourceID, _ source: RecordSource) -> any Screen {
  ListController(
    title: "Vitals", columns: SignRow.columns, id: \.sign.rawValue,
    options: {
      $0.mark = { $0.interpretation?.mark ?? Mark(" ", .text) }
      $0.emptyText = "No vital signs are recorded."
      $0.openLabel = "chart"
      $0.actions = [
        RowAction("t", label: "table", help: "Show all of them over time") { _, navigator in
          navigator.push(Route.vitals(of: patient))
        }
      ]
      $0.footer = \.footer
    },
    source: { load in
      try await source.show(load) { client in
        let vitals = try await source.latestVitalSigns(of: patient, client)
        let now = source.now()
        let rows = vitals.signs.compactMap { SignRow($0, vitals, source.zone, at: now) }
        return ListContent(
          rows: rows, summary: "the latest of each",
          note: [vitals.note, vitals.futureNote].compactMap(\.self).first)
      }
    },
    open: { row, navigator in navigator.push(Route.sign(row.sign, of: patient)) })
}

extension VitalSigns {
  var summary: String {
    let count = measurementSets.count
    let future = measurementSets.count { isFuture($0.when) }
    guard future == 0 else { return "taken \(count) times, \(future) in the future" }
    if !isComplete { return "the newest \(count) times" }
    return count == 0 ? "" : count == 1 ? "taken once" : "taken \(count) times"
  }

  var futureNote: String? {
    let count = measurementSets.count { isFuture($0.when) }
    guard count > 0 else { return nil }
    return "Taken \(count == 1 ? "once" : "\(count) times") in the future: see the table."
  }

  var note: String? {
    let skipped = SkippedEntry.summary(of: skipped, in: measurementSets.count + skipped.count)
    let notes = [
      isKnown ? nil : VitalDictionary.unknown, lacksRanges ? ReferenceRange.unreadable : nil,
      skipped,
    ].compactMap(\.self)
    return notes.isEmpty ? nil : notes.joined(separator: " ")
  }
}
