import Reprise

/// One vital sign over time, as a chart.
@MainActor func signScreen(
  _ sign: Sign, of patient: ResourceID, _ source: RecordSource
) -> any Screen {
  SectionsController(
    name: sign.title, provenance: source.origin,
    sections: [
      ScreenSection("chart", title: "Chart") {
        ChartController(name: sign.title, emptyText: "No measurements.") { load in
          try await source.show(load) {
            Chart(sign, try await $0.vitalSigns(of: patient), source.zone)
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
    let units = vitals.units(of: sign)
    let readings = vitals.takings.compactMap { taking -> Reading? in
      guard let moment = taking.moment, let reading = vitals.reading(sign, at: taking) else {
        return nil
      }
      let words = [
        moment.minute(in: zone), "\(reading.text) \(units)", reading.flag,
        vitals.normalWords(of: sign).map { "normal \($0)" } ?? "",
      ]
      return Reading(
        id: taking.id.text, moment: moment.milliseconds, date: moment.date(in: zone),
        values: reading.values, marks: reading.interpretations.map { $0?.mark },
        caption: words.filter { !$0.isEmpty }.joined(separator: " · "))
    }
    let ranges = sign == .bodyMassIndex ? [] : sign.concepts.map { vitals.range($0) }
    let series = (0..<max(1, sign.concepts.count)).map { index in
      let range = index < ranges.count ? ranges[index] : ReferenceRange()
      return Series("", low: range.lowNormal, high: range.highNormal)
    }
    let headline = ["\(sign.title), \(units)", vitals.summary].filter { !$0.isEmpty }
    self.init(
      title: sign.title, headline: headline.joined(separator: " · "), series: series,
      readings: readings)
  }
}
