import RepriseTesting
import TestSupport
import Testing

/// Whatever a configuration file holds, it is read, or refused in words. `REPRISE_SEED=N` tries
/// other changes.
@Suite struct ConfigurationLawsTests {
  private static let words = [
    "null", "{", "}", "[", "\"", "-1e999", "\\u0000", "\"profiles\":", ",",
  ]

  @Test("No fuzzing input breaks a law of config.json") func noInputOfTheCorpusBreaksALaw() throws {
    for input in try Corpus().inputs {
      #expect(throws: Never.self, "\(input.name)") { try ConfigurationLaws.check(input.bytes) }
    }
  }

  @Test("No change of a fuzzing input breaks a law of config.json") func noChangeOfThemDoesEither()
    throws
  {
    var counts = [true: 0, false: 0]
    try Corpus().forEachChange(2000, tokens: Self.words) { input in
      counts[try ConfigurationLaws.check(input), default: 0] += 1
    }
    #expect(counts.values.allSatisfy { $0 > 100 })
  }
}
