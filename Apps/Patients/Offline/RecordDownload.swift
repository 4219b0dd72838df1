import Accounts
import Documents
import FoundationEssentials
import Glibc
import Reprise

/// Loads all data that a patient's screens show. At most two requests run at a time, each for many
/// encounters. The responses are recorded as if each object had been requested alone, as the
/// screens do.
struct RecordDownload: Sendable {
  private let patient: ResourceID
  private let client: OpenMRSClient
  private let recorder: ResponseRecorder
  /// On a slow link each request takes seconds, but some servers are slow with many at once.
  private static let encountersAtOnce = 50
  /// Protects against a server that returns pages without end.
  private let mostEncounters: Int

  init(
    of patient: ResourceID, _ client: OpenMRSClient, _ recorder: ResponseRecorder,
    mostEncounters: Int = 5_000
  ) {
    self.mostEncounters = mostEncounters
    self.patient = patient
    self.client = client
    self.recorder = recorder
  }

  private typealias Step = @Sendable () async throws -> StepResult

  private struct StepResult: Sendable {
    var parts = 1
    var encounters: Int?
    var next: [Step] = []
  }

  /// Throws if any part can't be loaded now. The total that `progress` receives grows on the way.
  nonisolated(nonsending) func load(
    onPatient: (Patient) async -> Void, progress: (_ done: Int, _ of: Int) async -> Void
  ) async throws -> Patient {
    let parts = 1 + sections.count
    await progress(0, parts)
    let patient = try await client.patient(patient)
    await onPatient(patient)
    var done = 1
    await progress(done, parts)
    try await run([encounters(from: 0)] + sections, parts: parts, &done, progress)
    return patient
  }

  private nonisolated(nonsending) func run(
    _ steps: [Step], parts: Int, _ done: inout Int, _ progress: (Int, Int) async -> Void
  ) async throws {
    var waiting = steps
    var open = 0
    var total = parts
    var count = done
    try await withThrowingTaskGroup(of: StepResult.self) { group in
      while open > 0 || !waiting.isEmpty {
        try Task.checkCancellation()
        while open < 2, !waiting.isEmpty {
          let step = waiting.removeFirst()
          group.addTask { try await step() }
          open += 1
        }
        guard let result = try await group.next() else { break }
        open -= 1
        count += result.parts
        waiting += result.next
        if let encounters = result.encounters { total = parts + encounters }
        await progress(count, max(total, count + open + waiting.count))
      }
    }
    done = count
  }

  /// The step's failure only costs its own part, and is recorded.
  private func step(_ fetch: @escaping @Sendable () async throws -> Void) -> Step {
    return {
      _ = try await resultIfAvailable(fetch)
      return StepResult()
    }
  }

  /// `nil` if only this request fails. Throws if all others would fail.
  private func resultIfAvailable<Value>(_ fetch: () async throws -> Value) async throws -> Value? {
    do {
      return try await fetch()
    } catch is MemoryBudgetExceeded {
      // A retry would exceed the memory budget again.
      return nil
    } catch let error where error.mayBeTransient {
      do {
        return try await fetch()
      } catch let error where error.affectsOnlyItsPart {
        // Checks the connection first: a lost one would cost all remaining parts.
        try await client.services.logIn()
        return nil
      }
    } catch let error where error.affectsOnlyItsPart {
      return nil
    }
  }

  private var sections: [Step] {
    [
      step { _ = try await client.allergies(of: patient) },
      step {
        _ = try await client.conditions(of: patient)
        // The request with concepts was refused, and the one without them succeeded.
        if client.knowledge.forbidden.contains("condition") {
          recorder.forgetUnavailable { request, _ in request.hasPrefix("condition?") }
        }
      },
      step { _ = try await client.drugOrders(of: patient) },
      step { _ = try await client.programs(of: patient) },
      step {
        do {
          _ = try await client.latestVitalSigns(of: patient)
        } catch is MemoryBudgetExceeded {
          // The next request would fail, too, but only what was requested is reported as missing.
        }
        do {
          let vitals = try await client.vitalSignsOverTime(of: patient)
          if !vitals.isComplete {
            recorder.note(unavailable: Patient.laterVitalSigns, .refused(0, "the newest"))
          }
        } catch let error as MemoryBudgetExceeded {
          // The budget was exceeded before any vital sign was requested.
          recorder.note(unavailable: Patient.anyVitalSigns, .refused(0, error.message))
          throw error
        }
      },
      step { _ = try await client.activeVisits(of: patient) },
      step { try await visits() },
    ]
  }

  private static let rights = [
    "obs": "Get Observations", "orders": "Get Orders", "encounters": "Get Encounters",
    "diagnoses": "Get Diagnoses", "condition": "Get Concepts",
  ]

  private func noteForbidden(_ hidden: Set<String>, in kind: String) {
    for part in hidden {
      recorder.note(
        unavailable: "\(kind)?without=\(part)", .missingPrivilege(Self.rights[part] ?? part))
    }
  }

  /// Records a page of whole objects as single ones, and as the list that has less of them.
  private func note(
    _ page: RawPage, of kind: String, as whole: String, in list: String, _ request: DataRequest,
    at timestamp: Int
  ) throws {
    func response(_ json: JSON) -> ServerResponse {
      ServerResponse(json, timestamp: timestamp, location: "")
    }
    for object in page.results {
      // An object without an id can't be requested alone.
      guard let id = try? ResourceID(of: object, under: "uuid"),
        let requestText = try? client.requestText(
          [kind, id.text], [OpenMRSClient.Parameter("v", whole)])
      else { continue }
      try recorder.note(DataRequest(requestText), response(object))
    }
    let row = CustomRepresentation(list)
    try recorder.note(request, response(.page(page.results.map { row?.applied(to: $0) ?? $0 })))
  }
}

