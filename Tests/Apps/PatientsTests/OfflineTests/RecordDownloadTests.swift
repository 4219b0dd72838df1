import Accounts
import Reprise
import RepriseTesting
import Testing

@testable import Patients

/// How a patient's whole record is asked for.
@Suite struct RecordDownloadTests {
  private let grace = ResourceID("a0000001-0000-4000-8000-000000001eef")
  private let otieno = ResourceID("a0000012-0000-4000-8000-000000022cce")

  @Test("Saving 312 encounters takes at most 27 requests")
  func hundredsOfEncountersTakeFewQuestions() async throws {
    let server = ScriptedTransport.demo()
    let copy = try await client(server).complete(otieno, at: 7) { _, _ in }
    #expect(copy.responses.keys.count { $0.hasPrefix("encounter/") } == 312)
    // Seven pages of encounters, seven of vital signs, and eleven others; a server that takes long
    // is asked for smaller pages.
    #expect(server.resources.count <= 27)
  }

  /// Whatever was asked for together, or taken from another answer, is to the letter what the
  /// server says to that question alone.
  @Test("Saved responses equal those of separate requests", arguments: [false, true])
  func everyAnswerIsTheOneToItsOwnQuestion(isOneByOne: Bool) async throws {
    let server = ScriptedTransport.demo { request, _ in
      isOneByOne && request.resource.isOfManyEncounters ? .no(500) : nil
    }
    for id in [grace, otieno] {
      let copy = try await client(server).complete(id, at: 7) { _, _ in }
      #expect(copy.responses.count > 16)
      for (question, answer) in copy.responses where question != Patient.laterVitalSigns {
        try await Self.expect(answer, alone: question)
      }
    }
  }

  @Test("Saving with a forbidden encounter omits that one only")
  func anEncounterThatIsForbiddenCostsItselfAlone() async throws {
    let usual = try await client().complete(grace, at: 7) { _, _ in }
    let forbidden = try #require(usual.responses.keys.first { $0.hasPrefix("encounter/") })
    let server = ScriptedTransport.demo { request, _ in
      request.resource.isOfManyEncounters || request.resource.hasSuffix(forbidden)
        ? .no(403) : nil
    }
    let copy = try await client(server).complete(grace, at: 7) { _, _ in }
    var expected = usual.responses
    expected[forbidden] = .unavailable(.missingPrivilege("no"))
    #expect(copy.responses == expected)
  }

  @Test("Saving falls back to single requests if pages are too much")
  func whatIsTooMuchForTheServerIsAskedForOneByOne() async throws {
    let usual = try await client().complete(grace, at: 7) { _, _ in }
    for problem in [
      HTTPError.timedOut(host: "", .responding, seconds: 30), .tooLarge("", limit: 1),
    ] {
      let server = ScriptedTransport.demo { request, _ in
        request.resource.isOfManyEncounters ? .problem(problem) : nil
      }
      let copy = try await client(server).complete(grace, at: 7) { _, _ in }
      #expect(copy.responses == usual.responses)
    }
  }

  /// A server may have no end of them; the list of saved patients says that the copy isn't whole.
  @Test("Saved copy of too many encounters says so", arguments: [100, 400])
  func moreEncountersThanAreSavedAreSaidToBeMissing(most: Int) async throws {
    let client = try client()
    let notes = ResponseRecorder(client.services.adapter)
    let patient = try await RecordDownload(
      of: otieno, client.recording(notes), notes, mostEncounters: most
    ).load(onPatient: { _ in }, progress: { _, _ in })
    let copy = SavedCopy(SavedPatient(patient, timestamp: 7), responses: notes.responses)
    #expect(copy.responses.keys.count { $0.hasPrefix("encounter/") } == min(most, 312))
    let encounters = most < 312 ? "the earliest encounters (too many), " : ""
    let lacking = encounters + "the earliest vital signs (too many)"
    #expect(copy.entry.missing == lacking)
    #expect(try #require(try copy.readAgain).entry.missing == lacking)
  }

