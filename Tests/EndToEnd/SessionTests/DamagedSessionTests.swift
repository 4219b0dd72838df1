import Foundation
import Reprise
import RepriseTesting
import Testing

extension EndToEndTests {
  /// A session that can't be read costs no start: it is said, and what was there is kept.
  @Suite struct DamagedSessionTests {
    @Test("Session with flipped bytes is quarantined and named")
    func aSessionWithFlippedBytesIsSaidAndKeptAside() async throws {
      let viewer = try RealViewer()
      _ = try await viewer.see("40 systems")
      let damaged = try await damage(viewer) { bytes in
        for place in bytes.indices where bytes[place] == UInt8(ascii: "{") { bytes[place] ^= 0x10 }
      }
      _ = try await viewer.see("damaged")
      #expect(try asides(of: viewer) == [damaged])
      // It goes on, and saves again.
      let list = try await viewer.see("40 systems", selected: "Batch Scheduler", after: .down)
      #expect(try await viewer.killAndRelaunch().withoutStatusLine == list.withoutStatusLine)
      #expect(try asides(of: viewer) == [damaged])
    }

    @Test("Session file with other contents is quarantined")
    func aFileThatIsNoSessionAtAllIsKeptAsideToo() async throws {
      let viewer = try RealViewer()
      _ = try await viewer.see("40 systems")
      let damaged = try await damage(viewer) { $0 = Array("nothing of the kind".utf8) }
      _ = try await viewer.see("damaged")
      #expect(try asides(of: viewer) == [damaged])
    }

    @Test("Session file that is empty starts a new session") func anEmptyFileIsABeginning()
      async throws
    {
      let viewer = try RealViewer()
      _ = try await viewer.see("40 systems")
      _ = try await damage(viewer) { $0 = [] }
      _ = try await viewer.see("40 systems")
    }

    @Test("Session whose file is gone resumes from its copy")
    func aSessionWhoseFileIsGoneComesBackFromItsCopy() async throws {
      let viewer = try RealViewer()
      let list = try await viewer.see("40 systems")
      // At a signal the copy is on the disk before the end.
      try viewer.terminal.kill(SIGTERM)
      try await viewer.terminal.waitForDeath()
      try FileManager.default.removeItem(atPath: viewer.sessionFile())
      try viewer.terminal.relaunch()
      let copy = try await viewer.see("this is its copy")
      #expect(copy.withoutStatusLine == list.withoutStatusLine)
    }

    /// Kills the viewer, changes its session, and starts it again; returns what the file held.
    private func damage(
      _ viewer: RealViewer, _ change: (inout [UInt8]) -> Void
    ) async throws -> Data {
      try viewer.terminal.kill(SIGKILL)
      try await viewer.terminal.waitForDeath()
      // The copy against power cuts would come in its place, if it was written by now.
      for copy in try viewer.home.files() where copy.hasSuffix(".durable") {
        try FileManager.default.removeItem(atPath: "\(viewer.home.path)/\(copy)")
      }
      let file = URL(fileURLWithPath: try viewer.sessionFile())
      var bytes = Array(try Data(contentsOf: file))
      change(&bytes)
      // In place: the file's permissions stay.
      try Data(bytes).write(to: file)
      try viewer.terminal.relaunch()
      return Data(bytes)
    }

    private func asides(of viewer: RealViewer) throws -> [Data] {
      try viewer.home.files().filter { $0.contains(".aside-") }
        .map { try Data(contentsOf: URL(fileURLWithPath: "\(viewer.home.path)/\($0)")) }
    }
  }
}
