import Reprise
import Testing

@testable import Patients

/// How a patient's whole record is asked for.
@Suite struct WholeRecordTests {
  private let grace = ResourceID("a0000001-0000-4000-8000-000000001eef")
  private let otieno = ResourceID("a0000012-0000-4000-8000-000000022cce")

  @Test func hundredsOfEncountersTakeFewQuestions() async throws {
    let server = ChangedServer { _ in nil }
    let copy = try await client(server).complete(otieno, at: 7) { _, _ in }
    #expect(copy.answers.keys.count { $0.hasPrefix("encounter/") } == 312)
    // Nine of other kinds, and seven pages.
    #expect(server.asked.count <= 16)
  }

  /// Whatever was asked for together, or taken from another answer, is to the letter what the server says to that question alone.
  @Test(arguments: [false, true])
  func everyAnswerIsTheOneToItsOwnQuestion(isOneByOne: Bool) async throws {
    let server = ChangedServer { question in
      isOneByOne && question.isOfManyEncounters ? .status(500) : nil
    }
    for id in [grace, otieno] {
      let copy = try await client(server).complete(id, at: 7) { _, _ in }
      #expect(copy.answers.count > 16)
      for (question, answer) in copy.answers {
        let alone = try await Self.answer(alone: question)
        #expect(answer == alone, "\(question)")
      }
    }
  }

  @Test func anEncounterThatIsForbiddenCostsItselfAlone() async throws {
    let usual = try await client().complete(grace, at: 7) { _, _ in }
    let forbidden = try #require(usual.answers.keys.first { $0.hasPrefix("encounter/") })
    let server = ChangedServer { question in
      question.isOfManyEncounters || question.text.hasSuffix(forbidden) ? .status(403) : nil
    }
    let copy = try await client(server).complete(grace, at: 7) { _, _ in }
    var expected = usual.answers
    expected[forbidden] = .missingPrivilege("no")
    #expect(copy.answers == expected)
  }

  @Test func whatIsTooMuchForTheServerIsAskedForOneByOne() async throws {
    let usual = try await client().complete(grace, at: 7) { _, _ in }
    for problem in [
      HTTPProblem.timedOut(host: "", .answering, seconds: 30), .tooLarge("", limit: 1),
    ] {
      let server = ChangedServer { $0.isOfManyEncounters ? .problem(problem) : nil }
      let copy = try await client(server).complete(grace, at: 7) { _, _ in }
      #expect(copy.answers == usual.answers)
    }
  }

  @Test func aUserWhoMayNotSeeEncountersHasThatKept() async throws {
    let server = ChangedServer { $0.text.contains("encounter") ? .status(403) : nil }
    let copy = try await client(server).complete(grace, at: 7) { _, _ in }
    let encounters = copy.answers.filter { $0.key.hasPrefix("encounter?") }
    // All of them, the vital signs, and those of each visit.
    #expect(encounters.count == 7)
    #expect(encounters.values.allSatisfy { $0 == .missingPrivilege("no") })
  }

  @Test(arguments: [false, true])
  func whatIsSaidOfTheProgressIsTrue(isOneByOne: Bool) async throws {
    let server = ChangedServer { question in
      isOneByOne && question.isOfManyEncounters ? .status(500) : nil
    }
    var said: [(done: Int, of: Int)] = []
    _ = try await client(server).complete(otieno, at: 7) { said.append(($0, $1)) }
    #expect(said.first?.done == 0)
    #expect(said.last?.done == 320)
    #expect(said.last?.of == 320)
    #expect(zip(said, said.dropFirst()).allSatisfy { $0.done <= $1.done && $0.of <= $1.of })
    #expect(said.allSatisfy { $0.done <= $0.of })
  }

  /// What the server says to a question that a screen asks; lists a hundred at a time.
  private static func answer(alone question: String) async throws -> SavedCopy.Answer {
    let isList =
      question.contains("?") && !question.hasPrefix("concept/")
      && !(question.split(separator: "?").first?.contains("/") ?? false)
      || question.contains("/allergy?")
    let server = try client()
    func get(_ question: String) async throws -> JSON {
      try await server.answer(at: OpenMRSClient.services + question).json
    }
    do {
      guard isList else { return .answered(try await get(question), moment: 0) }
      var results: [JSON] = []
      while true {
        var page = try await get(
          question + "&limit=100&startIndex=\(results.count)&totalCount=true")
        results += page["results"]?.array ?? []
        page["results"] = .array(results)
        let isLast = results.count >= page["totalCount"]?.int ?? 0
        // What is shown of one that goes on is its beginning.
        if isLast || question.contains("encounterType=") || question.contains("includeInactive=") {
          return .answered(page, moment: 0)
        }
      }
    } catch OpenMRSProblem.notFound(let text) {
      return .notFound(text)
    }
  }
}
