import Foundation
import Reprise
import RepriseTesting
import Testing

extension EndToEndTests {
  /// A disk that is read-only or full at the start costs no more than it must.
  @Suite(.enabled(if: SmallDisk.isPermitted, "only root may mount a disk to make it read-only"))
  struct UnwritableDirectoryTests {
    private let home: TemporaryDirectory
    private let disk: SmallDisk

    init() throws {
      home = try TemporaryDirectory()
      disk = try SmallDisk("state", in: home)
    }

    /// A viewer that has ended at a row of its list.
    private func endedViewer() async throws -> RealViewer {
      let viewer = try RealViewer(home: home)
      _ = try await viewer.see("40 systems", selected: "Batch Scheduler", after: .down)
      // At a signal everything is on the disk before the end.
      try viewer.terminal.kill(SIGTERM)
      try await viewer.terminal.waitForDeath()
      return viewer
    }

    @Test("Session on a read-only disk is shown, and saved when writable")
    func onAReadOnlyDiskTheSessionIsShownAndSavedWhenItIsMended() async throws {
      let viewer = try await endedViewer()
      try disk.makeReadOnly()
      try viewer.terminal.relaunch()
      _ = try await viewer.see("not saving: read-only file system", selected: "Batch Scheduler")
      _ = try await viewer.see(
        "not saving: read-only file system", selected: "Cluster", after: .down)
      try disk.makeWritable()
      try viewer.terminal.press(.end)
      try await viewer.terminal.waitUntilGone("not saving")
      let last = try await viewer.terminal.waitUntilQuiet()
      #expect(try await viewer.killAndRelaunch() == last)
      #expect(try !home.files().contains { $0.contains(".aside-") || $0.hasSuffix(".attempts") })
    }

    @Test("New session on a read-only disk is created when writable")
    func whereNothingWasSavedYetItIsMadeWhenItCanBe() async throws {
      try disk.makeReadOnly()
      let viewer = try RealViewer(home: home)
      _ = try await viewer.see("not saving: read-only file system", selected: "05WAS")
      try disk.makeWritable()
      let list = try await viewer.see("40 systems", selected: "Batch Scheduler", after: .down)
      #expect(try await viewer.killAndRelaunch() == list)
    }

    @Test("Session on a full disk is shown, and saved when there is space")
    func onAFullDiskTheSessionIsShownAndSavedWhenThereIsRoom() async throws {
      let viewer = try await endedViewer()
      try disk.fill()
      // What is there needs no room, so nothing is wrong with it.
      try viewer.terminal.relaunch()
      _ = try await viewer.see("40 systems", selected: "Batch Scheduler")
      let next = try await viewer.see("40 systems", selected: "Cluster", after: .down)
      #expect(!next.text.joined().contains("not saving"))
      #expect(
        try await viewer.killAndRelaunch().withoutStatusLine == next.withoutStatusLine)
      // Of a file that must be made it can't be said.
      let other = try RealViewer("--session", "other", home: home)
      _ = try await other.see("not saving: no space left on device")
      try disk.empty()
      let list = try await other.see("40 systems", selected: "Batch Scheduler", after: .down)
      #expect(!list.text.joined().contains("not saving"))
      #expect(try await other.killAndRelaunch().withoutStatusLine == list.withoutStatusLine)
    }

    @Test("Session without a lock file on a full disk is shown")
    func whereNoFileCanBeMadeTheSessionIsShownToo() async throws {
      let viewer = try await endedViewer()
      // Somebody has tidied up, which is as good as a disk that is full to the last file.
      try FileManager.default.removeItem(atPath: viewer.sessionFile() + ".lock")
      try disk.fill()
      try viewer.terminal.relaunch()
      _ = try await viewer.see("not saving: no space left on device", selected: "Batch Scheduler")
      try disk.empty()
      let list = try await viewer.see("40 systems", selected: "Cluster", after: .down)
      #expect(!list.text.joined().contains("not saving"))
      #expect(try await viewer.killAndRelaunch() == list)
    }

    @Test("Quitting unsaved prints a message in the shell")
    func whoLeavesUnsavedIsToldSoInTheShell() async throws {
      try disk.makeReadOnly()
      let viewer = try RealViewer(home: home)
      _ = try await viewer.see("not saving: read-only file system", selected: "05WAS")
      try viewer.terminal.press("q")
      #expect(try await viewer.terminal.end() == .exit(code: 0))
      let said = try viewer.terminal.screen().joined()
      #expect(said.contains("cloudburst: not saved: read-only file system"))

      let ephemeral = try RealViewer("--ephemeral", home: home)
      _ = try await ephemeral.see("40 systems", selected: "05WAS")
      try ephemeral.terminal.press("q")
      #expect(try await ephemeral.terminal.end() == .exit(code: 0))
      #expect(try !ephemeral.terminal.screen().joined().contains("not saved"))
    }

    @Test("Session saved by another process meanwhile is quarantined and named")
    func whatAnotherViewerSavedMeanwhileIsKeptAndNamed() async throws {
      let viewer = try await endedViewer()
      try disk.makeReadOnly()
      try viewer.terminal.relaunch()
      _ = try await viewer.see("not saving: read-only file system", selected: "Batch Scheduler")
      try disk.makeWritable()
      let other = try RealViewer(home: home)
      _ = try await other.see("40 systems", selected: "WAS_ND", after: .end, .up)
      let process = try other.terminal.processIdentifier()
      _ = try await viewer.see(
        "not saving: already open in process \(process) (pts", after: .down)
      try other.terminal.press("q")
      #expect(try await other.terminal.end() == .exit(code: 0))
      _ = try await viewer.see(
        "Another process has saved this session meanwhile; a copy is kept as", after: .down)
      let aside = try #require(try home.files().first { $0.contains(".aside-") })
      let messages = try await viewer.see("aside-1", after: "!")
      #expect(messages.text[0].contains("Messages"))
      #expect(try await viewer.killAndRelaunch().withoutStatusLine == messages.withoutStatusLine)
      // The copy is a session like any other.
      let copy = try RealViewer("--snapshot", home.file(aside), home: home)
      _ = try await copy.see("40 systems", selected: "WAS_ND")
    }

    @Test("Session quarantined at the end is named in the shell")
    func whatIsKeptAtTheVeryEndIsNamedThereToo() async throws {
      let viewer = try await endedViewer()
      try disk.makeReadOnly()
      try viewer.terminal.relaunch()
      _ = try await viewer.see(
        "not saving: read-only file system", selected: "Cluster", after: .down)
      try disk.makeWritable()
      let other = try RealViewer(home: home)
      _ = try await other.see("40 systems", after: .end)
      try other.terminal.press("q")
      #expect(try await other.terminal.end() == .exit(code: 0))
      try viewer.terminal.press("q")
      #expect(try await viewer.terminal.end() == .exit(code: 0))
      let aside = try #require(try home.files().first { $0.contains(".aside-") })
      let name = URL(fileURLWithPath: aside).lastPathComponent
      let said = try viewer.terminal.screen().joined()
      #expect(said.contains("cloudburst: Another process has saved this session meanwhile"))
      #expect(said.contains(name))
    }
  }
}
