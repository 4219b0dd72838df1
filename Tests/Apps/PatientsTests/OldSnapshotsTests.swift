import Foundation
import Reprise
import RepriseTesting
import Restoration
import Testing

@testable import Patients

/// Every session file that a release ever wrote opens, for ever: `Snapshots/` has one for each
/// screen and format.
@MainActor @Suite(.cheapKeys) struct OldSnapshotsTests {
  nonisolated static let released = ReleasedSnapshots(inPackage: "Snapshots/patients")

  /// What each screen's file brings back, in the top line or below it.
  private static let shown = [
    "start": "Find a patient", "home": "Active visits", "find": "2 patients",
    "active-visits": "4 active visits", "summary": "Summary]", "visits": "Visits]",
    "visit": "3 encounters", "encounters": "312 encounters", "encounter": "Hemoglobin",
    "vitals": "the latest of each", "vitals-table": "Vitals over time", "chart": "138/88 mmHg",
    "allergies": "Allergies]", "allergy": "In 2011, at school.", "condition": "Certainty",
    "medication": "not more than eight a day.", "program": "Location", "raw": "Raw answer",
    "encounter-raw": "Raw answer",
    "filter": "/08", "saved": "3 saved patients", "recent": "Recently viewed",
    "removal": "Remove the saved copy of", "saving": "3 of 3 saved",
    "log-out": "Log out and delete",
  ]

  /// These are of somebody who keeps patients, at a server.
  private static let keptScenes =
    GoldenTests.keptScenes.filter { ["saved", "recent", "removal", "saving"].contains($0.name) }
    + [GoldenTests.Scene("log-out", .end, .enter, .tab)]

  @Test("patients has a released session for every screen") func everyScreenHasOne() throws {
    #expect(try Self.released.screens == Set(Self.shown.keys))
  }

  @Test("patients opens released sessions", arguments: try released.files)
  func opens(file: URL) async throws {
    let name = ReleasedSnapshots.screen(of: file)
    let viewer = try await OldSnapshotsTests.viewer(name)
    let session = try await assertOpens(file, with: viewer().application)
    try session.expect(try #require(OldSnapshotsTests.shown[name]))
  }

  /// Makes the viewer that wrote a screen's file, anew at each call.
  static func viewer(_ name: String) async throws -> @MainActor () throws -> Viewer {
    guard keptScenes.contains(where: { $0.name == name }) else {
      return { Viewer(unplugged: .unplugged(zone: .utc)) }
    }
    return try await KeepingNurse().viewer
  }

  /// Writes the files of the present format. A person runs it when a screen or the format is new.
  @Test(
    "patients: record sessions of the present format",
    .enabled(if: ProcessInfo.processInfo.environment["REPRISE_RECORD_SNAPSHOTS"] != nil))
  func record() async throws {
    let extra = [GoldenTests.Scene("encounter-raw", of: "grace", "3", .enter, "y")]
    for scene in GoldenTests.scenes + extra where OldSnapshotsTests.shown[scene.name] != nil {
      try await Self.released.record(scene.name) { path in
        let session = try await patients(store: SnapshotFile(path: path))
        for key in scene.keys { await session.press(key) }
        if scene.keys.isEmpty { await session.press(.tab) }
      }
    }
    for scene in OldSnapshotsTests.keptScenes {
      try await Self.released.record(scene.name) { path in
        let session = try await KeepingNurse().session(store: SnapshotFile(path: path))
        for key in scene.keys { await session.press(key) }
      }
    }
    Issue.record("Recorded. Look at the files, then run the tests again.")
  }
}
