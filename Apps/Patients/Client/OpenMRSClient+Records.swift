import Accounts
import Reprise

extension OpenMRSClient {
  nonisolated(nonsending) func encounters(
    of patient: ResourceID, start: Int, limit: Int
  ) async throws -> ResultPage<Encounter> {
    try await page(
      ["encounter"], Self.encountersQuery(of: patient, Representation.encounterRow), of: patient,
      start: start, limit: limit, isCounted: try await countsEncounters(), read: Encounter.init(_:))
  }

  static func encountersQuery(
    of patient: ResourceID, _ representation: String
  ) -> [Parameter] {
    [
      Parameter("patient", patient.text), Parameter("order", "desc"),
      Parameter("v", representation),
    ]
  }

  nonisolated(nonsending) func encounter(
    _ id: ResourceID, of patient: ResourceID? = nil
  ) async throws -> Encounter {
    let encounter = try await withRanges { requestsRanges in
      try await withoutForbidden(Encounter.parts) { hidden in
        var encounter = try await one(
          ["encounter", id.text],
          Representation.encounter(withRanges: requestsRanges, without: hidden),
          read: Encounter.init(_:))
        encounter.hidden = hidden
        return encounter
      }
    }
    guard encounter.id == id,
      patient == nil || encounter.patient?.id == nil || encounter.patient?.id == patient
    else { throw OpenMRSError.wrongObject("encounter") }
    return encounter
  }

  /// Omits the parts that the user may not see: since REST 3.3 such a part breaks off the whole
  /// response. In cache-only mode tries all combinations of parts, because any may be cached.
  nonisolated(nonsending) func withoutForbidden<Value>(
    _ parts: [String],
    _ fetch: nonisolated(nonsending) (_ hidden: Set<String>) async throws -> Value
  ) async throws -> Value {
    var hidden = knowledge.forbidden.intersection(parts)
    if isCacheOnly {
      let all = (0..<1 << parts.count).map { bits in
        Set(parts.indices.filter { bits >> $0 & 1 == 1 }.map { parts[$0] })
      }
      for some in all.sorted(by: { $0.count < $1.count }).dropLast() {
        do { return try await fetch(some) } catch OpenMRSError.notCached {}
      }
      return try await fetch(Set(parts))
    }
    while true {
      do {
        let value = try await fetch(hidden)
        knowledge.forbidden.formUnion(hidden)
        return value
      } catch OpenMRSError.brokenOff(let name) {
        // If the part isn't a list, the error names the list that contains it.
        guard let part = parts.count == 1 ? parts[0] : parts.first(where: { $0 == name }),
          hidden.insert(part).inserted
        else { throw OpenMRSError.brokenOff(name) }
      }
    }
  }

  nonisolated(nonsending) func withRanges<Value>(
    _ fetch: nonisolated(nonsending) (_ requestsRanges: Bool) async throws -> Value
  ) async throws -> Value {
    guard knowledge.supportsRanges,
      try await release().map({ $0 >= .includingRanges }) ?? false
    else { return try await fetch(false) }
    do {
      return try await fetch(true)
    } catch OpenMRSError.notCached where isCacheOnly {
      return try await fetch(false)
    } catch OpenMRSError.notInCopy(.refused(400, _)) where isCacheOnly {
      // Offline copies of 0.2.0 contain the refusal besides the response.
      return try await fetch(false)
    } catch OpenMRSError.refused(400, _) where !isCacheOnly {
      // The REST release supports ranges, but the platform is older than 2.7.
      knowledge.supportsRanges = false
      do {
        let value = try await fetch(false)
        sources.recorder?.forgetUnavailable { request, reason in
          guard case .refused(400, _) = reason else { return false }
          return request.contains(Representation.rangeKey)
        }
        return value
      } catch {
        // The request fails without the range, too.
        knowledge.supportsRanges = true
        throw error
      }
    }
  }

  nonisolated(nonsending) func allergies(of patient: ResourceID) async throws -> AllergyList {
    let path = ["patient", patient.text, "allergy"]
    let query = [Parameter("v", Representation.allergy)]
    let response: JSON
    do {
      // Before 2.49, `totalCount` makes this a 400 error; a limit doesn't (openmrs-live 320b).
      // Without a limit the server truncates the list.
      response = try await responseUnlessDoubtful(
        DataRequest(
          try requestText(path, query), page: DataRequest.Page(start: 0, limit: 100), about: patient
        ),
        about: patient, in: path)
    } catch OpenMRSError.notFound(let message) where OpenMRSError.meansMissingObject(message) {
      // Below 2.37, "never asked" is a 404 that differs from a missing module only in its text.
      response = .null
    }
    // A 204 response means that the patient was never asked (openmrs-live 311b).
    guard response != .null else {
      return AllergyList(
        status: .unasked, entries: Entries([], read: Allergy.init(_:)))
    }
    let first = try RawPage(response, start: 0)
    let entries = try await all(path, query, of: patient, behind: first, read: Allergy.init(_:))
    return AllergyList(
      status: first.results.isEmpty ? .noneKnown : .recorded, entries: entries,
      settings: try await severities(of: entries.elements))
  }

