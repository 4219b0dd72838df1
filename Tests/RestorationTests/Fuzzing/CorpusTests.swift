import Foundation
@testable import Restoration
import Testing
@testable import Values

/// Every input that the fuzzer found worth keeping is read, and no law is broken by it.
@Suite struct CorpusTests {
  private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Corpus")

  @Test func noInputOfTheCorpusBreaksALaw() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path).sorted()
    #expect(names.count > 10)
    for name in names {
      let input = Array(try Data(contentsOf: Self.corpus.appendingPathComponent(name)))
      #expect(throws: Never.self, "\(name)") { try ReadingLaws.check(input) }
    }
  }

  /// The laws would be of little use if they were never put to the test.
  @Test func theCorpusHasTextsAndFilesThatAreReadAndSuchThatArent() throws {
    var counts: [String: Int] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path) {
      let input = Array(try Data(contentsOf: Self.corpus.appendingPathComponent(name)))
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
