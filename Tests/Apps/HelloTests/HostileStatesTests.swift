import Foundation
import RepriseTesting
import Testing

@testable import Hello
@testable import Reprise

@MainActor @Suite struct HostileStatesTests {
  @Test(
    "Hello survives hostile states of released sessions",
    arguments: try OldSnapshotsTests.released.files)
  func aHostileSessionFileIsSurvived(file: URL) async throws {
    let count = try await assertSurvivesHostileStates(
      Application("hello") { Hello() }, from: file, longText: 16 << 10,
      limit: Soak.count(50, of: .max))
    #expect(count >= Soak.count(50, of: 200))
  }
}
