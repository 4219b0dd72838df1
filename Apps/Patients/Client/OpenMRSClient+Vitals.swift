import Accounts
import Reprise

extension OpenMRSClient {
  /// Signs that aren't among the newest fifty measurements are requested separately: height may be
  /// measured once in years. A measurement dated in the future doesn't count as the newest.
  nonisolated(nonsending) func latestVitalSigns(
    of patient: ResourceID, isFuture: @Sendable (DateOrTime?) -> Bool = { _ in false }
  ) async throws -> VitalSigns {
    let loadClient = forOneLoad()
    defer { ages.note(loadClient.ages) }
    let dictionary = try await loadClient.vitalDictionary()
    var wanted = Sign.allConcepts.filter { !dictionary.concepts(of: [$0]).isEmpty }
    let all = wanted
    var found: [Observation] = []
    var skipped: [SkippedEntry] = []
    var isAll = wanted.isEmpty
    var start = 0
    while !wanted.isEmpty, start < 600 {
      let page: ResultPage<Observation>
      do {
        page = try await loadClient.measurements(
          of: patient, wanted, dictionary, start: start, limit: 50)
      } catch OpenMRSError.notCached where isCacheOnly && !found.isEmpty {
        // A date that was in the future when the data were cached may have passed, so that other
        // signs were requested then.
        return try await vitalSignsOverTime(of: patient)
      }
      found += page.elements
      skipped += page.skipped
      if wanted == all, start == 0 { isAll = !page.hasMore }
      let seen = Set(page.elements.filter { !isFuture($0.when) }.compactMap(\.concept.id))
      let rest = wanted.filter { !seen.contains($0) }
      guard page.hasMore, page.count > 0 else { break }
      start = rest.count < wanted.count ? 0 : start + page.count
      wanted = rest
    }
    // Two pages may contain the same measurement.
    var ids: Set<ResourceID> = []
    found = found.filter { ids.insert($0.id).inserted }
    return try await loadClient.vitalSigns(found, skipped, isComplete: isAll, dictionary)
  }

  nonisolated(nonsending) func vitalSignsOverTime(
    of patient: ResourceID
  ) async throws -> VitalSigns {
    let loadClient = forOneLoad()
    defer { ages.note(loadClient.ages) }
    let dictionary = try await loadClient.vitalDictionary()
    var found: [Observation] = []
    var skipped: [SkippedEntry] = []
    var start = 0
    var hasMore = !dictionary.isEmpty
    while hasMore, start < 600 {
      let page = try await loadClient.measurements(
        of: patient, Sign.allConcepts, dictionary, start: start, limit: 100)
      found += page.elements
      skipped += page.skipped
      start += page.count
      hasMore = page.hasMore && page.count > 0
    }
    // An offline copy ends at the same limit.
    return try await loadClient.vitalSigns(
      found, skipped, isComplete: !hasMore && start < 600, dictionary)
  }

  /// Call it on the client that loaded the measurements: its `ages` contain partial failures.
  private nonisolated(nonsending) func vitalSigns(
    _ found: [Observation], _ skipped: [SkippedEntry], isComplete: Bool,
    _ dictionary: VitalDictionary
  ) async throws -> VitalSigns {
    var vitals = VitalSigns(found, skipped, isComplete: isComplete, ranges: dictionary.ranges)
    vitals.isKnown = dictionary.isFromServer && !dictionary.isEmpty || !found.isEmpty
    // Without the server's release, the patient's own ranges weren't requested.
    vitals.lacksRanges = ages.failureOfPart != nil
    return vitals
  }

  private nonisolated(nonsending) func measurements(
    of patient: ResourceID, _ signs: [ResourceID], _ dictionary: VitalDictionary, start: Int,
    limit: Int
  ) async throws -> ResultPage<Observation> {
    try await withRanges { requestsRanges in
      try await page(
        ["obs"],
        [
          Parameter("patient", patient.text),
          Parameter(
            "concepts", dictionary.concepts(of: signs).map(\.text).joined(separator: ",")),
          Parameter("v", Representation.measurement(withRange: requestsRanges)),
        ], of: patient, start: start, limit: limit
      ) { json throws(Unreadable) in try Observation(json).read(with: dictionary) }
    }
  }

  /// Requests the concepts by mapping in one request, or else one by one by CIEL code. If the user
  /// may not see concepts, or the server fails, uses CIEL's own UUIDs; a failure is recorded in
  /// `ages`, and the next call tries again.
  nonisolated(nonsending) func vitalDictionary() async throws -> VitalDictionary {
    if let known = knowledge.vitals { return known }
    do {
      let dictionary = try await requestVitalDictionary()
      knowledge.vitals = dictionary
      return dictionary
    } catch OpenMRSError.missingPrivilege {
      knowledge.vitals = VitalDictionary()
    } catch let error as OpenMRSError where !error.cancelsRemainingRequests {
      ages.noteFailureOfPart(error)
    }
    return VitalDictionary()
  }

  private nonisolated(nonsending) func requestVitalDictionary() async throws -> VitalDictionary {
    let chosen = knowledge.chosenVitals
    do {
      let response = try await get(
        ["concept"],
        [
          Parameter(
            "references", VitalDictionary.references(chosen: chosen).joined(separator: ",")),
          Parameter("v", Representation.vitalSigns),
        ])
      let dictionary = VitalDictionary(response["results"]?.array ?? [], chosen: chosen)
      if !dictionary.isEmpty { return dictionary }
    } catch OpenMRSError.notFound, OpenMRSError.refused(400, _) {
      // An older release doesn't support this search or the mappings.
    }
    var dictionary = VitalDictionary([])
    for name in VitalDictionary.names {
      let reference = chosen[name.key] ?? name.references[1]
      let parts = reference.split(separator: ":", maxSplits: 1)
      do {
        if parts.count == 2 {
          let response = try await get(
            ["concept"],
            [
              Parameter("source", String(parts[0])), Parameter("code", String(parts[1])),
              Parameter("v", Representation.vitalSigns),
            ])
          // The search also returns concepts with narrower and broader mappings.
          for json in response["results"]?.array ?? []
          where VitalDictionary.isNamed(json, by: [reference] + name.references) {
            dictionary.add(json, as: name.concept)
          }
        } else {
          dictionary.add(
            try await get(["concept", reference], [Parameter("v", Representation.vitalSign)]),
            as: name.concept)
        }
      } catch OpenMRSError.notFound, OpenMRSError.refused(400, _) {
        // The server doesn't have the source or the concept.
      }
    }
    return dictionary
  }
}
