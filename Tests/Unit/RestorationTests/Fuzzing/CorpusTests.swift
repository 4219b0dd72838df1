import RepriseTesting
import TestSupport
import Testing

@testable import Core
@testable import Restoration

/// Every input that the fuzzer found worth keeping is read, and no law is broken by it.
@Suite struct CorpusTests {
  @Test("No fuzzing input breaks a law of reading JSON, snapshots and states")
  func noInputOfTheCorpusBreaksALaw() throws {
    let inputs = try Corpus().inputs
    #expect(inputs.count > 10)
    for input in inputs {
      #expect(throws: Never.self, "\(input.name)") { try ReadingLaws.check(input.bytes) }
    }
  }

  /// The laws would be of little use if they were never put to the test.
  @Test("The fuzzing corpus has valid and invalid texts and files")
  func theCorpusHasTextsAndFilesThatAreReadAndSuchThatArent() throws {
    var counts: [String: Int] = [:]
    for input in try Corpus().inputs.map(\.bytes) {
      let isFile = input.first == UInt8(ascii: "F")
      let isRead =
        isFile
        ? SlotPair(DamagedFile(recipe: input.dropFirst()).bytes).newest != nil
        : (try? JSON(input)) != nil
      counts["\(isFile ? "file" : "text") \(isRead ? "read" : "refused")", default: 0] += 1
    }
    #expect(counts.count == 4)
  }
}
