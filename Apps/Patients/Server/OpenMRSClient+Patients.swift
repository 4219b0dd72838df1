import Reprise

/// Patients and their visits.
extension OpenMRSClient {
  /// Those whose name or identifier fits, the dead included: without being asked to, servers leave them out.
  nonisolated(nonsending) func patients(
    matching text: String, start: Int, limit: Int
  ) async throws -> ResultPage<Patient> {
    try await page(
      ["patient"],
      [
        Parameter("q", text), Parameter("includeDead", "true"),
        Parameter("v", Representation.patientRow),
      ], start: start, limit: limit
    ) { json throws(Unreadable) in try Patient(json) }
  }

  nonisolated(nonsending) func patient(_ id: ResourceID) async throws -> Patient {
    try await one(["patient", id.text], Representation.patient) { json throws(Unreadable) in
      try Patient(json)
    }
  }

  /// All of a patient's visits, the newest first. No server promises an order, so they can't come in pieces.
  nonisolated(nonsending) func visits(of patient: ResourceID) async throws -> Entries<Visit> {
    var visits = try await all(["visit"], Self.visitsQuery(of: patient)) {
      json throws(Unreadable) in try Visit(json)
    }
    visits.elements.sort { $0.isNewer(than: $1) }
    return visits
  }

  static func visitsQuery(of patient: ResourceID) -> [Parameter] {
    [Parameter("patient", patient.text), Parameter("v", Representation.visit)]
  }

  /// The visits that go on now; all patients' or those of one. The newest come first in each page: most servers have them in that order,
  /// but none promises it.
  nonisolated(nonsending) func activeVisits(
    of patient: ResourceID? = nil, start: Int, limit: Int
  ) async throws -> ResultPage<Visit> {
    let whose = patient.map { [Parameter("patient", $0.text)] } ?? []
    return try await page(
      ["visit"],
      whose + [Parameter("includeInactive", "false"), Parameter("v", Representation.visit)],
      start: start, limit: limit
    ) { json throws(Unreadable) in
      try Visit(json)
    }.sorted { $0.isNewer(than: $1) }
  }

  nonisolated(nonsending) func visit(_ id: ResourceID) async throws -> Visit {
    try await one(["visit", id.text], Representation.visit) { json throws(Unreadable) in
      try Visit(json)
    }
  }
}

extension Visit {
  fileprivate func isNewer(than other: Visit) -> Bool {
    (start ?? .earliest) > (other.start ?? .earliest)
  }
}
