import Foundation
import Reprise
import RepriseTesting
import Restoration
import Testing

@testable import Molecules

/// Every session file that a release ever wrote opens, for ever: `Snapshots/` has one for each
/// screen and format.
///
/// Sessions hold paths. Those in `Snapshots/` begin with a folder that isn't there, in whose place
/// a test puts its own.
@MainActor @Suite struct OldSnapshotsTests {
  nonisolated static let released = ReleasedSnapshots(inPackage: "Snapshots/molecules")
  private static let recordedDirectory = "/samples"

  /// What each screen's file brings back, in the top line or below it.
  private static let shown = [
    "records": "5 records", "filter": "/caf", "structure": "[Structure]",
    "properties": "Monoisotopic mass", "near": "aspirin", "reaction": "esterification",
    "source": "V2000", "export": "./aspirin.mol", "open": "Path", "folder": "4 files",
    "start": "This folder", "columns": "Columns", "openwith": "Pager (true)",
  ]

  @Test("molecules has a released session for every screen") func everyScreenHasOne() throws {
    #expect(try Self.released.screens == Set(Self.shown.keys))
  }

  @Test("molecules opens released sessions", arguments: try released.files)
  func opens(file: URL) async throws {
    let samples = try SampleDirectory()
    let here = samples.home.file("here.snapshot")
    let store = SnapshotFile(path: here)
    _ = try store.load()
    try store.save(try OldSnapshotsTests.body(file, in: samples))
    let session = try await assertOpens(
      URL(fileURLWithPath: here), with: samples.viewer().application)
    try session.expect(try #require(Self.shown[ReleasedSnapshots.screen(of: file)]))
  }

  @Test("molecules survives hostile states of released sessions", arguments: try released.files)
  func aHostileSessionFileIsSurvived(file: URL) async throws {
    let samples = try SampleDirectory()
    let count = try await assertSurvivesHostileStates(
      samples.viewer().application, body: try OldSnapshotsTests.body(file, in: samples),
      topOnly: true, limit: Soak.count(25, of: .max))
    #expect(count > 20)
  }

  /// The body of a session file, about the samples where they are now.
  private static func body(_ file: URL, in samples: SampleDirectory) throws -> [UInt8] {
    let copy = samples.home.file("copy.snapshot")
    try FileManager.default.copyItem(at: file, to: URL(fileURLWithPath: copy))
    defer { try? FileManager.default.removeItem(atPath: copy) }
    let body = try #require(try SnapshotFile(path: copy).load().body)
    let text = String(decoding: body, as: UTF8.self)
    return Array(text.replacing(recordedDirectory, with: samples.directory.path).utf8)
  }

  /// Writes the files of the present format. A person runs it when a screen or the format is new.
  @Test(
    "molecules: record sessions of the present format",
    .enabled(if: ProcessInfo.processInfo.environment["REPRISE_RECORD_SNAPSHOTS"] != nil))
  func record() async throws {
    let samples = try SampleDirectory()
    let extra = [
      GoldenTests.Scene("folder", samples.path(""), .down), GoldenTests.Scene("start", nil, .down),
    ]
    for scene in GoldenTests.scenes + extra where OldSnapshotsTests.shown[scene.name] != nil {
      try await Self.released.record(scene.name) { path in
        let store = InMemorySnapshotStore()
        let session = try await samples.session(scene.operand, store: store)
        for key in scene.keys { await session.press(key) }
        if scene.keys.isEmpty { await session.press(.tab, .backTab, .end, .home) }
        let body = try #require(store.load().body)
        let text = String(decoding: body, as: UTF8.self)
          .replacing(samples.directory.path, with: Self.recordedDirectory)
        let file = SnapshotFile(path: path)
        _ = try file.load()
        try file.save(Array(text.utf8))
      }
    }
    Issue.record("Recorded. Look at the files, then run the tests again.")
  }
}
