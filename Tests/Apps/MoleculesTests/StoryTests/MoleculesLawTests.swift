import Reprise
import RepriseTesting
import Testing

@testable import Molecules

@MainActor @Suite struct MoleculesLawTests {
  /// Without an operand, from the list of recent files: what is named on a command line comes back
  /// whatever was open.
  @Test(
    "molecules: the restoration law holds for random scripts", arguments: [1, 2, 3, 4] as [UInt64])
  func everyEventOfARandomScriptIsRestored(seed: UInt64) async throws {
    let samples = try SampleDirectory()
    let recent = samples.viewer().recent
    for name in ["drugs.sdf", "cubane.mol", "esterification.rxn", ""] {
      try recent.note(samples.path(name), at: 1_763_816_000)
    }
    try await assertRestorable(
      samples.viewer().application, script: .random(seed: seed, count: 200))
  }

  @Test("molecules: the picture is restored as rotated and moved")
  func thePictureIsRestoredAsItWasTurnedAndMoved() async throws {
    let samples = try SampleDirectory()
    let keys: [Key] =
      ["+", "+", .right, "]", .down, "a", "-", "0", "+", .left, "a", .tab, .down, .tab, "]", "e"]
    try await assertRestorable(
      samples.viewer("drugs.sdf#3").application,
      script: .events(keys.map { .key($0) }))
  }
}
