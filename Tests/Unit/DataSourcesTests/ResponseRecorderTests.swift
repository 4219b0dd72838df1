import Core
import Encryption
import Networking
import RepriseTesting
import TestSupport
import Testing

@testable import DataSources

@Suite struct ResponseRecorderTests {
  private let notes = ResponseRecorder(PlainAdapter())

  private func page(_ start: Int, _ entries: [JSON], at timestamp: Int) -> ScriptedSource {
    ScriptedSource { _ in
      ServerResponse(
        PlainAdapter().list(of: entries, total: nil), timestamp: timestamp, location: "")
    }
  }

  private func ask(_ start: Int, _ source: any DataSource) async throws {
    _ = try await SourceChain.collecting(notes, from: source).response(
      to: DataRequest("visit", page: DataRequest.Page(start: start, limit: 2)))
  }

  @Test("Response recorder joins pages, as old as the oldest")
  func pagesMakeOneListAsOldAsTheOldest() async throws {
    try await ask(0, page(0, [.string("a"), .string("b")], at: 30))
    try await ask(2, page(2, [.string("c")], at: 20))
    let all = PlainAdapter().list(of: [.string("a"), .string("b"), .string("c")], total: nil)
    #expect(notes.responses == ["visit": .answered(all, timestamp: 20)])
    try await ask(3, page(3, [.string("d")], at: 40))
    #expect(notes.responses["visit"]?.timestamp == 20)
    // A page that is asked for again replaces itself and those behind it.
    try await ask(0, page(0, [.string("x")], at: 50))
    let first = PlainAdapter().list(of: [.string("x")], total: nil)
    #expect(notes.responses == ["visit": .answered(first, timestamp: 50)])
  }

  @Test("Response recorder of a chain without notes records nothing")
  func whoNotesForThemselvesHasNothingNoted() async throws {
    let chain = SourceChain.collecting(notes, from: page(0, [.string("a")], at: 30)).withoutRecorder
    #expect(try await chain.response(to: DataRequest("visit")).timestamp == 30)
    #expect(notes.responses.isEmpty)
  }

  /// A page without an answer isn't an empty one.
  @Test("Response recorder keeps null as null, not as a list") func noAnswerAtAllIsNoList()
    async throws
  {
    try await ask(0, ScriptedSource { _ in ServerResponse(.null, timestamp: 30, location: "") })
    #expect(notes.responses == ["visit": .answered(.null, timestamp: 30)])
  }

  /// What is there stays: only what is lacking may be asked for otherwise.
  @Test("Response recorder forgets only missing responses") func onlyLacksAreForgotten() throws {
    try notes.note(DataRequest("allergy"), ServerResponse("peanut", at: 30))
    notes.note(unavailable: "visit", .notFound("there"))
    notes.note(unavailable: "order", .refused(500, "Oops"))
    notes.forgetUnavailable { question, lack in question == "visit" && lack == .notFound("there") }
    #expect(
      notes.responses == [
        "allergy": .answered(.string("peanut"), timestamp: 30),
        "order": .unavailable(.refused(500, "Oops")),
      ])
    notes.forgetUnavailable { _, _ in true }
    #expect(notes.responses == ["allergy": .answered(.string("peanut"), timestamp: 30)])
  }

  @Test("Response recorder keeps permanent failures only")
  func whatIsNotToBeHadIsNotedAndWhatMayYetBeHadIsNot() async throws {
    for (text, problem) in [
      ("gone", HTTPError.notFound("there")),
      ("broken", .status("", 500, reason: "Oops", line: nil)), ("away", .refused(host: "clinic")),
    ] {
      let chain = SourceChain.collecting(notes, from: ScriptedSource { _ in throw problem })
      await #expect(throws: problem) { try await chain.response(to: DataRequest(text)) }
    }
    #expect(
      notes.responses == [
        "gone": .unavailable(.notFound("there")), "broken": .unavailable(.refused(500, "Oops")),
      ])
  }

  /// Half a list would be taken for the whole.
  @Test("Response recorder keeps no part of a list over budget")
  func aListForWhichThereIsNoRoomIsLacking() async throws {
    let notes = ResponseRecorder(PlainAdapter(), budget: MemoryBudget(memory: 4_000))
    let source = ScriptedSource { _ in
      ServerResponse(
        PlainAdapter().list(of: [.string("a")], total: nil), timestamp: 7, location: "")
    }
    let chain = SourceChain.collecting(notes, from: source)
    func ask(_ start: Int) async throws {
      let page = DataRequest.Page(start: start, limit: 1)
      _ = try await chain.response(to: DataRequest("visit", page: page))
    }
    try await ask(0)
    try await ask(1)
    await #expect(throws: MemoryBudgetExceeded(memory: 4_000)) { try await ask(2) }
    #expect(source.requests.count == 2)
    #expect(notes.responses == ["visit": .unavailable(.refused(0, "too many"))])
  }

  /// The places of a page's entries are kept, however the list is put together.
  @Test("Recorded list is read page by page") func aListIsReadPageByPage() async throws {
    for start in stride(from: 0, to: 50, by: 2) {
      try await ask(start, page(start, [.number("\(start)"), .number("\(start + 1)")], at: 30))
    }
    let kept = CachedResponses(notes.responses)
    let page = DataRequest.Page(start: 30, limit: 3)
    let answer = try await kept.response(to: DataRequest("visit", page: page))
    #expect(
      answer.json
        == PlainAdapter().list(of: (30...32).map { .number("\($0)") }, total: 50))
  }

  private static let body = JSON.object([JSON.Member("a", .number("1"))])

  @Test(
    "Stored response round-trips as JSON",
    arguments: [
      StoredResponse.answered(Self.body, timestamp: 7),
      .earlier(Self.body, timestamp: 7, 500, "Oops"),
      .unavailable(.notFound("")), .unavailable(.missingPrivilege("Get Visits")),
      .unavailable(.refused(0, "Oops")),
    ])
  func aCopysAnswerIsReadAsItWasWritten(answer: StoredResponse) throws {
    let text = SealedText()
    let moved = try answer.moved(to: text)
    #expect(moved == answer)
    #expect(StoredResponse(try JSON(moved.index.bytes), in: text) == answer)
  }

  @Test("Stored response is nil for other JSON") func whatIsNoAnswerIsNone() {
    #expect(StoredResponse(.object([JSON.Member("body", Self.body)]), in: SealedText()) == nil)
    #expect(StoredResponse(.object([]), in: SealedText()) == nil)
  }
}