  /// Requests them only if a severity isn't CIEL's. If they can't be read, names give the grades.
  private nonisolated(nonsending) func severities(
    of allergies: [Allergy]
  ) async throws -> [ResourceID: Allergy.Grade] {
    let ids = allergies.compactMap(\.severityID)
    guard ids.contains(where: { Allergy.Grade.ofCIEL[$0] == nil }) else { return [:] }
    if let known = knowledge.severities { return known }
    do {
      let response = try await get(
        ["systemsetting"],
        [Parameter("q", Allergy.Grade.settings), Parameter("v", Representation.setting)])
      var grades: [ResourceID: Allergy.Grade] = [:]
      for setting in response["results"]?.array ?? [] {
        let name = setting.text("property")
        guard let grade = Allergy.Grade.allCases.first(where: { $0.setting == name }),
          let value = setting.text("value")
        else { continue }
        grades[ResourceID(value)] = grade
      }
      knowledge.severities = grades
      return grades
    } catch let error as OpenMRSError where !error.cancelsRemainingRequests {
      return [:]
    }
  }

  nonisolated(nonsending) func conditions(of patient: ResourceID) async throws -> Entries<Condition>
  {
    if let release = try await release(), release < .searchingConditions {
      throw OpenMRSError.tooOld("conditions", since: "2.39")
    }
    var conditions = try await withoutForbidden(["condition"]) { hidden in
      try await all(
        ["condition"],
        [
          Parameter("patientUuid", patient.text), Parameter("includeInactive", "true"),
          Parameter(
            "v", hidden.isEmpty ? Representation.condition : Representation.conditionByName),
        ], of: patient, read: Condition.init(_:))
    }
    conditions.elements.removeAll(where: \.isVoided)
    return conditions
  }

  /// Omits orders that only stop another one, and copies their reasons to the stopped orders.
  nonisolated(nonsending) func drugOrders(of patient: ResourceID) async throws -> Entries<DrugOrder>
  {
    var orders = try await all(
      ["order"],
      [
        Parameter("patient", patient.text), Parameter("orderTypes", DrugOrder.type),
        Parameter("v", Representation.order),
      ], of: patient, read: DrugOrder.init(_:))
    orders.elements.removeAll(where: \.isVoided)
    let stops = orders.elements.filter { $0.action == "DISCONTINUE" }
    let reasons = stops.compactMap { stop in
      stop.previous.flatMap { id in stop.reason.map { (id, $0) } }
    }
    let reasonsByOrder = Dictionary(reasons) { newest, _ in newest }
    orders.elements.removeAll { $0.action == "DISCONTINUE" }
    for index in orders.elements.indices {
      orders.elements[index].reasonStopped = reasonsByOrder[orders.elements[index].id]
    }
    return orders
  }

  nonisolated(nonsending) func programs(
    of patient: ResourceID
  ) async throws -> Entries<ProgramEnrollment> {
    var programs = try await all(
      ["programenrollment"],
      [Parameter("patient", patient.text), Parameter("v", Representation.program)], of: patient,
      read: ProgramEnrollment.init(_:))
    programs.elements.removeAll(where: \.isVoided)
    return programs
  }

  /// Loads a list that is short for every patient. Throws `MemoryBudgetExceeded`, because a partial
  /// list of medicines would look complete.
  nonisolated(nonsending) func all<Element>(
    _ path: [String], _ query: [Parameter], of patient: ResourceID, behind first: RawPage? = nil,
    read: (JSON) throws(Unreadable) -> Element
  ) async throws -> Entries<Element> {
    var results = first?.results ?? []
    // Only a list of one page can have entries of earlier responses.
    var earlierEntries = first?.earlierEntries ?? []
    let budget = MemoryBudget()
    budget.take(results)
    var hasMore = first.map { $0.hasMore && !$0.results.isEmpty } ?? true
    while hasMore {
      guard !budget.isFull else { throw MemoryBudgetExceeded(memory: budget.memory) }
      let page = try await page(
        path, query, of: patient, start: results.count, limit: 100)
      results += page.results
      earlierEntries += page.earlierEntries
      budget.take(page.results)
      hasMore = page.hasMore && !page.results.isEmpty
    }
    return Entries(results, earlierEntries: earlierEntries, read: read)
  }
}
