import Reprise

/// All that the screens of a patient show, being asked for: two questions at a time, and many encounters with each.
///
/// What comes of it is noted as if each thing had been asked for alone, as the screens ask for it.
struct WholeRecord: Sendable {
  private let patient: ResourceID
  private let client: OpenMRSClient
  private let notes: AnswerNotes
  /// How many encounters are asked for with all that was observed: at a slow link each question costs seconds, and some servers
  /// take long to put many together.
  private static let encountersAtOnce = 50

  init(of patient: ResourceID, _ client: OpenMRSClient, _ notes: AnswerNotes) {
    self.patient = patient
    self.client = client
    self.notes = notes
  }

  /// What is to be asked.
  private struct Step: Sendable {
    let ask: @Sendable () async throws -> Came
  }

  /// What came of it.
  private struct Came: Sendable {
    /// How many parts of the record: sections and encounters.
    var parts = 1
    /// How many encounters there are in all, if that is known now.
    var encounters: Int?
    var next: [Step] = []
  }

  /// Asks for everything, and returns whose record it is. Throws if anything of it can't be had for now.
  ///
  /// `met` is told who it is, and `say` how many of how many parts of the record are here; how many there are becomes known on the way.
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
    noteVisits()
    if !noteEncountersOfVisits() {
      let steps = visits.map { visit in step { try await encounters(of: visit) } }
      try await ask(steps, parts: done + steps.count, &done, say)
    }
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

  /// A question whose answer may be that there is nothing to be had: that is noted too.
  private func step(_ ask: @escaping @Sendable () async throws -> Void) -> Step {
    Step {
      do {
        try await ask()
      } catch let problem as OpenMRSProblem where problem.isOfTheRecord {}
      return Came()
    }
  }

  private var sections: [Step] {
    [
      step { _ = try await client.allergies(of: patient) },
      step { _ = try await client.conditions(of: patient) },
      step { _ = try await client.drugOrders(of: patient) },
      step { _ = try await client.programs(of: patient) },
      step { _ = try await client.vitalSigns(of: patient) },
      step { _ = try await client.activeVisits(of: patient, start: 0, limit: 1) },
      step { _ = try await client.visits(of: patient) },
    ]
  }
}

// MARK: Encounters

extension WholeRecord {
  /// What an encounter is asked for alone with.
  private static let whole = [OpenMRSClient.Parameter("v", Representation.encounter)]

  /// The list of the patient's encounters, or of a visit's.
  private func encountersQuestion(of visit: ResourceID? = nil) throws -> String {
    try client.question(
      ["encounter"], OpenMRSClient.encountersQuery(of: patient, visit: visit))
  }

  /// A page of encounters with all that was observed, and then the pages behind it.
  private func encounters(from start: Int) -> Step {
    Step {
      do {
        return try await wholeEncounters(from: start)
      } catch let error where error.isOfManyAtOnce {
        // One of them may be what isn't to be had.
        return try await encountersOneByOne(from: start)
      }
    }
  }

  private func wholeEncounters(from start: Int) async throws -> Came {
    let asking = client.notNoting.forOneLoad()
    let page = try await asking.page(
      ["encounter"],
      OpenMRSClient.encountersQuery(of: patient, Representation.encounter), start: start,
      limit: Self.encountersAtOnce)
    let moment = asking.ages.oldest ?? 0
    for encounter in page.results {
      // What has no id can't be asked for alone.
      guard let id = try? ResourceID(of: encounter, under: "uuid"),
        let question = try? client.question(["encounter", id.text], Self.whole)
      else { continue }
      notes.note(question, ServerAnswer(encounter, moment: moment, place: ""))
    }
    let row = CustomRepresentation(Representation.encounterRow)
    var list = JSON.object([
      JSON.Member("results", .array(page.results.map { row?.applied(to: $0) ?? $0 }))
    ])
    if let total = page.total { list["totalCount"] = .number(String(total)) }
    notes.notePage(
      of: try encountersQuestion(), at: start,
      ServerAnswer(list, moment: moment, place: ""))
    return came(page.results.count, behind: start, page.total, page.hasMore)
  }

  private func encountersOneByOne(from start: Int) async throws -> Came {
    do {
      let page = try await client.encounters(
        of: patient, start: start, limit: Self.encountersAtOnce)
      var came = came(page.count, behind: start, page.total, page.hasMore)
      came.parts -= page.elements.count
      came.next += page.elements.map { encounter in
        step { _ = try await client.encounter(encounter.id) }
      }
      return came
    } catch let problem as OpenMRSProblem where problem.isOfTheRecord {
      return Came(parts: 0)
    }
  }

  private func came(_ count: Int, behind start: Int, _ total: Int?, _ hasMore: Bool) -> Came {
    let isLast = !hasMore || count == 0
    return Came(
      parts: count, encounters: total ?? (start + count),
      next: isLast ? [] : [encounters(from: start + count)])
  }
}

// MARK: Visits

extension WholeRecord {
  /// The visits as their list has them; nothing if there is none to be had.
  private var listedVisits: (visits: [JSON], moment: Int) {
    guard let question = try? client.question(["visit"], OpenMRSClient.visitsQuery(of: patient)),
      case .answered(let list, let moment) = notes.answers[question]
    else { return ([], 0) }
    return (list["results"]?.array ?? [], moment)
  }

  /// Asks for the encounters of a visit.
  private func encounters(of visit: ResourceID) async throws {
    var start = 0
    while true {
      let page = try await client.encounters(of: patient, visit: visit, start: start, limit: 100)
      start += page.count
      guard page.hasMore, page.count > 0 else { return }
    }
  }

  private var visits: [ResourceID] {
    listedVisits.visits.compactMap { try? ResourceID(of: $0, under: "uuid") }
  }

  /// Each visit stands whole in the list of them.
  private func noteVisits() {
    let (visits, moment) = listedVisits
    for visit in visits {
      guard let id = try? ResourceID(of: visit, under: "uuid"),
        let question = try? client.question(
          ["visit", id.text], [OpenMRSClient.Parameter("v", Representation.visit)])
      else { continue }
      notes.note(question, ServerAnswer(visit, moment: moment, place: ""))
    }
  }

  /// Each encounter says whose visit's it is. False if one can't say it, because it isn't to be had.
  private func noteEncountersOfVisits() -> Bool {
    let answers = notes.answers
    guard let question = try? encountersQuestion(),
      case .answered(let list, let moment) = answers[question]
    else { return false }
    var rows: [ResourceID: [JSON]] = [:]
    for row in list["results"]?.array ?? [] {
      guard let id = try? ResourceID(of: row, under: "uuid"),
        let question = try? client.question(["encounter", id.text], Self.whole),
        case .answered(let encounter, _) = answers[question]
      else { return false }
      if let visit = Reference(encounter["visit"])?.id { rows[visit, default: []].append(row) }
    }
    for visit in visits {
      guard let question = try? encountersQuestion(of: visit) else {
        continue
      }
      let own = rows[visit] ?? []
      notes.note(
        question,
        ServerAnswer(
          .object([
            JSON.Member("results", .array(own)),
            JSON.Member("totalCount", .number(String(own.count))),
          ]), moment: moment, place: ""))
    }
    return true
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

extension Error {
  /// Whether asking for less at a time may help: something was answered that is of no use, or it was too much for the server.
  fileprivate var isOfManyAtOnce: Bool {
    switch self as? HTTPProblem {
    case .tooLarge, .malformed, .undecodable, .timedOut(_, .answering, _): true
    default: !isTransportFailure && !endsEverything
    }
  }
}
