import Foundation
import Reprise
import Testing

@testable import OpenMRSSimulator
@testable import Patients

/// The strict server is asked what the real ones were asked, and answers what they answered.
@Suite struct StrictServerAgainstRecordingsTests {
  @Test(
    "Strict OpenMRS server responds as recorded servers did",
    arguments: ServerProfile.inUse + ServerProfile.thresholds)
  func itAnswersAsTheRealOneDid(profile: ServerProfile) throws {
    guard RecordedExchange.isThere else {
      print("Skipped: there are no recordings at \(RecordedExchange.root).")
      return
    }
    let recorded = RecordedServer(profile)
    var comparison = RecordedComparison(recorded)
    var equal = 0
    var rest: [String: String] = [:]
    for exchange in recorded.exchanges
    where exchange.method == "GET" || exchange.method == "DELETE" {
      let sentences = comparison.differences(at: exchange)
      if sentences.isEmpty { equal += 1 } else { rest[exchange.name] = sentences.first }
    }
    let known = RecordedRest.reasons(for: profile)
    for (name, sentence) in rest.sorted(by: { $0.key < $1.key }) where known[name] == nil {
      Issue.record("\(profile.directory)/\(name) \(sentence)")
    }
    for name in known.keys.sorted() where rest[name] == nil {
      Issue.record("\(profile.directory)/\(name) is equal now: take it out of RecordedRest")
    }
    print("\(profile): \(equal + rest.count) requests, \(equal) equal, \(rest.count) named")
  }
}
