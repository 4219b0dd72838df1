import Foundation
import Reprise

/// The work of asking for everything that the screens of a patient show: two questions at a time, and many encounters with each.
///
/// The answers are noted as if each thing had been asked for alone, as the screens ask for it.
struct WholeRecord: Sendable {
  private let patient: ResourceID
  private let client: OpenMRSClient
  private let notes: ResponseRecorder
  /// The number of encounters that are asked for at once, with their observations: at a slow link each question costs seconds, and some
  /// servers take long to put many together.
  private static let encountersAtOnce = 50
  /// The number of encounters after which no more pages are asked for: a server may have no end of them.
  private let mostEncounters: Int

  init(
    of patient: ResourceID, _ client: OpenMRSClient, _ notes: ResponseRecorder,
    mostEncounters: Int = 5_000
  ) {
    self.mostEncounters = mostEncounters
    self.patient = patient
    self.client = client
    self.notes = notes
  }

  /// A question to be asked.
  private struct Step: Sendable {
    let ask: @Sendable () async throws -> Came
  }

  /// The outcome of a question.
  private struct Came: Sendable {
    /// The number of parts of the record that came: sections and encounters.
    var parts = 1
    /// The number of all encounters, if that is known now.
    var encounters: Int?
    var next: [Step] = []
  }

  /// Asks for everything, and returns the patient. Throws if anything of it can't be had for now.
  ///
  /// `met` is called with the patient, and `say` with the number of parts of the record that are here, and of all, which becomes known on
  /// the way.
  nonisolated(nonsending) func ask(
    met: (Patient) async -> Void, say: (_ done: Int, _ of: Int) async -> Void
  ) async throws -> Patient {
    let parts = 1 + sections.count
    await say(0, parts)
    let patient = try await client.patient(patient)
    await met(patient)
    var done = 1
    await say(done, parts)
    try await ask([encounters(from: 0)] + sections, parts: parts, &done, say)
    return patient
  }

  private nonisolated(nonsending) func ask(
    _ steps: [Step], parts: Int, _ done: inout Int, _ say: (Int, Int) async -> Void
  ) async throws {
    var waiting = steps
    var open = 0
    var total = parts
    var count = done
    try await withThrowingTaskGroup(of: Came.self) { group in
      while open > 0 || !waiting.isEmpty {
        try Task.checkCancellation()
        while open < 2, !waiting.isEmpty {
          let step = waiting.removeFirst()
          group.addTask { try await step.ask() }
          open += 1
        }
        guard let came = try await group.next() else { break }
        open -= 1
        count += came.parts
        waiting += came.next
        if let encounters = came.encounters { total = parts + encounters }
        await say(count, max(total, count + open + waiting.count))
      }
    }
    done = count
  }

  /// Returns a question that may have no answer, or none that can be used: that is noted too, and costs that part alone.
  private func step(_ ask: @escaping @Sendable () async throws -> Void) -> Step {
    Step {
      _ = try await partAlone(ask)
      return Came()
    }
  }

  /// Returns the outcome of a question; nil if the server fails at it. Throws if the server fails at everything.
  private func partAlone<Value>(_ ask: () async throws -> Value) async throws -> Value? {
    do {
      return try await ask()
    } catch is MemoryBudgetExceeded {
      // Asked again it would find no more room, and the server is there.
      return nil
    } catch let error where error.mayBeChance {
      do {
        return try await ask()
      } catch let error where error.costsItsPartAlone {
        // A line that has just gone down would cost every part that is still to come.
        try await client.services.logIn()
        return nil
      }
    } catch let error where error.costsItsPartAlone {
      return nil
    }
  }

