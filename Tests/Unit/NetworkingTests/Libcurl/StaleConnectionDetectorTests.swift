import Testing

@testable import Networking

@Suite struct StaleConnectionDetectorTests {
  private let answered = TransferResult.success(.connected)

  @Test("A stale-connection detector doubts only after silence") func onlySilenceBeginsADoubt() {
    var doubt = StaleConnectionDetector()
    #expect(!doubt.isThere)
    for failure in [TransferFailure.cancelled, .slow, .tooLarge, .headTooLarge] {
      doubt.note(.failure(failure))
      #expect(!doubt.isThere)
    }
    doubt.note(.failure(.silent))
    #expect(doubt.isThere)
  }

  @Test("A stale-connection detector trusts again after a response") func onlyAnAnswerEndsIt() {
    var doubt = StaleConnectionDetector()
    doubt.note(.failure(.silent))
    for failure in [TransferFailure.cancelled, .slow, .silent] {
      doubt.note(.failure(failure))
      #expect(doubt.isThere)
    }
    doubt.note(answered)
    #expect(!doubt.isThere)
  }
}
