import Networking
import Testing

@testable import DataSources

/// A screen of several loads is as old, and as whole, as the worst of them.
@Suite struct ResponseAgesTests {
  @Test("Response ages merge oldest, failures and gaps")
  func whatIsNotedOfOthersIsAddedToWhatWasKnown() {
    let ages = ResponseAges()
    ages.note(ResponseAges())
    #expect(ages.oldest == nil)
    #expect(!ages.isIncomplete)
    let old = ResponseAges()
    old.note(40)
    old.note(50)
    old.noteFailure(HTTPError.cutShort(""))
    let incomplete = ResponseAges()
    incomplete.note(70)
    incomplete.noteMissing()
    incomplete.noteFailureOfPart(HTTPError.notFound(""))
    ages.note(old)
    ages.note(incomplete)
    ages.note(ResponseAges())
    #expect(ages.oldest == 40)
    #expect(ages.failure as? HTTPError == .cutShort(""))
    #expect(ages.failureOfPart as? HTTPError == .notFound(""))
    #expect(ages.isIncomplete)
  }
}
