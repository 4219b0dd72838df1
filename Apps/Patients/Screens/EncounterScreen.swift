import Reprise

/// An encounter and what was observed, below the banner of the patient whose encounter it is.
@MainActor func encounterScreen(
  _ id: ResourceID, of patient: ResourceID, _ source: RecordSource
) -> any Screen {
  let source = source.forOneScreen()
  return SectionsController(
    name: "Encounter", provenance: source.origin,
    sections: [
      ScreenSection("observations", title: "Observations") {
        DetailController(name: "Observations") { load in
          try await source.show(load) {
            Detail(try await $0.encounter(id, of: patient), source.zone)
          }
        }
      }
    ],
    bindings: [
      KeyBinding("y", label: "raw", help: "Show the raw answer") { navigator in
        navigator.push(Route.encounterAnswer(id: id))
      }
    ]
  ) { load in
    try await source.showBanner(of: patient, titled: "Encounter", load) { banner, client in
      banner.title = try await client.encounter(id, of: patient).title
    }
  }
}

@MainActor func encounterAnswerScreen(_ id: ResourceID, _ source: RecordSource) -> any Screen {
  TextController(title: "Raw answer", provenance: source.origin) { load in
    try await source.show(load) { try await $0.encounter(id).raw.indented }
  }
}

extension Detail {
  /// An encounter: where and by whom, then what was observed, group by group.
  init(_ encounter: Encounter, _ zone: Zone) {
    let moment = encounter.moment?.minute(in: zone) ?? "at an unknown time"
    let facts = [
      ("Place", encounter.location), ("Form", encounter.form),
      ("By", encounter.providers.isEmpty ? nil : encounter.providers.joined(separator: "\n")),
    ]
    var sections = [
      DetailSection(
        rows: facts.compactMap { label, value in value.map { .labelled(label, $0) } })
    ]
    if !encounter.diagnoses.isEmpty {
      sections.append(
        DetailSection(
          "Diagnoses",
          rows: encounter.diagnoses.map { .table(id: $0.id.text, [$0.name, $0.remarks]) }))
    }
    sections += Detail.sections(
      of: encounter.observations, "Observations", encounter.moment, zone)
    if encounter.observations.isEmpty {
      sections.append(
        DetailSection(
          "Observations", rows: [.text(id: "none", "No observations are recorded.")]))
    }
    let count = encounter.observations.count + encounter.skipped.count
    if let skipped = SkippedEntry.summary(of: encounter.skipped, in: count) {
      sections.append(DetailSection(rows: [.text(id: "skipped", skipped, role: .warning)]))
    }
    self.init(title: encounter.title, headline: "\(encounter.title), \(moment)", sections: sections)
  }

  /// Values in a table, then texts, then each group under its own name.
  private static func sections(
    of observations: [Observation], _ heading: String, _ moment: Timestamp?, _ zone: Zone
  ) -> [DetailSection] {
    var values: [DetailRow] = []
    var texts: [DetailRow] = []
    var groups: [DetailSection] = []
    for observation in observations {
      switch observation.value {
      case .group(let members): groups += sections(of: members, observation.title, moment, zone)
      case .text(let text): texts.append(.labelled(observation.title, text))
      default: values.append(row(observation, moment, zone))
      }
      if let comment = observation.comment {
        texts.append(.labelled("Comment", comment, aside: observation.title))
      }
    }
    var sections: [DetailSection] = []
    if !values.isEmpty { sections.append(DetailSection(heading, rows: values)) }
    if !texts.isEmpty {
      sections.append(DetailSection(values.isEmpty ? heading : "In words", rows: texts))
    }
    return sections + groups
  }

  private static func row(
    _ observation: Observation, _ moment: Timestamp?, _ zone: Zone
  ) -> DetailRow {
    let normal = observation.range.normalWords.map { "normal \($0)" }
    // What was drawn on another day than it was written down has a day of its own.
    let taken = observation.moment.flatMap { own in
      moment.map { own.date(in: zone) == $0.date(in: zone) } ?? false
        ? nil : "taken \(own.minute(in: zone))"
    }
    let cells = [
      observation.title, observation.words(in: zone) ?? "",
      observation.interpretation?.word ?? "", normal ?? "", taken ?? "",
    ]
    return .table(
      id: observation.id.text, mark: observation.interpretation?.mark,
      Array(cells.reversed().drop(while: \.isEmpty).reversed()))
  }
}
