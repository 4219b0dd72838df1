import Networking
import Testing

@testable import DataSources

/// A screen of several loads is as old, and as whole, as the worst of them.
@Suite struct AnswerAgesTests {
  @Test func whatIsNotedOfOthersIsAddedToWhatWasKnown() {
    let ages = AnswerAges()
    ages.note(AnswerAges())
    #expect(ages.oldest == nil)
    #expect(!ages.isIncomplete)
    let old = AnswerAges()
    old.note(40)
    old.note(50)
    old.noteFailure(HTTPProblem.cutShort(""))
    let incomplete = AnswerAges()
    incomplete.note(70)
    incomplete.noteMissing()
    incomplete.noteFailureOfPart(HTTPProblem.notFound(""))
    ages.note(old)
    ages.note(incomplete)
    ages.note(AnswerAges())
    #expect(ages.oldest == 40)
    #expect(ages.failure as? HTTPProblem == .cutShort(""))
    #expect(ages.failureOfPart as? HTTPProblem == .notFound(""))
    #expect(ages.isIncomplete)
  }
}
