import Networking
import Testing

@testable import DataSources

/// All that follows from a failure follows from the reason why there is no answer.
@Suite struct AbsenceTests {
  private struct Problem: AnswerProblem { let absence: Absence }

  @Test(arguments: [
    (Absence.away, true, true, false), (.notLetIn, true, false, false),
    (.unusable, false, true, true), (.failed, false, false, true),
    (.missing, false, false, false), (.notKept, false, false, false),
  ])
  func aReasonSaysWhatBecomesOfTheRest(
    absence: Absence, endsEverything: Bool, isWithoutAnswer: Bool, leavesWhatWasKnown: Bool
  ) {
    let problem: any Error = Problem(absence: absence)
    #expect(problem.endsEverything == endsEverything)
    #expect(problem.isWithoutAnswer == isWithoutAnswer)
    #expect(problem.leavesWhatWasKnown == leavesWhatWasKnown)
    // No copy can have it, unless a problem says so.
    #expect(Problem(absence: absence).inCopy == nil)
  }

  private struct Slip: Error {}

  @Test func whatIsNotAboutAnAnswerSaysNothing() {
    let slip: any Error = Slip()
    #expect(slip.answerAbsence == nil)
    #expect(!slip.endsEverything && !slip.isWithoutAnswer && !slip.leavesWhatWasKnown)
    let cancelled: any Error = CancellationError()
    #expect(cancelled.answerAbsence == .notLetIn)
  }

  @Test(arguments: [
    (HTTPProblem.refused(host: ""), Absence.away), (.tooManyFiles, .away),
    (.redirectedElsewhere(from: "", to: ""), .away), (.notEncrypted(place: ""), .away),
    (.unauthorized(""), .notLetIn), (.passwordNeeded(server: "", user: ""), .notLetIn),
    (.cancelled, .notLetIn), (.hungUp(host: ""), .unusable), (.cutShort(""), .unusable),
    (.tooLarge("", limit: 1), .unusable), (.undecodable(""), .unusable),
    (.status("", 503, reason: "", line: nil), .failed), (.tooManyRedirects(""), .failed),
    (.forbidden(""), .missing), (.notFound(""), .missing),
  ])
  func aServersProblemHasOne(problem: HTTPProblem, absence: Absence) {
    #expect(problem.absence == absence)
  }

  @Test(arguments: [
    (ReplayProblem.notRecorded("", name: ""), Absence.missing), (.noSuchFile(""), .failed),
    (.notPermitted(""), .failed), (.unwritable("", reason: ""), .failed), (.empty(""), .unusable),
    (.tooLarge("", limit: 1), .unusable),
  ])
  func aRecordingsProblemHasOne(problem: ReplayProblem, absence: Absence) {
    #expect(problem.absence == absence)
  }
}
