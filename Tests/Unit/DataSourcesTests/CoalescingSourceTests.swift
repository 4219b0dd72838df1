import Core
import Networking
import RepriseTesting
import Synchronization
import TestSupport
import Testing

@testable import DataSources

/// A question that is answered when the test says so.
private final class SlowAnswer: Sendable {
  let count = Mutex(0)
  private let (answers, give) = AsyncStream.makeStream(of: Result<ServerResponse, HTTPError>.self)
  private let (asked, ask) = AsyncStream.makeStream(of: Void.self)

  nonisolated(nonsending) func get() async throws -> ServerResponse {
    count.withLock { $0 += 1 }
    ask.yield()
    for await answer in answers { return try answer.get() }
    throw HTTPError.cancelled
  }

  func answer(_ result: Result<ServerResponse, HTTPError>) { give.yield(result) }

  func wasAsked() async {
    for await _ in asked { return }
  }
}

@Suite(.timeLimit(.minutes(5))) struct CoalescingSourceTests {
  private let answers = ResponseMemo()
  private let server = SlowAnswer()

  private func answer(_ number: Int) -> ServerResponse {
    ServerResponse(.number("\(number)"), timestamp: number, location: "")
  }

  private nonisolated(nonsending) func ask() async throws -> Int {
    try await answers.response(to: DataRequest("patient/7")) { try await server.get() }.timestamp
  }

  private var count: Int { server.count.withLock { $0 } }

  @Test("Response memo repeats a request only when invalidated")
  func whatWasAnsweredIsAskedAgainOnlyWhenItWasForgotten() async throws {
    server.answer(.success(answer(1)))
    #expect(try await ask() == 1)
    #expect(try await ask() == 1)
    answers.forget()
    server.answer(.success(answer(2)))
    #expect(try await ask() == 2)
    #expect(count == 2)
  }

  @Test("Response memo keeps earlier responses within its budget")
  func answersBeforeARefreshStayWhereNothingElseKeepsThemAndTakeLittle() async throws {
    func earlier(_ answers: ResponseMemo) async throws -> [Int?] {
      for number in [1, 2] {
        _ = try await answers.response(to: DataRequest("visit/\(number)")) { answer(number) }
        answers.forget()
      }
      return [1, 2].map { answers.earlier(DataRequest("visit/\($0)"))?.timestamp }
    }
    let memory = answer(1).json.memory
    func answers(_ count: Int, keepsEarlier: Bool = true) -> ResponseMemo {
      ResponseMemo(budget: MemoryBudget(memory: count * memory), retainsEarlier: keepsEarlier)
    }
    #expect(try await earlier(answers(2)) == [1, 2])
    #expect(try await earlier(answers(1)) == [nil, 2])
    #expect(try await earlier(answers(2, keepsEarlier: false)) == [nil, nil])
  }

  @Test("Coalesced requests share one response") func whoAsksWhileAnAnswerIsAwaitedGetsIt()
    async throws
  {
    async let first = ask()
    await server.wasAsked()
    async let second = ask()
    server.answer(.success(answer(1)))
    #expect(try await [first, second] == [1, 1])
    #expect(count == 1)
  }

  @Test("Response memo does not keep an error") func aProblemIsNoAnswer() async throws {
    server.answer(.failure(.cutShort("")))
    await #expect(throws: HTTPError.cutShort("")) { try await ask() }
    server.answer(.success(answer(2)))
    #expect(try await ask() == 2)
  }

  @Test("Coalesced request is sent again if the first is cancelled")
  func whoeverWaitsAsksAgainWhenTheFirstGaveUp() async throws {
    let first = Task { try await ask() }
    await server.wasAsked()
    let second = Task { try await ask() }
    server.answer(.failure(.cancelled))
    await #expect(throws: HTTPError.cancelled) { try await first.value }
    server.answer(.success(answer(2)))
    #expect(try await second.value == 2)
  }

  @Test("Coalesced request that is cancelled stops waiting")
  func whoWaitsAndIsCancelledWaitsNoMore() async throws {
    let first = Task { try await ask() }
    await server.wasAsked()
    let second = Task { try await ask() }
    second.cancel()
    await #expect(throws: HTTPError.cancelled) { try await second.value }
    server.answer(.success(answer(1)))
    #expect(try await first.value == 1)
  }

  @Test("Response requested before an invalidation is not reused")
  func whatWasAskedBeforeAllWasForgottenIsNoAnswerToWhatIsAskedSince() async throws {
    let first = Task { try await ask() }
    await server.wasAsked()
    answers.forget()
    server.answer(.success(answer(1)))
    #expect(try await first.value == 1)
    server.answer(.success(answer(2)))
    #expect(try await ask() == 2)
  }

  /// Answers that are there are shown all the same.
  @Test("Screen has a memory budget for its responses")
  func aScreenHasOnlySoMuchMemoryForItsAnswers() async throws {
    let answers = ResponseMemo(budget: MemoryBudget(memory: 300))
    let source = ScriptedSource { _ in
      ServerResponse(.string(String(repeating: "x", count: 100)), timestamp: 7, location: "")
    }
    var chain = SourceChain(source)
    chain.screenMemo = answers
    _ = try await chain.response(to: DataRequest("allergy"))
    _ = try await chain.response(to: DataRequest("visit"))
    await #expect(throws: MemoryBudgetExceeded(memory: 300)) {
      try await chain.response(to: DataRequest("order"))
    }
    _ = try await chain.response(to: DataRequest("visit"))
    #expect(source.requests.map(\.text) == ["allergy", "visit"])
    answers.forget()
    _ = try await chain.response(to: DataRequest("order"))
    #expect(source.requests.map(\.text) == ["allergy", "visit", "order"])
  }

  /// Those who waited when all was forgotten ask anew, too, with whoever asks since.
  @MainActor @Test("Coalesced requests after an invalidation get a new response")
  func nobodyWhoAsksSinceAllWasForgottenGetsTheAnswerOfBefore() async throws {
    let first = Task { try await ask() }
    await server.wasAsked()
    let second = Task { try await ask() }
    // So that the second waits for the first.
    for _ in 1...20 { await Task.yield() }
    answers.forget()
    let third = Task { try await ask() }
    await server.wasAsked()
    server.answer(.success(answer(1)))
    #expect(try await first.value == 1)
    let fourth = Task { try await ask() }
    for _ in 1...20 { await Task.yield() }
    server.answer(.success(answer(2)))
    for asked in [second, third, fourth] { #expect(try await asked.value == 2) }
    #expect(count == 2)
  }
}
