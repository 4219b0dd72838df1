import Reprise

/// What is recorded of a patient.
extension OpenMRSClient {
  /// A patient's encounters, the newest first; those of a visit or of a type if one is named.
  nonisolated(nonsending) func encounters(
    of patient: ResourceID, visit: ResourceID? = nil, start: Int, limit: Int
  ) async throws -> ResultPage<Encounter> {
    try await page(
      ["encounter"], Self.encountersQuery(of: patient, visit: visit), start: start, limit: limit
    ) { json throws(Unreadable) in try Encounter(json) }
  }

  static func encountersQuery(
    of patient: ResourceID, visit: ResourceID? = nil,
    _ representation: String = Representation.encounterRow
  ) -> [Parameter] {
    [Parameter("patient", patient.text)] + (visit.map { [Parameter("visit", $0.text)] } ?? [])
      + [Parameter("order", "desc"), Parameter("v", representation)]
  }

  nonisolated(nonsending) func encounter(_ id: ResourceID) async throws -> Encounter {
    try await one(["encounter", id.text], Representation.encounter) { json throws(Unreadable) in
      try Encounter(json)
    }
  }

  /// The newest vital signs, at most a hundred times they were taken, with what is normal.
  nonisolated(nonsending) func vitalSigns(of patient: ResourceID) async throws -> VitalSigns {
    let taken = try await page(
      ["encounter"],
      [
        Parameter("patient", patient.text), Parameter("encounterType", VitalSigns.encounterType),
        Parameter("order", "desc"), Parameter("v", Representation.vitals),
      ], start: 0, limit: 100
    ) { json throws(Unreadable) in try Encounter(json) }
    return VitalSigns(taken, ranges: try await vitalRanges())
  }

  /// What is normal; nothing where the server has no such set.
  private nonisolated(nonsending) func vitalRanges() async throws -> [Concept] {
    if let known = knowledge.ranges { return known }
    do {
      let set = try await get(
        ["concept", VitalSigns.conceptSet], [Parameter("v", Representation.vitalSigns)])
      knowledge.ranges = (set["setMembers"]?.array ?? []).map { Concept($0) }
    } catch OpenMRSProblem.notFound {
      knowledge.ranges = []
    } catch OpenMRSProblem.notKept {
      // They come before what is measured is shown, so a server that has them has had them kept.
      knowledge.ranges = []
    }
    return knowledge.ranges ?? []
  }

  nonisolated(nonsending) func allergies(of patient: ResourceID) async throws -> Entries<Allergy> {
    try await all(
      ["patient", patient.text, "allergy"], [Parameter("v", Representation.allergy)]
    ) { json throws(Unreadable) in try Allergy(json) }
  }

  nonisolated(nonsending) func conditions(of patient: ResourceID) async throws -> Entries<Condition>
  {
    try await all(
      ["condition"],
      [
        Parameter("patientUuid", patient.text), Parameter("includeInactive", "true"),
        Parameter("v", Representation.condition),
      ]
    ) { json throws(Unreadable) in try Condition(json) }
  }

  nonisolated(nonsending) func drugOrders(of patient: ResourceID) async throws -> Entries<DrugOrder>
  {
    try await all(
      ["order"],
      [
        Parameter("patient", patient.text), Parameter("t", "drugorder"),
        Parameter("status", "any"), Parameter("v", Representation.order),
      ]
    ) { json throws(Unreadable) in try DrugOrder(json) }
  }

  nonisolated(nonsending) func programs(
    of patient: ResourceID
  ) async throws -> Entries<ProgramEnrollment> {
    try await all(
      ["programenrollment"],
      [Parameter("patient", patient.text), Parameter("v", Representation.program)]
    ) { json throws(Unreadable) in try ProgramEnrollment(json) }
  }

  /// All of a list that is short for every patient, a hundred at a time.
  nonisolated(nonsending) func all<Element>(
    _ path: [String], _ query: [Parameter], read: (JSON) throws(Unreadable) -> Element
  ) async throws -> Entries<Element> {
    var results: [JSON] = []
    var hasMore = true
    while hasMore, results.count < 2_000 {
      let page = try await page(path, query, start: results.count, limit: 100)
      results += page.results
      hasMore = page.hasMore && !page.results.isEmpty
    }
    return Entries(results, read: read)
  }
}
