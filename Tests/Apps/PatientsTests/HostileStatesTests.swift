import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import Patients

/// Whatever stands in a session file, the viewer starts, paints, and can be used.
@MainActor @Suite struct HostileStatesTests {
  /// Every kind of screen and of section is on top in one of these; the other files differ in
  /// nothing but ids.
  private nonisolated static let files = [
    "start", "home", "find", "active-visits", "summary", "encounters", "visit", "encounter",
    "vitals-table", "chart", "raw", "medication", "saved", "recent", "removal", "saving", "log-out",
  ].map { OldSnapshotsTests.released.directory.appendingPathComponent("format-1/\($0).snapshot") }

  @Test("patients survives hostile states of released sessions", arguments: files)
  func aHostileSessionFileIsSurvived(file: URL) async throws {
    let viewer = try await OldSnapshotsTests.viewer(ReleasedSnapshots.screen(of: file))
    let count = try await assertSurvivesHostileStates(
      viewer().application, from: file, topOnly: true, limit: Soak.count(25, of: .max))
    #expect(count >= Soak.count(25, of: 100))
  }
}
