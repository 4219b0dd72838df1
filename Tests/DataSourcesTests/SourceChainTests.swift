import Networking
import RepriseTesting
import Testing
import Values

@testable import DataSources

/// One policy for everybody: the server first, what is kept where it fails at a question, and nothing in the place of a plain answer.
@Suite struct SourceChainTests {
  private static let failed = HTTPProblem.status("", 500, reason: "Oops", line: nil)
  private static let away = HTTPProblem.refused(host: "clinic")
  private let question = Question("visit")

  private func chain(
    _ failure: HTTPProblem?,
    kept: [String: CopiedAnswer]? = ["visit": .answered(.string("kept"), moment: 40)]
  ) -> SourceChain {
    SourceChain(
      ScriptedSource { _ in
        if let failure { throw failure }
        return ServerAnswer("new", at: 90)
      }, kept: kept.map { KeptAnswers($0) }
    ).forOneLoad
  }

  @Test func theServersAnswerCounts() async throws {
    let chain = chain(nil)
    #expect(try await chain.answer(to: question).json == .string("new"))
    #expect(chain.ages.oldest == 90)
    #expect(chain.ages.failure == nil)
  }

  @Test(arguments: [failed, .cutShort(""), .wrongContentType("", type: "text/html", line: nil)])
  func whereTheServerFailsTheEarlierAnswerIsGivenWithItsAge(failure: HTTPProblem) async throws {
    let chain = chain(failure)
    #expect(try await chain.answer(to: question).json == .string("kept"))
    #expect(chain.ages.oldest == 40)
    #expect(chain.ages.failure as? HTTPProblem == failure)
  }

  /// Half of a screen from now and half from yesterday would be neither.
  @Test(arguments: [away, .unauthorized(""), .passwordNeeded(server: "", user: ""), .cancelled])
  func whatEndsEverythingIsNotHiddenByOneEarlierAnswer(failure: HTTPProblem) async throws {
    let chain = chain(failure)
    await #expect(throws: failure) { try await chain.answer(to: question) }
    #expect(failure.endsEverything)
  }

  @Test(arguments: [HTTPProblem.notFound(""), .forbidden("")])
  func thatThereIsNothingIsAnAnswer(failure: HTTPProblem) async throws {
    let chain = chain(failure)
    await #expect(throws: failure) { try await chain.answer(to: question) }
    #expect(chain.ages.failure == nil)
  }

  @Test func withoutAnEarlierAnswerTheServersFailureIsSaid() async throws {
    let chain = chain(Self.failed, kept: [:])
    await #expect(throws: Self.failed) { try await chain.answer(to: question) }
    #expect(chain.ages.isIncomplete)
    // Nothing earlier is shown in its place, so the rest is the server's latest, as where nothing is kept.
    #expect(chain.ages.failure == nil)
  }

  @Test func ofAnAnswerNobodyCanUseTheCopysReasonSaysMore() async throws {
    let lack = AnswerLack.missingPrivilege("Get Visits")
    let unusable = chain(.cutShort(""), kept: ["visit": .lacking(lack)])
    await #expect(throws: PlainDialect.Lack.noted(lack)) {
      try await unusable.answer(to: question)
    }
    let failing = chain(Self.failed, kept: ["visit": .lacking(lack)])
    await #expect(throws: Self.failed) { try await failing.answer(to: question) }
  }

  @Test func keptAloneAsksNobody() async throws {
    let server = ScriptedSource { _ in ServerAnswer("new", at: 90) }
    #expect(SourceChain(server).keptAlone == nil)
    let kept = KeptAnswers(["visit": .answered(.string("kept"), moment: 40)])
    let chain = try #require(SourceChain(server, kept: kept).keptAlone)
    #expect(try await chain.answer(to: question).json == .string("kept"))
    await #expect(throws: PlainDialect.Lack.notKept) {
      try await chain.answer(to: Question("allergy"))
    }
    #expect(chain.ages.isIncomplete)
    #expect(server.questions.isEmpty)
  }

  @Test func aScreenThatIsRefreshedInVainKeepsWhatItHadIfNothingElseIsKept() async throws {
    let answers = ScriptedSource { question in
      if question.text == "allergy" { throw Self.failed }
      return ServerAnswer("first", at: 10)
    }
    let screen = ScreenAnswers()
    var chain = SourceChain(answers)
    chain.screen = screen
    _ = try await chain.answer(to: question)
    _ = try await chain.answer(to: question)
    #expect(answers.questions.count == 1)
    screen.forget()
    var failing = self.chain(Self.failed, kept: nil)
    failing.screen = screen
    #expect(try await failing.answer(to: question).json == .string("first"))
    #expect(failing.ages.failure as? HTTPProblem == Self.failed)
    // Of a part that never was there, the part itself says why.
    let part = chain.forOneLoad
    await #expect(throws: Self.failed) { try await part.answer(to: Question("allergy")) }
    #expect(part.ages.failure == nil)
  }

  @Test func anAnswerAboutAnotherIsNotTakenFromACopyEither() async throws {
    let other = JSON.object([JSON.Member("about", .string("8"))])
    let chain = try #require(
      SourceChain(
        ScriptedSource { _ in ServerAnswer("new", at: 90) },
        kept: KeptAnswers(["visit": .answered(other, moment: 40)])
      ).keptAlone)
    await #expect(throws: HTTPProblem.self) {
      try await chain.answer(to: Question("visit", about: KeptAnswers.anyone))
    }
  }

  /// It would stand before everything that is heard until then.
  @Test func aPageOfACopysListIsAPartOfIt() async throws {
    let list = PlainDialect().list(of: [.string("a"), .string("b"), .string("c")], total: nil)
    let kept = KeptAnswers(["visit": .answered(list, moment: 40)])
    let answer = try await kept.answer(
      to: Question("visit", page: Question.Page(start: 1, limit: 5)))
    #expect(answer.json == PlainDialect().list(of: [.string("b"), .string("c")], total: 3))
    let behind = try await kept.answer(
      to: Question("visit", page: Question.Page(start: 9, limit: -1)))
    #expect(behind.json == PlainDialect().list(of: [], total: 3))
    let none = KeptAnswers(["visit": .answered(.null, moment: 40)])
    let nothing = try await none.answer(
      to: Question("visit", page: Question.Page(start: 0, limit: 5)))
    #expect(nothing.json == .null)
  }
}
