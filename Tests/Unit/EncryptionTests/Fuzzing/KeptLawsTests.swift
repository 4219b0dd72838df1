import RepriseTesting
import TestSupport
import Testing

/// Every input of the corpus, and some thousand changes of each kind, break no law.
/// `REPRISE_SEED=N` tries other changes.
@Suite struct KeptLawsTests {
  private static let words = [
    "-1", "0", "9223372036854775807", "9223372036854775808", "1e999", "\u{0}",
  ]

  @Test("Encryption fuzz corpus breaks no law") func noInputOfTheCorpusBreaksALaw() throws {
    let inputs = try Corpus().inputs
    #expect(Set(inputs.compactMap(\.bytes.first)).count >= 6)
    for input in inputs {
      #expect(throws: Never.self, "\(input.name)") { try KeptLaws.check(input.bytes) }
    }
  }

  @Test("Encryption fuzz corpus with changes breaks no law") func noChangeOfThemDoesEither() throws
  {
    try Corpus().forEachChange(4000, tokens: Self.words, keepsFirst: true, check: KeptLaws.check)
  }
}
