import Reprise

/// The measurements of a patient, in whatever encounter or group: they are asked for by concept.
extension OpenMRSClient {
  /// Asks for the newest of each sign, with the few measurements before it that came along.
  ///
  /// A sign that isn't among the newest fifty is asked for by itself: a height is measured once in years.
  nonisolated(nonsending) func latestVitalSigns(of patient: ResourceID) async throws -> VitalSigns {
    let asking = forOneLoad()
    defer { ages.note(asking.ages) }
    var wanted = Sign.allConcepts
    var found: [Observation] = []
    var skipped: [SkippedEntry] = []
    var isAll = false
    while !wanted.isEmpty {
      let page = try await asking.measurements(of: patient, wanted, start: 0, limit: 50)
      found += page.elements
      skipped += page.skipped
      if wanted == Sign.allConcepts { isAll = !page.hasMore }
      let seen = Set(page.elements.compactMap(\.concept.id))
      let rest = wanted.filter { !seen.contains($0) }
      guard page.hasMore, rest.count < wanted.count else { break }
      wanted = rest
    }
    return try await asking.vitalSigns(found, skipped, isComplete: isAll)
  }

  /// Asks for as much of the past as a table and a chart show.
  nonisolated(nonsending) func vitalSignsOverTime(
    of patient: ResourceID
  ) async throws -> VitalSigns {
    let asking = forOneLoad()
    defer { ages.note(asking.ages) }
    var found: [Observation] = []
    var skipped: [SkippedEntry] = []
    var start = 0
    var hasMore = true
    while hasMore, start < 600 {
      let page = try await asking.measurements(
        of: patient, Sign.allConcepts, start: start, limit: 100)
      found += page.elements
      skipped += page.skipped
      start += page.count
      hasMore = page.hasMore && page.count > 0
    }
    // A copy ends where no more was asked for.
    return try await asking.vitalSigns(found, skipped, isComplete: !hasMore && start < 600)
  }

  /// Returns the signs with their normal ranges. Call it on the client that measured, whose ages say what failed on the way.
  private nonisolated(nonsending) func vitalSigns(
    _ found: [Observation], _ skipped: [SkippedEntry], isComplete: Bool
  ) async throws -> VitalSigns {
    var vitals = VitalSigns(
      found, skipped, isComplete: isComplete, ranges: try await vitalRanges())
    // The release says whether the patient's own ranges can be asked for, so without it they are missing, too.
    vitals.lacksRanges = ages.failureOfPart != nil
    return vitals
  }

  private nonisolated(nonsending) func measurements(
    of patient: ResourceID, _ concepts: [ResourceID], start: Int, limit: Int
  ) async throws -> ResultPage<Observation> {
    try await withRanges { isAsked in
      try await page(
        ["obs"],
        [
          Parameter("patient", patient.text),
          Parameter("concepts", concepts.map(\.text).joined(separator: ",")),
          Parameter("v", Representation.measurement(withRange: isAsked)),
        ], of: patient, start: start, limit: limit
      ) { json throws(Unreadable) in try Observation(json) }
    }
  }

  /// Asks for the normal ranges; empty if the server has no such set, or this user may not see it. Where they can't be had for now, they are
  /// empty as well, which the ages note as a part that failed, and are asked for again.
  private nonisolated(nonsending) func vitalRanges() async throws -> [Concept] {
    if let known = knowledge.ranges { return known }
    do {
      let set = try await get(
        ["concept", VitalSigns.conceptSet], [Parameter("v", Representation.vitalSigns)])
      knowledge.ranges = (set["setMembers"]?.array ?? []).map { Concept($0) }
    } catch OpenMRSProblem.notFound, OpenMRSProblem.missingPrivilege {
      knowledge.ranges = []
    } catch let error as OpenMRSProblem where !error.endsEverything {
      ages.noteFailureOfPart(error)
    }
    return knowledge.ranges ?? []
  }
}
