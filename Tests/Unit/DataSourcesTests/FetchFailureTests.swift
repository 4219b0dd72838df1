import Networking
import Testing

@testable import DataSources

/// All that follows from a failure follows from the reason why there is no answer.
@Suite struct FetchFailureTests {
  private struct Problem: FetchError { let fetchFailure: FetchFailure }

  @Test(
    "Fetch failure decides what happens to remaining requests",
    arguments: [
      (FetchFailure.unreachable, true, true, false), (.notAuthenticated, true, false, false),
      (.unusable, false, true, true), (.failed, false, false, true),
      (.missing, false, false, false), (.notCached, false, false, false),
    ])
  func aReasonSaysWhatBecomesOfTheRest(
    fetchFailure: FetchFailure, cancelsRemainingRequests: Bool, hasNoResponse: Bool,
    allowsStaleResponse: Bool
  ) {
    let problem: any Error = Problem(fetchFailure: fetchFailure)
    #expect(problem.cancelsRemainingRequests == cancelsRemainingRequests)
    #expect(problem.hasNoResponse == hasNoResponse)
    #expect(problem.allowsStaleResponse == allowsStaleResponse)
    // No copy can have it, unless a problem says so.
    #expect(Problem(fetchFailure: fetchFailure).inCopy == nil)
  }

  private struct Slip: Error {}

  @Test("Fetch failure of another error is nil") func whatIsNotAboutAnAnswerSaysNothing() {
    let slip: any Error = Slip()
    #expect(FetchFailure(slip) == nil)
    #expect(!slip.cancelsRemainingRequests && !slip.hasNoResponse && !slip.allowsStaleResponse)
    let cancelled: any Error = CancellationError()
    #expect(FetchFailure(cancelled) == .notAuthenticated)
  }

  @Test(
    "Fetch failure of each HTTP error",
    arguments: [
      (HTTPError.refused(host: ""), FetchFailure.unreachable), (.tooManyFiles, .unreachable),
      (.redirectedElsewhere(from: "", to: ""), .unreachable),
      (.notEncrypted(location: ""), .unreachable),
      (.unauthorized(""), .notAuthenticated),
      (.passwordNeeded(server: "", user: ""), .notAuthenticated),
      (.cancelled, .notAuthenticated), (.hungUp(host: ""), .unusable), (.cutShort(""), .unusable),
      (.tooLarge("", limit: 1), .unusable), (.undecodable(""), .unusable),
      (.status("", 503, reason: "", line: nil), .failed), (.tooManyRedirects(""), .failed),
      (.forbidden(""), .missing), (.notFound(""), .missing),
    ])
  func aServersProblemHasOne(problem: HTTPError, fetchFailure: FetchFailure) {
    #expect(problem.fetchFailure == fetchFailure)
  }

  @Test(
    "Fetch failure of each replay error",
    arguments: [
      (ReplayError.notRecorded("", name: ""), FetchFailure.missing), (.noSuchFile(""), .failed),
      (.notPermitted(""), .failed), (.unwritable("", reason: ""), .failed), (.empty(""), .unusable),
      (.tooLarge("", limit: 1), .unusable),
    ])
  func aRecordingsProblemHasOne(problem: ReplayError, fetchFailure: FetchFailure) {
    #expect(problem.fetchFailure == fetchFailure)
  }
}
