import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import CloudBurst

/// Every session file that a release ever wrote opens, for ever: `Snapshots/` has one for each screen and format.
@MainActor @Suite struct OldSnapshotsTests {
  nonisolated private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Snapshots/cloudburst")

  nonisolated static let files: [String] = {
    let found = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (found ?? []).filter { $0.hasSuffix(".snapshot") }.sorted()
  }()

  /// What each screen's file brings back, in the top line or below it.
  private static let shown = [
    "start": "14 virtual systems loaded from the built-in fixture.",
    "list": "14 systems · 3 started", "filter": "Virtual systems › /was", "sort": "NAME ▼",
    "detail": "Virtual systems › Cluster ND – collaudo", "raw": "Raw answer 61", "help": "Help",
  ]

  @Test func thereAreSome() {
    #expect(OldSnapshotsTests.files.count >= OldSnapshotsTests.shown.count)
  }

  @Test(arguments: files)
  func opens(file: String) async throws {
    let copy = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).snapshot")
    try FileManager.default.copyItem(
      at: OldSnapshotsTests.folder.appendingPathComponent(file), to: copy)
    defer { try? FileManager.default.removeItem(at: copy) }
    let session = try await cloudBurst(store: SnapshotFile(path: copy.path))
    let name = String(file.split(separator: "/").last?.dropLast(".snapshot".count) ?? "")
    try session.expect(try #require(OldSnapshotsTests.shown[name]))
  }

  /// Writes the files of the present format. A person runs it when a screen or the format is new.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["REPRISE_RECORD_SNAPSHOTS"] != nil))
  func record() async throws {
    let format = OldSnapshotsTests.folder.appendingPathComponent("format-1")
    try FileManager.default.createDirectory(at: format, withIntermediateDirectories: true)
    let extra = [GoldenTests.Scene(name: "sort", keys: [.enter, "s", "j"])]
    for scene in GoldenTests.scenes.filter({ $0.name != "sort" && $0.name != "filtered" }) + extra {
      let file = format.appendingPathComponent("\(scene.name).snapshot")
      guard !FileManager.default.fileExists(atPath: file.path) else { continue }
      let session = try await cloudBurst(store: SnapshotFile(path: file.path))
      for key in scene.keys { await session.press(key) }
      if scene.keys.isEmpty { await session.press(.tab) }
    }
    Issue.record("Recorded. Look at the files, then run the tests again.")
  }
}
