import Accounts
import Reprise

@MainActor func encounterScreen(
  _ id: ResourceID, of patient: ResourceID, _ source: RecordSource
) -> any Screen {
  source.screen(
    titled: "Encounter", of: patient, section: "observations", "Observations",
    bindings: [
      KeyBinding("y", label: "raw", help: "Show the raw answer") { navigator in
        navigator.push(Route.encounterAnswer(id: id))
      }
    ]
  ) { source in
    DetailController(title: "Observations") { load in
      try await source.show(load) {
        let encounter = try await $0.encounter(id, of: patient)
        // Without the server's release, the patient's own ranges weren't requested.
        let lacksRanges = $0.ages.failureOfPart != nil
        let isChild = try await source.childhood(of: patient, $0)(encounter.timestamp)
        return Detail(
          encounter, source.zone, at: source.now(), ofChild: isChild, lacksRanges: lacksRanges)
      }
    }
  } adding: { banner, client in
    let encounter = try await client.encounter(id, of: patient)
    banner.title = encounter.title
    if encounter.isVoided { banner.phrases.append(.deleted("encounter")) }
  }
}

@MainActor func encounterJSONScreen(_ id: ResourceID, _ source: RecordSource) -> any Screen {
  TextController(title: "Raw answer", provenance: source.origin) { load in
    try await source.show(load) { try await $0.encounter(id).raw.indented }
  }
}

extension Detail {
  init(
    _ encounter: Encounter, _ zone: Zone, at now: Timestamp, ofChild isChild: Bool = false,
    lacksRanges: Bool = false
  ) {
    let when = encounter.when
    let timeText =
      (when?.text(in: zone) ?? "at an unknown time")
      + (when?.isFuture(at: now, in: zone) == true ? ", in the future" : "")
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
    if !encounter.orders.isEmpty {
      sections.append(
        DetailSection(
          "Orders",
          rows: encounter.orders.map { order in
            .table(
              id: order.id.text, mark: order.isUrgent ? Mark("!", .bad) : nil,
              [order.name, order.text, order.type ?? ""])
          }))
    }
    if lacksRanges, !encounter.observations.isEmpty {
      sections.append(
        DetailSection(
          rows: [.text(id: "no ranges", ReferenceRange.unreadable, role: .warning)]))
    }
    let observed = ObservationSections(when: when, zone: zone, now: now, isChild: isChild)
    sections += observed.sections(of: encounter.observations, [])
    if let hidden = encounter.hiddenText {
      sections.append(DetailSection(rows: [.text(id: "hidden", hidden, role: .warning)]))
    } else if encounter.observations.isEmpty, encounter.orders.isEmpty,
      encounter.diagnoses.isEmpty, encounter.skipped.isEmpty
    {
      sections.append(
        DetailSection(
          "Observations", rows: [.text(id: "none", "No observations are recorded.")]))
    }
    let count = encounter.observations.count + encounter.skipped.count
    if let skipped = SkippedEntry.summary(of: encounter.skipped, in: count) {
      sections.append(DetailSection(rows: [.text(id: "skipped", skipped, role: .warning)]))
    }
    self.init(
      title: encounter.title, headline: "\(encounter.title), \(timeText)", sections: sections)
  }
}

extension Encounter {
  fileprivate var hiddenText: String? {
    let names = ["diagnoses": "diagnoses", "obs": "observations", "orders": "orders"]
    let parts = Encounter.parts.filter(hidden.contains).compactMap { names[$0] }
    guard !parts.isEmpty else { return nil }
    return "Not shown, as you may not see them: \(parts.joined(separator: ", "))."
      + " Ask your administrator for the privilege."
  }
}

private struct ObservationSections {
  let when: DateOrTime?
  let zone: Zone
  let now: Timestamp
  let isChild: Bool

  func sections(of observations: [Observation], _ groups: [String]) -> [DetailSection] {
    let heading = groups.isEmpty ? "Observations" : groups.joined(separator: " › ")
    var values: [DetailRow] = []
    var texts: [DetailRow] = []
    var below: [DetailSection] = []
    for observation in observations {
      switch observation.value {
      case .group(let members):
        let note = note(observation)
        below += sections(
          of: members, groups + [observation.title + (note.isEmpty ? "" : " (\(note))")])
      case .text(let text):
        let aside = [note(observation), sampleTimeText(observation) ?? ""].filter { !$0.isEmpty }
        texts.append(.labelled(observation.title, text, aside: aside.joined(separator: ", ")))
      default: values.append(row(observation))
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
    return sections + below
  }

  /// Without its interpretation and status a result looks final or normal.
  private func note(_ observation: Observation) -> String {
    [observation.interpretation(inChild: isChild)?.text, observation.status]
      .compactMap(\.self).joined(separator: ", ")
  }

  /// `nil` if it doesn't differ from the encounter's; "taken 15:33" on the same day.
  private func sampleTimeText(_ observation: Observation) -> String? {
    guard let own = observation.when?.text(in: zone) else { return nil }
    let written = when?.text(in: zone)
    if own == written { return nil }
    let isSameDay = own.prefix(10) == written?.prefix(10) && own.count > 10
    return "taken " + (isSameDay ? own.dropFirst(11) : own[...])
      + (observation.when?.isFuture(at: now, in: zone) == true ? ", in the future" : "")
  }

  private func row(_ observation: Observation) -> DetailRow {
    let cells = [
      observation.title, observation.text(in: zone) ?? "", note(observation),
      observation.range(inChild: isChild).normalText.map { "range \($0)" } ?? "",
      sampleTimeText(observation) ?? "",
    ]
    return .table(
      id: observation.id.text, mark: observation.interpretation(inChild: isChild)?.mark,
      Array(cells.reversed().drop(while: \.isEmpty).reversed()))
  }
}

struct EncounterRow: Hashable, Sendable {
  let id: ResourceID
  let date: String
  let type: String
  let location: String
  let provider: String
  let diagnoses: String
}

extension EncounterRow {
  init(_ encounter: Encounter, _ zone: Zone) {
    id = encounter.id
    date = encounter.when?.text(in: zone) ?? "unknown"
    type = encounter.title
    location = encounter.location ?? ""
    provider = encounter.providers.joined(separator: ", ")
    diagnoses = encounter.diagnoses.map(\.title).joined(separator: ", ")
  }

  static let columns = [
    Column<EncounterRow>("date", heading: "DATE", width: .fixed(16), text: { $0.date }),
    Column("type", heading: "TYPE", width: .flexible(10...24), text: { $0.type }),
    Column("location", heading: "LOCATION", width: .flexible(10...24), text: { $0.location }),
    Column("provider", heading: "PROVIDER", width: .flexible(12...30), text: { $0.provider }),
  ]

  static let columnsOfAVisit =
    columns + [
      Column("diagnoses", heading: "DIAGNOSES", width: .flexible(12...60), text: { $0.diagnoses })
    ]
}
