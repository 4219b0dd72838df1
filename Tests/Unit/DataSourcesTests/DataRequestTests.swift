import Core
import Testing

@testable import DataSources

/// A server that gives fewer entries at a time is asked for fewer.
@Suite struct QuestionTests {
  @Test("Page request is limited and never enlarged", arguments: [(19, 19), (20, 20), (21, 20)])
  func aPageIsLimitedAndNeverMadeLarger(limit: Int, expected: Int) {
    let question = DataRequest(
      "visit", page: DataRequest.Page(start: 40, limit: 20, isCounted: true), about: ResourceID("7")
    )
    #expect(
      question.limited(to: limit)
        == DataRequest(
          "visit", page: DataRequest.Page(start: 40, limit: expected, isCounted: true),
          about: ResourceID("7")))
  }

  @Test("Request without a page has no limit") func whatIsNoPageHasNoLimit() {
    let question = DataRequest("patient/7", about: ResourceID("7"))
    #expect(question.limited(to: 1) == question)
    #expect(!DataRequest.Page(start: 0, limit: 1).isCounted)
  }
}
