import RepriseTesting
import Testing

@testable import CloudBurst
@testable import Reprise

@MainActor @Suite struct CloudBurstLawTests {
  @Test(
    "CloudBurst: the restoration law holds for random scripts", arguments: [1, 2, 3, 4] as [UInt64])
  func everyEventOfARandomScriptIsRestored(seed: UInt64) async throws {
    try await assertRestorable(
      Viewer.test(target: Target(origin: .unplugged)).application,
      script: .random(seed: seed, count: 500))
  }

  @Test("CloudBurst: the restoration law holds without data") func theSameHoldsWithoutAnyData()
    async throws
  {
    try await assertRestorable(
      Viewer.test().application,
      script: .random(seed: 5, count: 500))
  }
}
