import Foundation
import RepriseTesting
import Testing

@testable import Vaults

/// Every input of the corpus, and some thousand changes of each kind, break no law. `REPRISE_SEED=N` tries other changes.
@Suite struct KeptLawsTests {
  private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Corpus")

  private static func inputs() throws -> [[UInt8]] {
    try FileManager.default.contentsOfDirectory(atPath: corpus.path).sorted().map {
      Array(try Data(contentsOf: corpus.appendingPathComponent($0)))
    }
  }

  @Test func noInputOfTheCorpusBreaksALaw() throws {
    let inputs = try Self.inputs()
    #expect(Set(inputs.compactMap(\.first)).count >= 6)
    for input in inputs { try KeptLaws.check(input) }
  }

  @Test func noChangeOfThemDoesEither() throws {
    let seed = ProcessInfo.processInfo.environment["REPRISE_SEED"].flatMap { UInt64($0) } ?? 1
    var random = SplitMix64(seed: seed)
    let inputs = try Self.inputs()
    for _ in 0..<4000 {
      guard var input = inputs.randomElement(using: &random) else { return }
      let kind = input.first
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        Self.change(&input, inputs, &random)
      }
      if let kind, Bool.random(using: &random) { input = [kind] + input.dropFirst() }
      do {
        try KeptLaws.check(input)
      } catch {
        Issue.record("\(error), of \(Data(input).base64EncodedString())")
      }
    }
  }

  private static func change(
    _ input: inout [UInt8], _ inputs: [[UInt8]], _ random: inout SplitMix64
  ) {
    let place = Int.random(in: 0...input.count, using: &random)
    let rest = Int.random(in: place...input.count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0 where place < input.count:
      input[place] = UInt8.random(in: 0...255, using: &random)
    case 1: input.removeSubrange(place..<rest)
    case 2: input.insert(contentsOf: input[place..<rest], at: place)
    case 3:
      let numbers = ["-1", "0", "9223372036854775807", "9223372036854775808", "1e999", "\u{0}"]
      input.insert(
        contentsOf: (numbers.randomElement(using: &random) ?? "").utf8, at: place)
    default:
      guard let other = inputs.randomElement(using: &random) else { return }
      input.replaceSubrange(
        place..<rest, with: other.prefix(Int.random(in: 0...other.count, using: &random)))
    }
  }
}
