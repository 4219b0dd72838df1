import Reprise
import RepriseTesting
import Testing

@testable import Molecules

@MainActor @Suite struct MoleculesLawTests {
  @Test(arguments: ["drugs.sdf", "drugs.sdf#2", "cubane.mol", "esterification.rxn", ""])
  func everyEventOfARandomScriptIsRestored(operand: String) async throws {
    let samples = try SampleFolder()
    let viewer = samples.viewer(operand.isEmpty ? samples.path("") : operand)
    try await assertRestorable(
      viewer.application, after: .everyEvent,
      script: .random(seed: UInt64(operand.utf8.count), count: 250))
  }

  @Test func thePictureIsRestoredAsItWasTurnedAndMoved() async throws {
    let samples = try SampleFolder()
    let keys: [Key] =
      ["+", "+", .right, "]", .down, "a", "-", "0", "+", .left, "a", .tab, .down, .tab, "]", "e"]
    try await assertRestorable(
      samples.viewer("drugs.sdf#3").application, after: .everyEvent,
      script: .events(keys.map { .key($0) }))
  }
}
