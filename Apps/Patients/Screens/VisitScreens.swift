import Accounts
import Reprise

@MainActor func visitsSection(_ patient: ResourceID, _ source: RecordSource) -> any Screen {
  ListController(
    title: "Visits", columns: VisitRow.columns, id: \.id.text,
    options: {
      $0.mark = \.mark
      $0.emptyText = "No visits are recorded."
    },
    source: { load in
      try await source.show(load) { client in
        try ListContent(try await client.visits(of: patient), ("visit", "visits"), source.zone) {
          VisitRow($0, source.zone, at: source.now())
        }
      }
    },
    open: { row, navigator in navigator.push(Route.visit(id: row.id, of: patient)) })
}

@MainActor func encountersSection(
  of patient: ResourceID, visit: ResourceID? = nil, _ source: RecordSource
) -> any Screen {
  PagedListController(
    title: "Encounters",
    columns: visit == nil ? EncounterRow.columns : EncounterRow.columnsOfAVisit,
    id: \.id.text, noun: ("encounter", "encounters"),
    options: { $0.emptyText = "No encounters are recorded." },
    source: source.pages { client, request in
      let page =
        if let visit {
          // The encounters of a visit come in one response.
          ResultPage(
            try await client.visit(visit, of: patient).shownEncounters(), start: request.start,
            limit: request.count)
        } else {
          try await client.encounters(of: patient, start: request.start, limit: request.count)
        }
      return try ListPage(page, source.zone) { EncounterRow($0, source.zone) }
    },
    open: { row, navigator in navigator.push(Route.encounter(id: row.id, of: patient)) })
}

@MainActor func visitScreen(
  _ id: ResourceID, of patient: ResourceID, _ source: RecordSource
) -> any Screen {
  source.screen(titled: "Visit", of: patient, section: "encounters", "Encounters") { source in
    encountersSection(of: patient, visit: id, source)
  } adding: { banner, client in
    let visit = try await client.visit(id, of: patient)
    banner.title = visit.title
    banner.phrases.append(
      Banner.Phrase(visit.text(in: source.zone, at: source.now()), role: .title, isVital: true))
    if visit.isVoided { banner.phrases.append(.deleted("visit")) }
    if let diagnosed = visit.diagnosesText { banner.phrases.append(Banner.Phrase(diagnosed)) }
  }
}

extension Visit {
  fileprivate func shownEncounters() throws -> [Encounter] {
    if hidesEncounters { throw OpenMRSError.brokenOff("encounters") }
    return encounters
  }

  /// "diagnosed: Malaria (…)". The number comes first, because a narrow line cuts the end.
  var diagnosesText: String? {
    guard !diagnoses.isEmpty else { return nil }
    let count = diagnoses.count == 1 ? "diagnosed" : "\(diagnoses.count) diagnoses"
    return "\(count): " + diagnoses.map(\.title).joined(separator: ", ")
  }

  /// "Facility Visit, Inpatient Ward, 2026-11-20 07:42 to now".
  func text(in zone: Zone, at now: Timestamp) -> String {
    let start = begin?.text(in: zone) ?? "unknown"
    let stop = end?.text(in: zone)
    let isToCome = isToCome(at: now, in: zone)
    let span =
      (stop == nil && isToCome ? start : "\(start) to \(stop ?? "now")")
      + (isToCome ? ", still to come" : "")
    return [title, location, span].compactMap(\.self).joined(separator: ", ")
  }
}

@MainActor func activeVisitsScreen(_ source: RecordSource) -> any Screen {
  PagedListController(
    title: "Active visits", columns: VisitRow.activeColumns, id: \.id.text,
    noun: ("active visit", "active visits"),
    options: {
      $0.emptyText = "No active visits."
      $0.provenance = source.origin
      $0.mark = \.personMark
      $0.footerWhenTruncated = \.footer
    },
    source: source.pages { client, request in
      try ListPage(
        try await client.activeVisits(start: request.start, limit: request.count), source.zone
      ) {
        VisitRow($0, source.zone, at: source.now())
      }
    },
    open: { row, navigator in
      guard let patient = row.patientID else {
        return navigator.notify("The server doesn't name this visit's patient.")
      }
      navigator.push(Route.patient(id: patient))
    })
}

struct VisitRow: Hashable, Sendable {
  let id: ResourceID
  let patientID: ResourceID?
  let patient: String
  let identifier: String
  /// Sex and age: "F 34 y", "F died 71".
  let person: String
  let personMark: Mark
  let type: String
  let location: String
  let start: String
  /// "active" for an active visit, "to come" for a planned one.
  let stop: String
  let isActive: Bool
  let isToCome: Bool
}

extension VisitRow {
  init(_ visit: Visit, _ zone: Zone, at now: Timestamp) {
    id = visit.id
    patientID = visit.patient?.id
    patient = visit.person?.title ?? visit.patient?.name ?? "Unnamed patient"
    identifier = visit.person?.preferredIdentifier?.text ?? ""
    let day = CalendarDate(iso: now.date(in: zone))
    person = visit.person.map { "\($0.sex.letter) \($0.listedAge(on: day))" } ?? ""
    personMark = visit.person?.mark ?? Mark("?", .unknown)
    type = visit.title
    location = visit.location ?? ""
    start = visit.begin?.text(in: zone) ?? "unknown"
    isActive = visit.isActive(at: now, in: zone)
    isToCome = visit.isToCome(at: now, in: zone)
    stop = isActive ? "active" : isToCome ? "to come" : visit.end?.text(in: zone) ?? "active"
  }

  var mark: Mark {
    isActive ? Mark("●", .good) : Mark(" ", .text)
  }

  /// A narrow screen shows neither the location nor the type.
  var footer: String {
    [
      patient, identifier, person, [type, location].joined(separator: ", "),
      isToCome ? "to come, \(start)" : "since \(start)",
    ].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private static let type = Column<VisitRow>(
    "type", heading: "TYPE", width: .flexible(8...24), text: { $0.type })
  private static let location = Column<VisitRow>(
    "location", heading: "LOCATION", width: .flexible(10...30), text: { $0.location })
  private static let start = Column<VisitRow>(
    "start", heading: "STARTED", width: .fixed(16), text: { $0.start })

  static let columns = [
    start,
    Column(
      "stop", heading: "ENDED", width: .fixed(16), text: { $0.stop },
      role: { $0.isActive ? .good : .text }),
    type, location,
  ]

  static let activeColumns = [
    Column<VisitRow>(
      "patient", heading: "PATIENT", width: .flexible(16...50, share: 2), text: { $0.patient }),
    Column(
      "identifier", heading: "IDENTIFIER", width: .flexible(10...16, share: 0),
      text: { $0.identifier }),
    Column("person", heading: "SEX AGE", width: .fixed(12), text: { $0.person }),
    // Servers count planned visits as active, although the patient isn't there yet.
    Column(
      "start", heading: "STARTED", width: .fixed(16),
      text: { $0.isToCome ? "due \($0.start.prefix(10))" : $0.start },
      role: { $0.isToCome ? .secondary : .text }),
    location, type,
  ]
}