// MARK: Encounters

extension RecordDownload {
  private func encounters(_ page: DataRequest.Page) throws -> DataRequest {
    DataRequest(
      try client.requestText(
        ["encounter"], OpenMRSClient.encountersQuery(of: patient, Representation.encounterRow)),
      page: page)
  }

  private func encounters(from start: Int) -> Step {
    return {
      do {
        return try await wholeEncounters(from: start)
      } catch let error where error.mayDependOnSize && !recorder.budget.isFull {
        // One of the encounters may be the cause.
        return try await encountersOneByOne(from: start)
      }
    }
  }

  private func wholeEncounters(from start: Int) async throws -> StepResult {
    let loadClient = client.withoutRecorder.forOneLoad()
    // Records the release, too. In cache-only mode it determines how an encounter is requested.
    let isCounted = try await client.countsEncounters()
    let (page, whole) = try await loadClient.withRanges { requestsRanges in
      try await loadClient.withoutForbidden(Encounter.parts) { hidden in
        let whole = Representation.encounter(withRanges: requestsRanges, without: hidden)
        let page = try await loadClient.page(
          ["encounter"], OpenMRSClient.encountersQuery(of: patient, whole), of: patient,
          start: start, limit: Self.encountersAtOnce, isCounted: isCounted)
        noteForbidden(hidden, in: "encounter")
        return (page, whole)
      }
    }
    try note(
      page, of: "encounter", as: whole, in: Representation.encounterRow,
      encounters(DataRequest.Page(start: start, limit: Self.encountersAtOnce)),
      at: loadClient.ages.oldest ?? 0)
    return stepResult(
      page.results.count, behind: start, page.total, page.hasMore,
      hasBudget: !recorder.budget.isFull)
  }

  private func encountersOneByOne(from start: Int) async throws -> StepResult {
    let page = try await resultIfAvailable {
      try await client.encounters(of: patient, start: start, limit: Self.encountersAtOnce)
    }
    guard let page else { return StepResult(parts: 0) }
    var result = stepResult(
      page.count, behind: start, page.total, page.hasMore, hasBudget: !recorder.budget.isFull)
    result.parts -= page.elements.count
    result.next += page.elements.map { encounter in
      step { _ = try await client.encounter(encounter.id, of: patient) }
    }
    return result
  }

  private func stepResult(
    _ count: Int, behind start: Int, _ total: Int?, _ hasMore: Bool, hasBudget: Bool = true
  ) -> StepResult {
    let end = start + count
    let isCut = hasMore && count > 0 && (end >= mostEncounters || !hasBudget)
    if isCut {
      recorder.note(unavailable: Patient.laterEncounters, .refused(0, "the first \(end)"))
    }
    let isLast = !hasMore || count == 0 || isCut
    return StepResult(
      parts: count, encounters: total ?? end, next: isLast ? [] : [encounters(from: end)])
  }
}

// MARK: Visits

extension RecordDownload {
  /// Records them as single visits and as their list.
  private nonisolated(nonsending) func visits() async throws {
    let loadClient = client.withoutRecorder.forOneLoad()
    let list = try client.requestText(["visit"], OpenMRSClient.visitsQuery(of: patient))
    var start = 0
    var hasMore = true
    var hasBudget = true
    while hasMore, hasBudget, start < Self.mostVisits {
      let request = DataRequest(list, page: DataRequest.Page(start: start, limit: 20))
      let (page, whole) = try await recorder.notingFailure(of: request) {
        try await loadClient.withoutForbidden(["encounters"]) { hidden in
          let whole = Representation.visitWithEncounters(without: hidden)
          let page = try await loadClient.page(
            ["visit"], OpenMRSClient.visitsQuery(of: patient, whole), of: patient, start: start,
            limit: 20)
          noteForbidden(hidden, in: "visit")
          return (page, whole)
        }
      }
      try note(
        page, of: "visit", as: whole, in: Representation.visit, request,
        at: loadClient.ages.oldest ?? 0)
      hasBudget = !recorder.budget.isFull
      start += page.results.count
      hasMore = page.hasMore && !page.results.isEmpty
    }
    if hasMore {
      recorder.note(unavailable: Patient.laterVisits, .refused(0, "the first \(start)"))
    }
  }

  private static let mostVisits = 2_000
}

extension Error {
  /// Whether the server responded, so that the remaining parts can be loaded.
  fileprivate var affectsOnlyItsPart: Bool {
    switch self as any Error {
    case OpenMRSError.limited: false
    case is OpenMRSError: !cancelsRemainingRequests
    default: allowsStaleResponse
    }
  }

  /// Whether the response is unusable, perhaps by chance, as after a broken connection.
  fileprivate var mayBeTransient: Bool {
    if case .exception? = self as? OpenMRSError { return true }
    return FetchFailure(self) == .unusable
  }

  /// Whether a smaller request may succeed: the response is unusable, or the server took too long.
  fileprivate var mayDependOnSize: Bool {
    switch self as any Error {
    case HTTPError.timedOut(_, .responding, _), OpenMRSError.gateway(504): true
    default: !cancelsRemainingRequests
    }
  }
}
