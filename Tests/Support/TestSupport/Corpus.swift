import Foundation
import RepriseTesting

/// The fuzzing corpus of a parser: the directory Corpus next to the test's directory, from which
/// `make fuzz` also starts.
package struct Corpus {
  /// The failure of a check, with the input that caused it.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  package let inputs: [(name: String, bytes: [UInt8])]

  package init(of test: String = #filePath) throws {
    let directory = URL(fileURLWithPath: test).deletingLastPathComponent()
      .deletingLastPathComponent()
      .appendingPathComponent("Corpus")
    inputs = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted().map {
      name in
      (name, Array(try Data(contentsOf: directory.appendingPathComponent(name))))
    }
  }

  /// Checks inputs at most four mutations away from the corpus, of which `REPRISE_SEED=N` selects
  /// others, and throws `Failure` for the first violation. `tokens` have a meaning for the parser.
  /// With `keepsFirst`, about half of the inputs keep their first byte, which selects their type.
  package func forEachChange(
    _ count: Int, tokens: [String], keepsFirst: Bool = false, check: ([UInt8]) throws -> Void
  ) throws {
    let seed = ProcessInfo.processInfo.environment["REPRISE_SEED"].flatMap { UInt64($0) } ?? 1
    var random = SplitMix64(seed: seed)
    for _ in 0..<count {
      guard var input = inputs.randomElement(using: &random)?.bytes else { return }
      let first = input.first
      for _ in 0..<Int.random(in: 0...4, using: &random) { change(&input, tokens, &random) }
      if let first, keepsFirst, Bool.random(using: &random) { input = [first] + input.dropFirst() }
      do {
        try check(input)
      } catch {
        throw Failure(description: "\(error), of \(Data(input).base64EncodedString())")
      }
    }
  }

  private func change(_ input: inout [UInt8], _ tokens: [String], _ random: inout SplitMix64) {
    let offset = Int.random(in: 0...input.count, using: &random)
    let rest = Int.random(in: offset...input.count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0 where offset < input.count: input[offset] = UInt8.random(in: 0...255, using: &random)
    case 1: input.removeSubrange(offset..<rest)
    case 2: input.insert(contentsOf: input[offset..<rest], at: offset)
    case 3:
      input.insert(contentsOf: (tokens.randomElement(using: &random) ?? "").utf8, at: offset)
    default:
      guard let other = inputs.randomElement(using: &random)?.bytes else { return }
      input.replaceSubrange(
        offset..<rest, with: other.prefix(Int.random(in: 0...other.count, using: &random)))
    }
  }
}
