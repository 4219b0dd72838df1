import Reprise

@MainActor func signScreen(
  _ sign: Sign, of patient: ResourceID, _ source: RecordSource
) -> any Screen {
  let source = source.forOneScreen()
  return SectionsController(
    title: sign.title, provenance: source.origin,
    sections: [
      ScreenSection("chart", title: "Chart") {
        ChartController(title: sign.title, emptyText: "No measurements.") { load in
          try await source.show(load) {
            Chart(sign, try await source.vitalSignsOverTime(of: patient, $0), source.zone)
          }
        }
      }
    ]
  ) { load in
    try await source.showBanner(of: patient, titled: sign.title, load)
  }
}

extension Chart {
  init(_ sign: Sign, _ vitals: VitalSigns, _ zone: Zone) {
    let readings = vitals.measurementSets.compactMap { measurementSet -> Reading? in
      // A date in the future would compress all other readings.
      guard let when = measurementSet.when, let timestamp = when.timestamp, !vitals.isFuture(when),
        let reading = vitals.reading(sign, at: measurementSet)
      else { return nil }
      let words = [
        when.words(in: zone), reading.words, reading.flag, reading.footer,
        reading.normalWords.map { "range \($0)" } ?? "",
      ]
      return Reading(
        id: measurementSet.id.text, timestamp: timestamp.milliseconds, date: when.date(in: zone),
        // A value known only to be less or more than a number can't be drawn.
        values: reading.values.map(\.exact),
        marks: reading.values.map { $0.interpretations.first.flatMap { $0?.mark } },
        caption: words.filter { !$0.isEmpty }.joined(separator: " · "))
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
    let title = [sign.title, latest?.unitWords ?? ""].filter { !$0.isEmpty }
    let headline = [
      title.joined(separator: ", "), vitals.lacksRanges ? "? normal ranges could not be read" : "",
      vitals.summary, vitals.futureWords(sign, in: zone),
    ].filter { !$0.isEmpty }
    self.init(
      title: sign.title, headline: headline.joined(separator: " · "), series: series,
      readings: readings)
  }
}
