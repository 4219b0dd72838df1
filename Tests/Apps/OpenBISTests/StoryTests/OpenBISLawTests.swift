import Reprise
import RepriseTesting
import Testing

@testable import OpenBIS

@MainActor @Suite struct OpenBISLawTests {
  @Test("openBIS demo data: the restoration law holds", arguments: [1, 2, 3, 4, 5] as [UInt64])
  func everyEventOfARandomScriptIsRestored(seed: UInt64) async throws {
    try await assertRestorable(
      try demo().application, script: .random(seed: seed, count: 300))
  }

  /// In a window in which list and details stand side by side.
  @Test("openBIS in a wide window: the restoration law holds", arguments: [6, 7] as [UInt64])
  func everyEventIsRestoredSideBySide(seed: UInt64) async throws {
    try await assertRestorable(
      try demo().application, size: Size(rows: 40, columns: 120),
      script: .random(seed: seed, count: 250))
  }
}
