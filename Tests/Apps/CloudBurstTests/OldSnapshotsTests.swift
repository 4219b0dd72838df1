import Foundation
import Reprise
import RepriseTesting
import Restoration
import Testing

@testable import CloudBurst

/// Every session file that a release ever wrote opens, for ever: `Snapshots/` has one for each
/// screen and format.
@MainActor @Suite struct OldSnapshotsTests {
  nonisolated static let released = ReleasedSnapshots(inPackage: "Snapshots/cloudburst")

  /// What each screen's file brings back, in the top line or below it.
  private static let shown = [
    "start": "[ Open list ]",
    "list": "1 failed · 1 unknown · 40 systems", "filter": "Virtual systems › /was",
    "sort": "NAME ▼",
    "detail": "Virtual systems › Cluster ND – acceptance", "raw": "Raw answer 61", "help": "Help",
    "messages": "couldn't be reopened", "machine": "› custom-1",
  ]

  @Test("CloudBurst has a released session for every screen") func everyScreenHasOne() throws {
    #expect(try Self.released.screens == Set(Self.shown.keys))
  }

  @Test("CloudBurst opens released sessions", arguments: try released.files)
  func opens(file: URL) async throws {
    let session = try await assertOpens(
      file, with: Viewer.test(demoData: .builtIn).application)
    try session.expect(try #require(Self.shown[ReleasedSnapshots.screen(of: file)]))
  }

  /// Writes the files of the present format. A person runs it when a screen or the format is new.
  @Test(
    "CloudBurst: record sessions of the present format",
    .enabled(if: ProcessInfo.processInfo.environment["REPRISE_RECORD_SNAPSHOTS"] != nil))
  func record() async throws {
    let extra = [GoldenTests.Scene(name: "sort", keys: ["s", "j"])]
    for scene in GoldenTests.scenes.filter({ $0.name != "sort" && $0.name != "filtered" }) + extra {
      try await Self.released.record(scene.name) { path in
        let session = try await cloudBurst(
          store: SnapshotFile(path: path), demoData: .builtIn)
        for key in scene.keys { await session.press(key) }
        if scene.keys.isEmpty { await session.press(.tab) }
      }
    }
    try await Self.released.record("messages", recordMessages)
    Issue.record("Recorded. Look at the files, then run the tests again.")
  }

  /// The messages are those of a session of which a screen couldn't be reopened.
  private func recordMessages(_ path: String) async throws {
    let sound = SnapshotFile(path: path)
    let start = try await cloudBurst(store: sound)
    await start.press(.tab)
    var snapshot = try Snapshot(body: try #require(try SnapshotFile(path: path).load().body))
    snapshot.entries.append(Snapshot.Entry(bytes: Array("{}".utf8)))
    try sound.save(snapshot.body)
    let session = try await cloudBurst(
      store: SnapshotFile(path: path), demoData: .builtIn)
    await session.press(.function(2))
    // What was left of the damage isn't what this file is about.
    try FileManager.default.removeItem(atPath: path + ".aside-1")
  }
}
