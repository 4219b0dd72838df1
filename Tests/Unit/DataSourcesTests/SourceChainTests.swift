import Core
import Networking
import RepriseTesting
import TestSupport
import Testing

@testable import DataSources

/// One policy for everybody: the server first, what is kept where it fails at a question, and
/// nothing in the place of a plain answer.
@Suite struct SourceChainTests {
  private static let failed = HTTPError.status("", 500, reason: "Oops", line: nil)
  private static let away = HTTPError.refused(host: "clinic")
  private let question = DataRequest("visit")

  private func chain(
    _ failure: HTTPError?,
    kept: [String: StoredResponse]? = ["visit": .answered(.string("kept"), timestamp: 40)]
  ) -> SourceChain {
    SourceChain(
      ScriptedSource { _ in
        if let failure { throw failure }
        return ServerResponse("new", at: 90)
      }, cache: kept.map { CachedResponses($0) }
    ).forOneLoad
  }

  @Test("Source chain returns the response of the server") func theServersAnswerCounts()
    async throws
  {
    let chain = chain(nil)
    #expect(try await chain.response(to: question).json == .string("new"))
    #expect(chain.ages.oldest == 90)
    #expect(chain.ages.failure == nil)
  }

  @Test(
    "Source chain falls back to the cache with its age",
    arguments: [failed, .cutShort(""), .wrongContentType("", type: "text/html", line: nil)])
  func whereTheServerFailsTheEarlierAnswerIsGivenWithItsAge(failure: HTTPError) async throws {
    let chain = chain(failure)
    #expect(try await chain.response(to: question).json == .string("kept"))
    #expect(chain.ages.oldest == 40)
    #expect(chain.ages.failure as? HTTPError == failure)
  }

  /// Half of a screen from now and half from yesterday would be neither.
  @Test(
    "Source chain: a failure of all requests is not hidden by the cache",
    arguments: [away, .unauthorized(""), .passwordNeeded(server: "", user: ""), .cancelled])
  func whatEndsEverythingIsNotHiddenByOneEarlierAnswer(failure: HTTPError) async throws {
    let chain = chain(failure)
    await #expect(throws: failure) { try await chain.response(to: question) }
    #expect(failure.cancelsRemainingRequests)
  }

  @Test(
    "Source chain: 404 and 403 are responses", arguments: [HTTPError.notFound(""), .forbidden("")])
  func thatThereIsNothingIsAnAnswer(failure: HTTPError) async throws {
    let chain = chain(failure)
    await #expect(throws: failure) { try await chain.response(to: question) }
    #expect(chain.ages.failure == nil)
  }

  @Test("Source chain without a cached response throws the failure")
  func withoutAnEarlierAnswerTheServersFailureIsSaid() async throws {
    let chain = chain(Self.failed, kept: [:])
    await #expect(throws: Self.failed) { try await chain.response(to: question) }
    #expect(chain.ages.isIncomplete)
    // Nothing earlier is shown in its place, so the rest is the server's latest, as where nothing is kept.
    #expect(chain.ages.failure == nil)
  }

  @Test("Source chain: the copy explains an unusable response")
  func ofAnAnswerNobodyCanUseTheCopysReasonSaysMore() async throws {
    let lack = UnavailableReason.missingPrivilege("Get Visits")
    let unusable = chain(.cutShort(""), kept: ["visit": .unavailable(lack)])
    await #expect(throws: PlainAdapter.Lack.noted(lack)) {
      try await unusable.response(to: question)
    }
    let failing = chain(Self.failed, kept: ["visit": .unavailable(lack)])
    await #expect(throws: Self.failed) { try await failing.response(to: question) }
  }

  @Test("Source chain with cache only sends no request") func keptAloneAsksNobody() async throws {
    let server = ScriptedSource { _ in ServerResponse("new", at: 90) }
    #expect(SourceChain(server).cacheOnly == nil)
    let kept = CachedResponses(["visit": .answered(.string("kept"), timestamp: 40)])
    let chain = try #require(SourceChain(server, cache: kept).cacheOnly)
    #expect(try await chain.response(to: question).json == .string("kept"))
    await #expect(throws: PlainAdapter.Lack.notKept) {
      try await chain.response(to: DataRequest("allergy"))
    }
    #expect(chain.ages.isIncomplete)
    #expect(server.requests.isEmpty)
  }

  @Test("Source chain: failed refresh keeps the responses of the screen")
  func aScreenThatIsRefreshedInVainKeepsWhatItHadIfNothingElseIsKept() async throws {
    let answers = ScriptedSource { question in
      if question.text == "allergy" { throw Self.failed }
      return ServerResponse("first", at: 10)
    }
    let screen = ResponseMemo()
    var chain = SourceChain(answers)
    chain.screenMemo = screen
    _ = try await chain.response(to: question)
    _ = try await chain.response(to: question)
    #expect(answers.requests.count == 1)
    screen.forget()
    var failing = self.chain(Self.failed, kept: nil)
    failing.screenMemo = screen
    #expect(try await failing.response(to: question).json == .string("first"))
    #expect(failing.ages.failure as? HTTPError == Self.failed)
    // Of a part that never was there, the part itself says why.
    let part = chain.forOneLoad
    await #expect(throws: Self.failed) { try await part.response(to: DataRequest("allergy")) }
    #expect(part.ages.failure == nil)
  }

  @Test("Source chain refuses a cached response about another subject")
  func anAnswerAboutAnotherIsNotTakenFromACopyEither() async throws {
    let other = JSON.object([JSON.Member("about", .string("8"))])
    let chain = try #require(
      SourceChain(
        ScriptedSource { _ in ServerResponse("new", at: 90) },
        cache: CachedResponses(["visit": .answered(other, timestamp: 40)])
      ).cacheOnly)
    await #expect(throws: HTTPError.self) {
      try await chain.response(to: DataRequest("visit", about: CachedResponses.anyone))
    }
  }

  /// It would stand before everything that is heard until then.
  @Test("Page of a copied list is a slice of it") func aPageOfACopysListIsAPartOfIt() async throws {
    let list = PlainAdapter().list(of: [.string("a"), .string("b"), .string("c")], total: nil)
    let kept = CachedResponses(["visit": .answered(list, timestamp: 40)])
    let answer = try await kept.response(
      to: DataRequest("visit", page: DataRequest.Page(start: 1, limit: 5)))
    #expect(answer.json == PlainAdapter().list(of: [.string("b"), .string("c")], total: 3))
    let behind = try await kept.response(
      to: DataRequest("visit", page: DataRequest.Page(start: 9, limit: -1)))
    #expect(behind.json == PlainAdapter().list(of: [], total: 3))
    let none = CachedResponses(["visit": .answered(.null, timestamp: 40)])
    let nothing = try await none.response(
      to: DataRequest("visit", page: DataRequest.Page(start: 0, limit: 5)))
    #expect(nothing.json == .null)
  }
}
