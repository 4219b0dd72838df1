import Reprise

/// A patient's visits, the newest first. Enter opens the visit.
@MainActor func visitsSection(_ patient: ResourceID, _ source: RecordSource) -> any Screen {
  ListController(
    title: "Visits", columns: VisitRow.columns, id: \.id.text, mark: \.mark,
    emptyText: "No visits are recorded.",
    source: { load in
      try await source.show(load) { client in
        try ListContent(try await client.visits(of: patient), ("visit", "visits"), source.zone) {
          VisitRow($0, source.zone, at: source.now())
        }
      }
    },
    open: { row, navigator in navigator.push(Route.visit(id: row.id, of: patient)) })
}

/// A patient's encounters, or those of one visit, the newest first.
@MainActor func encountersSection(
  of patient: ResourceID, visit: ResourceID? = nil, _ source: RecordSource
) -> any Screen {
  PagedListController(
    title: "Encounters",
    columns: visit == nil ? EncounterRow.columns : EncounterRow.columnsOfAVisit,
    id: \.id.text, noun: ("encounter", "encounters"),
    emptyText: "No encounters are recorded.",
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

/// A visit with its encounters, below the patient's banner.
@MainActor func visitScreen(
  _ id: ResourceID, of patient: ResourceID, _ source: RecordSource
) -> any Screen {
  let source = source.forOneScreen()
  return SectionsController(
    title: "Visit", provenance: source.origin,
    sections: [
      ScreenSection("encounters", title: "Encounters") {
        encountersSection(of: patient, visit: id, source)
      }
    ]
  ) { load in
    try await source.showBanner(of: patient, titled: "Visit", load) { banner, client in
      let visit = try await client.visit(id, of: patient)
      banner.title = visit.title
      banner.phrases.append(
        Banner.Phrase(visit.words(in: source.zone, at: source.now()), role: .title, isVital: true))
      if visit.isVoided { banner.phrases.append(.deleted("visit")) }
      if let diagnosed = visit.diagnosedWords { banner.phrases.append(Banner.Phrase(diagnosed)) }
    }
  }
}

extension Visit {
  /// Returns the encounters. Throws if the user may not see them.
  fileprivate func shownEncounters() throws -> [Encounter] {
    if hidesEncounters { throw OpenMRSError.brokenOff("encounters") }
    return encounters
  }

  /// The diagnoses: "diagnosed: Malaria (confirmed, primary)"; `nil` if there are none. Their
  /// number comes first, because a narrow line cuts the end.
  var diagnosedWords: String? {
    guard !diagnoses.isEmpty else { return nil }
    let count = diagnoses.count == 1 ? "diagnosed" : "\(diagnoses.count) diagnoses"
    return "\(count): " + diagnoses.map(\.title).joined(separator: ", ")
  }

  /// Returns a description: "Facility Visit, Inpatient Ward, 2026-11-20 07:42 to now".
  func words(in zone: Zone, at now: Timestamp) -> String {
    let start = begin?.words(in: zone) ?? "unknown"
    let stop = end?.words(in: zone)
    let isToCome = isToCome(at: now, in: zone)
    let span =
      (stop == nil && isToCome ? start : "\(start) to \(stop ?? "now")")
      + (isToCome ? ", still to come" : "")
    return [title, location, span].compactMap(\.self).joined(separator: ", ")
  }
}