  private var sections: [Step] {
    [
      step { _ = try await client.allergies(of: patient) },
      step {
        _ = try await client.conditions(of: patient)
        // The question with concepts was refused, and the one without them answered.
        if client.knowledge.forbidden.contains("condition") {
          notes.forgetLacks { question, _ in question.hasPrefix("condition?") }
        }
      },
      step { _ = try await client.drugOrders(of: patient) },
      step { _ = try await client.programs(of: patient) },
      step {
        do {
          _ = try await client.latestVitalSigns(of: patient)
        } catch is MemoryBudgetExceeded {
          // What comes behind them has no room either, and is named as missing only if it was asked for.
        }
        do {
          let vitals = try await client.vitalSignsOverTime(of: patient)
          if !vitals.isComplete {
            notes.note(lackOf: Patient.laterVitalSigns, .refused(0, "the newest"))
          }
        } catch let error as MemoryBudgetExceeded {
          // Without room for the server's dictionary they weren't asked for at all.
          notes.note(lackOf: Patient.anyVitalSigns, .refused(0, error.localizedDescription))
          throw error
        }
      },
      step { _ = try await client.activeVisits(of: patient) },
      step { try await visits() },
    ]
  }
}

extension WholeRecord {
  /// The rights that the parts of encounters and visits want.
  private static let rights = [
    "obs": "Get Observations", "orders": "Get Orders", "encounters": "Get Encounters",
    "diagnoses": "Get Diagnoses", "condition": "Get Concepts",
  ]

  /// Notes that things are saved without parts that this user may not see.
  private func noteForbidden(_ hidden: Set<String>, in kind: String) {
    for part in hidden {
      notes.note(
        lackOf: "\(kind)?without=\(part)", .missingPrivilege(Self.rights[part] ?? part))
    }
  }
}

// MARK: Encounters

extension WholeRecord {
  /// Returns the question for a page of the patient's encounters.
  private func encounters(_ page: DataRequest.Page) throws -> DataRequest {
    DataRequest(
      try client.question(
        ["encounter"], OpenMRSClient.encountersQuery(of: patient, Representation.encounterRow)),
      page: page)
  }

  /// Returns the question for a page of encounters with their observations, and then the pages behind it.
  private func encounters(from start: Int) -> Step {
    Step {
      do {
        return try await wholeEncounters(from: start)
      } catch let error where error.isOfManyAtOnce && !notes.budget.isFull {
        // One of them may be what isn't to be had.
        return try await encountersOneByOne(from: start)
      }
    }
  }

  private func wholeEncounters(from start: Int) async throws -> Came {
    let asking = client.notNoting.forOneLoad()
    // The release is noted too: without a server it says how an encounter was asked for.
    let isCounted = try await client.countsEncounters()
    let (page, whole) = try await asking.withRanges { isAsked in
      try await asking.withoutForbidden(Encounter.parts) { hidden in
        let whole = Representation.encounter(withRanges: isAsked, without: hidden)
        let page = try await asking.page(
          ["encounter"], OpenMRSClient.encountersQuery(of: patient, whole), of: patient,
          start: start, limit: Self.encountersAtOnce, isCounted: isCounted)
        noteForbidden(hidden, in: "encounter")
        return (page, whole)
      }
    }
    let timestamp = asking.ages.oldest ?? 0
    for encounter in page.results {
      // What has no id can't be asked for alone.
      guard let id = try? ResourceID(of: encounter, under: "uuid"),
        let question = try? client.question(
          ["encounter", id.text], [OpenMRSClient.Parameter("v", whole)])
      else { continue }
      try notes.note(
        DataRequest(question), ServerResponse(encounter, timestamp: timestamp, place: ""))
    }
    let row = CustomRepresentation(Representation.encounterRow)
    try notes.note(
      encounters(DataRequest.Page(start: start, limit: Self.encountersAtOnce)),
      ServerResponse(
        .page(page.results.map { row?.applied(to: $0) ?? $0 }), timestamp: timestamp, place: ""))
    return came(
      page.results.count, behind: start, page.total, page.hasMore,
      hasBudget: !notes.budget.isFull)
  }

