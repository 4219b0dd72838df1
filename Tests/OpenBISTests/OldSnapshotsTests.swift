import Foundation
import Reprise
import RepriseTesting
import Restoration
import Testing

@testable import OpenBIS

/// Every session file that a release ever wrote opens, for ever: `Snapshots/` has one for each screen and format.
@MainActor @Suite struct OldSnapshotsTests {
  nonisolated static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Snapshots/openbis")

  /// What each screen's file brings back, in the top line or below it.
  private static let shown = [
    "navigation": "3 entities", "probes": "72 entities below", "probe": "2 entities below",
    "details": "/PROBES/PROBE1", "filter": "/tryp", "found": "asks for *tryptophan*",
    "entity": "C32H40BrN5O5", "image": "160 × 96 pixels", "raw": "Raw answer",
    "tree": "77 entities",
  ]

  @Test func everyScreenHasOne() throws {
    let names = try releasedSnapshots(in: OldSnapshotsTests.folder).map(OldSnapshotsTests.name)
    #expect(Set(names) == Set(OldSnapshotsTests.shown.keys))
  }

  @Test(arguments: try releasedSnapshots(in: OldSnapshotsTests.folder))
  func opens(file: URL) async throws {
    let session = try await assertOpens(file, with: try demo().application)
    try session.expect(try #require(OldSnapshotsTests.shown[OldSnapshotsTests.name(file)]))
  }

  /// An old session in a window of another width shows the same place.
  @Test(arguments: try releasedSnapshots(in: OldSnapshotsTests.folder))
  func opensSideBySide(file: URL) async throws {
    let session = try await assertOpens(file, with: try demo().application, size: .wide)
    try session.expect(try #require(OldSnapshotsTests.shown[OldSnapshotsTests.name(file)]))
  }

  @Test(arguments: try releasedSnapshots(in: OldSnapshotsTests.folder))
  func aHostileSessionFileIsSurvived(file: URL) async throws {
    let count = try await assertSurvivesHostileStates(
      try demo().application, from: file, topOnly: true)
    #expect(count > 20)
  }

  nonisolated private static func name(_ file: URL) -> String {
    file.deletingPathExtension().lastPathComponent
  }

  /// Writes the files of the present format. A person runs it when a screen or the format is new.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["REPRISE_RECORD_SNAPSHOTS"] != nil))
  func record() async throws {
    let format = OldSnapshotsTests.folder.appendingPathComponent("format-1")
    try FileManager.default.createDirectory(at: format, withIntermediateDirectories: true)
    for scene in GoldenTests.scenes where OldSnapshotsTests.shown[scene.name] != nil {
      let file = format.appendingPathComponent("\(scene.name).snapshot")
      guard !FileManager.default.fileExists(atPath: file.path) else { continue }
      let session = try await openBIS(store: SnapshotFile(path: file.path))
      for key in scene.keys { await session.press(key) }
      if scene.keys.isEmpty { await session.press(.down, .up) }
    }
    Issue.record("Recorded. Look at the files, then run the tests again.")
  }
}