  /// The release has ranges of observations, and the platform below 2.7 refuses them.
  @Test("Saved copy requested without ranges is complete")
  func whatWasAskedForWithoutRangesIsNotLacking() async throws {
    let server = ScriptedTransport.demo { request, _ in
      request.resource.contains(Representation.rangeKey) ? .no(400) : nil
    }
    let copy = try await client(server).complete(grace, at: 7) { _, _ in }
    #expect(copy.entry.missing == "")
    #expect(!copy.responses.keys.contains { $0.contains(Representation.rangeKey) })
    #expect(copy.responses.keys.contains { $0.hasPrefix("obs?") })
  }

  @Test("Saved copy over its memory budget says so")
  func answersForWhichThereIsNoRoomAreSaidToBeMissing() async throws {
    let client = try client()
    let notes = ResponseRecorder(client.services.adapter, budget: MemoryBudget(memory: 300_000))
    let patient = try await RecordDownload(of: otieno, client.recording(notes), notes).load(
      onPatient: { _ in }, progress: { _, _ in })
    let copy = SavedCopy(SavedPatient(patient, timestamp: 7), responses: notes.responses)
    #expect(copy.responses.keys.count { $0.hasPrefix("encounter/") } < 312)
    #expect(copy.entry.missing.contains("the earliest encounters"))
  }

  @Test("Saved copy without the encounter privilege says so")
  func aUserWhoMayNotSeeEncountersHasThatKept() async throws {
    let server = ScriptedTransport.demo { request, _ in
      request.resource.contains("encounter") ? .no(403) : nil
    }
    let copy = try await client(server).complete(grace, at: 7) { _, _ in }
    let encounters = copy.responses.filter { $0.key.hasPrefix("encounter?") }
    #expect(!encounters.isEmpty)
    #expect(encounters.values.allSatisfy { $0 == .unavailable(.missingPrivilege("no")) })
    #expect(copy.entry.missing == "what needs “no”")
  }

  @Test("Saving progress is monotonic and ends complete", arguments: [false, true])
  func whatIsSaidOfTheProgressIsTrue(isOneByOne: Bool) async throws {
    let server = ScriptedTransport.demo { request, _ in
      isOneByOne && request.resource.isOfManyEncounters ? .no(500) : nil
    }
    var said: [(done: Int, of: Int)] = []
    _ = try await client(server).complete(otieno, at: 7) { said.append(($0, $1)) }
    #expect(said.first?.done == 0)
    #expect(said.last?.done == 320)
    #expect(said.last?.of == 320)
    #expect(zip(said, said.dropFirst()).allSatisfy { $0.done <= $1.done && $0.of <= $1.of })
    #expect(said.allSatisfy { $0.done <= $0.of })
  }

  /// Expects what the server says to a question that a screen asks; of lists as much as there is of
  /// them in the copy.
  private static func expect(_ kept: StoredResponse, alone question: String) async throws {
    let isList =
      question.contains("?") && !question.hasPrefix("concept/") && !question.hasPrefix("module/")
      && !(question.split(separator: "?").first?.contains("/") ?? false)
    let server = try client()
    func get(_ question: String) async throws -> JSON {
      try await server.services.response(to: DataRequest(question)).json
    }
    do {
      guard isList else {
        #expect(kept == .received(StoredBody(try await get(question)), timestamp: 0), "\(question)")
        return
      }
      var results: [JSON] = []
      var hasMore = true
      while hasMore {
        let page = try await get(question + "&limit=100&startIndex=\(results.count)")
        results += page["results"]?.array ?? []
        hasMore = page.hasNextPage
      }
      // Of what was measured as much is kept as a chart shows.
      let count = question.hasPrefix("obs?") ? min(results.count, 600) : results.count
      guard case .received(let body, timestamp: 0) = kept,
        let own = try body.json["results"]?.array
      else {
        Issue.record("\(question): \(kept)")
        return
      }
      #expect(own == Array(results.prefix(count)), "\(question)")
    } catch OpenMRSError.notFound(let text) {
      #expect(kept == .unavailable(.notFound(text)), "\(question)")
    }
  }
}
