import Reprise

extension OpenMRSClient {
  /// Asks for all that the screens of a patient show. Throws if anything of it can't be had for now.
  ///
  /// `say` is told how many of how many questions are answered; more of them become known on the way.
  nonisolated(nonsending) func complete(
    _ id: ResourceID, at moment: Int, say: (_ done: Int, _ of: Int) async -> Void
  ) async throws -> SavedCopy {
    let notes = AnswerNotes()
    let client = noting(notes)
    var done = 0
    var total = 10
    func isThere(_ work: () async throws -> Void) async throws -> Bool {
      try Task.checkCancellation()
      defer { done += 1 }
      do {
        try await work()
      } catch let problem as OpenMRSProblem where problem.isOfTheRecord {
        // That it is so is kept too.
        return false
      }
      return true
    }
    let patient = try await client.patient(id)
    done += 1
    await say(done, total)
    let sections: [() async throws -> Void] = [
      { _ = try await client.allergies(of: id) }, { _ = try await client.conditions(of: id) },
      { _ = try await client.drugOrders(of: id) }, { _ = try await client.programs(of: id) },
      { _ = try await client.vitalSigns(of: id) },
      { _ = try await client.activeVisits(of: id, start: 0, limit: 1) },
    ]
    for section in sections {
      _ = try await isThere(section)
      await say(done, total)
    }
    var visits: [ResourceID] = []
    _ = try await isThere { visits = try await client.visits(of: id).elements.map(\.id) }
    var encounters: [ResourceID] = []
    _ = try await isThere { encounters = try await client.allEncounters(of: id) }
    total = done + 2 * visits.count + encounters.count
    await say(done, total)
    for visit in visits {
      _ = try await isThere { _ = try await client.visit(visit) }
      _ = try await isThere { _ = try await client.allEncounters(of: id, visit: visit) }
      await say(done, total)
    }
    for encounter in encounters {
      _ = try await isThere { _ = try await client.encounter(encounter) }
      await say(done, total)
    }
    return SavedCopy(
      patient: SavedPatient(patient: patient, moment: moment), answers: notes.answers)
  }

  private nonisolated(nonsending) func allEncounters(
    of patient: ResourceID, visit: ResourceID? = nil
  ) async throws -> [ResourceID] {
    var ids: [ResourceID] = []
    var start = 0
    while true {
      let page = try await encounters(of: patient, visit: visit, start: start, limit: 100)
      ids += page.elements.map(\.id)
      start += page.count
      guard page.hasMore, page.count > 0 else { return ids }
      try Task.checkCancellation()
    }
  }
}

extension OpenMRSProblem {
  /// Whether it says what there is of the record, and not that something went wrong.
  fileprivate var isOfTheRecord: Bool {
    switch self {
    case .notFound, .missingPrivilege, .lacksModule: true
    default: false
    }
  }
}