  private func encountersOneByOne(from start: Int) async throws -> Came {
    let page = try await partAlone {
      try await client.encounters(of: patient, start: start, limit: Self.encountersAtOnce)
    }
    guard let page else { return Came(parts: 0) }
    var came = came(
      page.count, behind: start, page.total, page.hasMore, hasBudget: !notes.budget.isFull)
    came.parts -= page.elements.count
    came.next += page.elements.map { encounter in
      step { _ = try await client.encounter(encounter.id, of: patient) }
    }
    return came
  }

  private func came(
    _ count: Int, behind start: Int, _ total: Int?, _ hasMore: Bool, hasBudget: Bool = true
  ) -> Came {
    let end = start + count
    let isCut = hasMore && count > 0 && (end >= mostEncounters || !hasBudget)
    if isCut { notes.note(lackOf: Patient.laterEncounters, .refused(0, "the first \(end)")) }
    let isLast = !hasMore || count == 0 || isCut
    return Came(
      parts: count, encounters: total ?? end, next: isLast ? [] : [encounters(from: end)])
  }
}

// MARK: Visits

extension WholeRecord {
  /// Asks for all visits with their encounters, and notes them as if each had been asked for alone, and as their list.
  private nonisolated(nonsending) func visits() async throws {
    let asking = client.notNoting.forOneLoad()
    let list = try client.question(["visit"], OpenMRSClient.visitsQuery(of: patient))
    let row = CustomRepresentation(Representation.visit)
    var start = 0
    var hasMore = true
    var hasBudget = true
    while hasMore, hasBudget, start < Self.mostVisits {
      let asked = DataRequest(list, page: DataRequest.Page(start: start, limit: 20))
      let (page, whole) = try await notes.notingFailure(of: asked) {
        try await asking.withoutForbidden(["encounters"]) { hidden in
          let whole = Representation.visitWithEncounters(without: hidden)
          let page = try await asking.page(
            ["visit"], OpenMRSClient.visitsQuery(of: patient, whole), of: patient, start: start,
            limit: 20)
          noteForbidden(hidden, in: "visit")
          return (page, whole)
        }
      }
      let timestamp = asking.ages.oldest ?? 0
      for visit in page.results {
        guard let id = try? ResourceID(of: visit, under: "uuid"),
          let question = try? client.question(
            ["visit", id.text], [OpenMRSClient.Parameter("v", whole)])
        else { continue }
        try notes.note(
          DataRequest(question), ServerResponse(visit, timestamp: timestamp, place: ""))
      }
      try notes.note(
        asked,
        ServerResponse(
          .page(page.results.map { row?.applied(to: $0) ?? $0 }), timestamp: timestamp, place: ""))
      hasBudget = !notes.budget.isFull
      start += page.results.count
      hasMore = page.hasMore && !page.results.isEmpty
    }
    if hasMore { notes.note(lackOf: Patient.laterVisits, .refused(0, "the first \(start)")) }
  }

  /// The number of visits after which no more pages are asked for.
  private static let mostVisits = 2_000
}

extension Error {
  /// True if the server was there and answered, so that nothing else of the record need be lost.
  fileprivate var costsItsPartAlone: Bool {
    switch self as any Error {
    case OpenMRSError.limited: false
    case is OpenMRSError: !cancelsRemainingRequests
    default: allowsStaleResponse
    }
  }

  /// True if an answer came that is no use, as a line that breaks off or something before the server has it.
  fileprivate var mayBeChance: Bool {
    if case .exception? = self as? OpenMRSError { return true }
    return fetchFailure == .unusable
  }

  /// True if asking for less at a time may help: an answer came that is of no use, or it was too much for the server.
  fileprivate var isOfManyAtOnce: Bool {
    switch self as any Error {
    case HTTPError.timedOut(_, .answering, _), OpenMRSError.gateway(504): true
    default: !cancelsRemainingRequests
    }
  }
}
