import Accounts
import Reprise

@MainActor func vitalsTableScreen(of patient: ResourceID, _ source: RecordSource) -> any Screen {
  source.screen(titled: "Vitals over time", of: patient, section: "table", "Table") {
    vitalsTable(of: patient, $0)
  }
}

private struct MeasurementSetRow: Hashable, Sendable {
  let id: ResourceID
  let encounter: ResourceID?
  let timestamp: Timestamp?
  let when: String
  let readings: [Sign: VitalSigns.Reading]
  /// All measurements of that time with units and interpretations: "BP 142/95 mmHg ▲ high".
  let footer: String

  var marked: [Sign] { readings.filter { $0.value.interpretation?.mark != nil }.map(\.key) }

  /// "142/95 ▲", or "182/96 ▲!" if critical. The line below explains it.
  func text(_ sign: Sign) -> String {
    guard let reading = readings[sign] else { return "" }
    // It isn't known which values belong together. The line below the table shows all.
    let text = reading.isRepeated ? "twice" : reading.text
    guard let mark = reading.interpretation?.mark else { return text + "   " }
    return text + " \(mark.symbol)" + (mark.role == .bad ? "!" : " ")
  }
}

@MainActor private func vitalsTable(of patient: ResourceID, _ source: RecordSource) -> any Screen {
  let when = Column<MeasurementSetRow>(
    "when", heading: "WHEN", width: .fixed(16), text: { $0.when },
    sortKey: { $0.timestamp.map { .number($0.milliseconds) } ?? .nothing })
  let signs = Sign.allCases.map { sign in
    Column<MeasurementSetRow>(
      sign.rawValue, heading: sign.shortTitle,
      width: .fixed(sign == .bodyMassIndex ? 14 : sign == .bloodPressure ? 10 : 8),
      isNumeric: true, text: { $0.text(sign) },
      sortKey: { row in
        (row.readings[sign]?.values[0].numbers.first).map { .number(thousandths($0)) } ?? .nothing
      },
      role: { $0.readings[sign]?.interpretation?.mark?.role ?? .text })
  }
  return ListController(
    title: "Vitals over time", columns: [when] + signs, id: \.id.text,
    options: {
      $0.emptyText = "No vital signs are recorded."
      $0.footer = \.footer
    },
    source: { load in
      try await source.show(load) { client in
        let vitals = try await source.vitalSignsOverTime(of: patient, client)
        let rows = vitals.measurementSets.map { MeasurementSetRow($0, vitals, source.zone) }
        let hasMarks = rows.contains { !$0.marked.isEmpty }
        let legend = hasMarks ? "▲ high, ▼ low, ! critical" : ""
        return ListContent(
          rows: rows,
          summary: [vitals.summary, legend].filter { !$0.isEmpty }.joined(separator: " · "),
          note: vitals.note)
      }
    },
    open: { row, navigator in
      guard let encounter = row.encounter else {
        return navigator.notify("This was recorded outside of any encounter.")
      }
      navigator.push(Route.encounter(id: encounter, of: patient))
    })
}

extension MeasurementSetRow {
  fileprivate init(_ measurementSet: VitalSigns.MeasurementSet, _ vitals: VitalSigns, _ zone: Zone)
  {
    let readings = Sign.allCases.compactMap { sign in
      vitals.reading(sign, at: measurementSet).map { (sign, $0) }
    }
    let texts = readings.map { sign, reading in
      ["\(sign.footerTitle) \(reading.textWithUnit)", reading.flag, reading.footer]
        .filter { !$0.isEmpty }.joined(separator: " ")
    }
    let when = measurementSet.when?.text(in: zone) ?? "unknown"
    let isFuture = vitals.isFuture(measurementSet.when)
    self.init(
      id: measurementSet.id, encounter: measurementSet.encounter,
      timestamp: measurementSet.timestamp,
      when: isFuture ? "in the future" : when,
      readings: Dictionary(uniqueKeysWithValues: readings),
      footer: ((isFuture ? ["in the future, \(when)"] : []) + texts).joined(separator: " · "))
  }
}

private func thousandths(_ value: Double) -> Int {
  value.isFinite ? Int(min(max(value, -1e15), 1e15) * 1000) : 0
}

@MainActor func signScreen(
  _ sign: Sign, of patient: ResourceID, _ source: RecordSource
) -> any Screen {
  source.screen(titled: sign.title, of: patient, section: "chart", "Chart") { source in
    ChartController(title: sign.title, emptyText: "No measurements.") { load in
      try await source.show(load) {
        Chart(sign, try await source.vitalSignsOverTime(of: patient, $0), source.zone)
      }
    }
  }
}

extension Chart {
  init(_ sign: Sign, _ vitals: VitalSigns, _ zone: Zone) {
    let readings = vitals.measurementSets.compactMap { measurementSet -> Reading? in
      // A date in the future would compress all other readings.
      guard let when = measurementSet.when, let timestamp = when.timestamp, !vitals.isFuture(when),
        let reading = vitals.reading(sign, at: measurementSet)
      else { return nil }
      let parts = [
        when.text(in: zone), reading.textWithUnit, reading.flag, reading.footer,
        reading.normalText.map { "range \($0)" } ?? "",
      ]
      return Reading(
        id: measurementSet.id.text, timestamp: timestamp.milliseconds, date: when.date(in: zone),
        // A value known only to be less or more than a number can't be drawn.
        values: reading.values.map(\.exact),
        marks: reading.values.map { $0.interpretations.first.flatMap { $0?.mark } },
        caption: parts.filter { !$0.isEmpty }.joined(separator: " · "))
    }
    // The ranges of the newest reading: a child's limits change every year.
    let latest = vitals.latest(sign)?.reading
    let ranges = latest?.values.map(\.range) ?? [ReferenceRange()]
    let series = ranges.map { range in
      // An adult's limits don't apply to a child.
      range.isOwn || !sign.dependsOnAge
        || !vitals.isChild(vitals.latest(sign)?.measurementSet.timestamp)
        ? Series("", low: range.lowNormal, high: range.highNormal) : Series("")
    }
    let title = [sign.title, latest?.unitText ?? ""].filter { !$0.isEmpty }
    let headline = [
      title.joined(separator: ", "), vitals.lacksRanges ? "? normal ranges could not be read" : "",
      vitals.summary, vitals.futureText(sign, in: zone),
    ].filter { !$0.isEmpty }
    self.init(
      title: sign.title, headline: headline.joined(separator: " · "), series: series,
      readings: readings)
  }
}
