import Foundation
import RepriseTesting
import Testing

@testable import Hello
@testable import Reprise

/// Every session file that a release ever wrote opens, for ever.
@MainActor @Suite struct OldSnapshotsTests {
  nonisolated private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Snapshots/hello")

  private let application = Application("hello") { Hello() }
  private let copy = FileManager.default.temporaryDirectory
    .appendingPathComponent("hello-\(UUID().uuidString).snapshot")

  @Test(arguments: ["format-1"])
  func opens(format: String) async throws {
    let file = Self.folder.appendingPathComponent("\(format)/hello.snapshot")
    try FileManager.default.copyItem(at: file, to: copy)
    defer { try? FileManager.default.removeItem(at: copy) }
    let session = try await TestSession(application, store: SnapshotFile(path: copy.path))
    try session.expect("Hello, Wörld 東京▏")
    await session.press(.backspace)
    // The caret stands where it stood: two characters before the end.
    try session.expect("Hello, Wörld東京▏")
  }

  /// Writes the file of the present format. A person runs it when the format is new.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["REPRISE_RECORD_SNAPSHOTS"] != nil))
  func record() async throws {
    let file = Self.folder.appendingPathComponent("format-1/hello.snapshot")
    guard !FileManager.default.fileExists(atPath: file.path) else { return }
    let session = try await TestSession(application, store: SnapshotFile(path: copy.path))
    await session.type("Wörld 東京")
    await session.press(.left, .left)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.moveItem(at: copy, to: file)
    Issue.record("Recorded. Look at the file, then run the tests again.")
  }
}
