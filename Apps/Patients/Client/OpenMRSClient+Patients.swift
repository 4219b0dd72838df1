import Reprise

extension OpenMRSClient {
  /// Includes the dead, whom servers omit by default.
  nonisolated(nonsending) func patients(
    matching text: String, start: Int, limit: Int
  ) async throws -> ResultPage<Patient> {
    try await page(
      ["patient"],
      [
        Parameter("q", text), Parameter("includeDead", "true"),
        Parameter("v", Representation.patientRow),
      ], start: start, limit: limit, isCounted: true, read: Patient.init(_:))
  }

  /// Throws `OpenMRSError.wrongObject` if a faulty proxy returns another patient.
  nonisolated(nonsending) func patient(_ id: ResourceID) async throws -> Patient {
    let patient = try await one(
      ["patient", id.text], Representation.patient, read: Patient.init(_:))
    guard patient.id == id else { throw OpenMRSError.wrongObject("patient") }
    return patient
  }

  /// The newest first: servers guarantee no order across pages.
  nonisolated(nonsending) func visits(of patient: ResourceID) async throws -> Entries<Visit> {
    var visits = try await all(
      ["visit"], Self.visitsQuery(of: patient), of: patient, read: Visit.init(_:))
    visits.elements.sort { $0.isNewer(than: $1) }
    return visits
  }

  static func visitsQuery(
    of patient: ResourceID, _ representation: String = Representation.visit
  ) -> [Parameter] {
    [Parameter("patient", patient.text), Parameter("v", representation)]
  }

  /// Each page is sorted, the newest first; servers guarantee no order across pages.
  nonisolated(nonsending) func activeVisits(
    start: Int, limit: Int
  ) async throws -> ResultPage<Visit> {
    try await page(
      ["visit"],
      [Parameter("includeInactive", "false"), Parameter("v", Representation.activeVisit)],
      start: start, limit: limit, isCounted: true, read: Visit.init(_:)
    )
    .sorted { $0.isNewer(than: $1) }
  }

  nonisolated(nonsending) func activeVisits(of patient: ResourceID) async throws -> [Visit] {
    try await page(
      ["visit"],
      [
        Parameter("patient", patient.text), Parameter("includeInactive", "false"),
        Parameter("v", Representation.visit),
      ], of: patient, start: 0, limit: 10, mayBeEmpty: true, read: Visit.init(_:)
    )
    .sorted { $0.isNewer(than: $1) }.elements
  }

  nonisolated(nonsending) func visit(
    _ id: ResourceID, of patient: ResourceID
  ) async throws -> Visit {
    let visit = try await withoutForbidden(["encounters"]) { hidden in
      var visit = try await one(
        ["visit", id.text], Representation.visitWithEncounters(without: hidden),
        read: Visit.init(_:))
      visit.hidesEncounters = !hidden.isEmpty
      return visit
    }
    guard visit.id == id, visit.patient?.id == nil || visit.patient?.id == patient else {
      throw OpenMRSError.wrongObject("visit")
    }
    return visit
  }
}

extension Visit {
  fileprivate func isNewer(than other: Visit) -> Bool {
    (start ?? .earliest) > (other.start ?? .earliest)
  }
}
