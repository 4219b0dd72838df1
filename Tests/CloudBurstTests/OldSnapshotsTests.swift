import Restoration
import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import CloudBurst

/// Every session file that a release ever wrote opens, for ever: `Snapshots/` has one for each screen and format.
@MainActor @Suite struct OldSnapshotsTests {
  nonisolated static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Snapshots/cloudburst")

  /// What each screen's file brings back, in the top line or below it.
  private static let shown = [
    "start": "[ Open list ]",
    "list": "14 systems · 3 started", "filter": "Virtual systems › /was", "sort": "NAME ▼",
    "detail": "Virtual systems › Cluster ND – collaudo", "raw": "Raw answer 61", "help": "Help",
    "messages": "couldn't be reopened", "machine": "Cluster ND – collaudo › custom-1",
  ]

  @Test func everyScreenHasOne() throws {
    let names = try releasedSnapshots(in: OldSnapshotsTests.folder).map(OldSnapshotsTests.name)
    #expect(Set(names) == Set(OldSnapshotsTests.shown.keys))
  }

  @Test(arguments: try releasedSnapshots(in: OldSnapshotsTests.folder))
  func opens(file: URL) async throws {
    let session = try await assertOpens(
      file, with: Viewer.test().application)
    try session.expect(try #require(OldSnapshotsTests.shown[OldSnapshotsTests.name(file)]))
  }

  nonisolated private static func name(_ file: URL) -> String {
    file.deletingPathExtension().lastPathComponent
  }

  /// Writes the files of the present format. A person runs it when a screen or the format is new.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["REPRISE_RECORD_SNAPSHOTS"] != nil))
  func record() async throws {
    let format = OldSnapshotsTests.folder.appendingPathComponent("format-1")
    try FileManager.default.createDirectory(at: format, withIntermediateDirectories: true)
    let extra = [GoldenTests.Scene(name: "sort", keys: ["s", "j"])]
    for scene in GoldenTests.scenes.filter({ $0.name != "sort" && $0.name != "filtered" }) + extra {
      let file = format.appendingPathComponent("\(scene.name).snapshot")
      guard !FileManager.default.fileExists(atPath: file.path) else { continue }
      let session = try await cloudBurst(store: SnapshotFile(path: file.path))
      for key in scene.keys { await session.press(key) }
      if scene.keys.isEmpty { await session.press(.tab) }
    }
    try await recordMessages(format.appendingPathComponent("messages.snapshot"))
    Issue.record("Recorded. Look at the files, then run the tests again.")
  }

  /// The messages are those of a session of which a screen couldn't be reopened.
  private func recordMessages(_ file: URL) async throws {
    guard !FileManager.default.fileExists(atPath: file.path) else { return }
    let sound = SnapshotFile(path: file.path)
    let start = try await cloudBurst(store: sound)
    await start.press(.tab)
    var snapshot = try Snapshot(body: try #require(try SnapshotFile(path: file.path).load().body))
    snapshot.entries.append(Snapshot.Entry(bytes: Array("{}".utf8)))
    try sound.save(snapshot.body)
    let session = try await cloudBurst(store: SnapshotFile(path: file.path))
    await session.press(.function(2))
    // What was left of the damage isn't what this file is about.
    try FileManager.default.removeItem(atPath: file.path + ".aside-1")
  }
}
