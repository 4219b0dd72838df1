import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import CloudBurst

/// Whatever stands in a session file, the viewer starts, paints, and can be used. Every screen is
/// on top in one of the files.
@MainActor @Suite struct HostileStatesTests {
  @Test(
    "CloudBurst survives hostile states of released sessions",
    arguments: try OldSnapshotsTests.released.files)
  func aHostileSessionFileIsSurvived(file: URL) async throws {
    let count = try await assertSurvivesHostileStates(
      Viewer.test(demoData: .builtIn).application, from: file, topOnly: true,
      limit: Soak.count(25, of: .max))
    #expect(count >= Soak.count(25, of: 100))
  }
}
