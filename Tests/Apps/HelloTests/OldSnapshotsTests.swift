import Foundation
import RepriseTesting
import Restoration
import Testing

@testable import Hello
@testable import Reprise

/// Every session file that a release ever wrote opens, for ever.
@MainActor @Suite struct OldSnapshotsTests {
  nonisolated static let released = ReleasedSnapshots(inPackage: "Snapshots/hello")

  private let application = Application("hello") { Hello() }

  @Test("Hello opens released sessions", arguments: try released.files)
  func opens(file: URL) async throws {
    let session = try await assertOpens(file, with: application)
    try session.expect("Hello, Wörld 東京▏")
    await session.press(.backspace)
    // The caret stands where it stood: two characters before the end.
    try session.expect("Hello, Wörld東京▏")
  }

  /// Writes the file of the present format. A person runs it when the format is new.
  @Test(
    "Hello: record the session of the present format",
    .enabled(if: ProcessInfo.processInfo.environment["REPRISE_RECORD_SNAPSHOTS"] != nil))
  func record() async throws {
    try await Self.released.record("hello") { path in
      let session = try await TestSession(application, store: SnapshotFile(path: path))
      await session.type("Wörld 東京")
      await session.press(.left, .left)
    }
    Issue.record("Recorded. Look at the file, then run the tests again.")
  }
}
