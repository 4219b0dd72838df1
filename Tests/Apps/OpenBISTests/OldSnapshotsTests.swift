import Foundation
import Reprise
import RepriseTesting
import Restoration
import Testing

@testable import OpenBIS

/// Every session file that a release ever wrote opens, for ever: `Snapshots/` has one for each
/// screen and format.
@MainActor @Suite struct OldSnapshotsTests {
  nonisolated static let released = ReleasedSnapshots(inPackage: "Snapshots/openbis")

  /// What each screen's file brings back, in the top line or below it.
  private static let shown = [
    "navigation": "3 entities", "probes": "72 entities below", "probe": "2 entities below",
    "details": "/PROBES/PROBE1", "filter": "/tryp", "found": "asks for *tryptophan*",
    "entity": "C32H40BrN5O5", "image": "160 × 96 pixels", "raw": "Raw answer",
    "tree": "77 entities",
  ]

  @Test("openBIS has a released session for every screen") func everyScreenHasOne() throws {
    #expect(try Self.released.screens == Set(Self.shown.keys))
  }

  @Test("openBIS opens released sessions", arguments: try released.files)
  func opens(file: URL) async throws {
    let session = try await assertOpens(file, with: try demo().application)
    try session.expect(try #require(Self.shown[ReleasedSnapshots.screen(of: file)]))
  }

  /// An old session in a window of another width shows the same place.
  @Test("openBIS opens released sessions in a wide window", arguments: try released.files)
  func opensSideBySide(file: URL) async throws {
    let session = try await assertOpens(file, with: try demo().application, size: .wide)
    try session.expect(try #require(Self.shown[ReleasedSnapshots.screen(of: file)]))
  }

  @Test("openBIS survives hostile states of released sessions", arguments: try released.files)
  func aHostileSessionFileIsSurvived(file: URL) async throws {
    let count = try await assertSurvivesHostileStates(
      try demo().application, from: file, topOnly: true, limit: Soak.count(25, of: .max))
    #expect(count > 20)
  }

  /// Writes the files of the present format. A person runs it when a screen or the format is new.
  @Test(
    "openBIS: record sessions of the present format",
    .enabled(if: ProcessInfo.processInfo.environment["REPRISE_RECORD_SNAPSHOTS"] != nil))
  func record() async throws {
    for scene in GoldenTests.scenes where OldSnapshotsTests.shown[scene.name] != nil {
      try await Self.released.record(scene.name) { path in
        let session = try await openBIS(store: SnapshotFile(path: path))
        for key in scene.keys { await session.press(key) }
        if scene.keys.isEmpty { await session.press(.down, .up) }
      }
    }
    Issue.record("Recorded. Look at the files, then run the tests again.")
  }
}
