import Accounts
import Foundation
import Reprise
import RepriseTesting
import Synchronization
import Testing

@testable import OpenBIS

/// Answers that can't be kept: they are shown, and the person is told.
@Suite struct CacheWriteErrorTests {
  private let probes = ResourceID("PROBES")
  private let probe = ResourceID("20261122015839416-45")

  /// Files of a disk that is full, or becomes it.
  private final class Disk: Sendable {
    private let isFull: Mutex<Bool>
    /// True if locks can be taken, because their files are there.
    private let locks: Bool

    init(isFull: Bool, locks: Bool = false) {
      self.isFull = Mutex(isFull)
      self.locks = locks
    }

    func fill() { isFull.withLock { $0 = true } }

    private func requireRoom() throws {
      if isFull.withLock(\.self) {
        throw VaultError.file(.system("written", path: "/vault/file", code: ENOSPC))
      }
    }

    var files: StoreFiles {
      let files = StoreFiles.inMemory()
      return StoreFiles(
        read: files.read,
        write: { bytes, name, directory, isDurable in
          try self.requireRoom()
          try files.write(bytes, name, directory, isDurable)
        },
        quarantine: files.quarantine, stamp: files.stamp,
        whileLocked: { directory, body in
          if !self.locks { try self.requireRoom() }
          try files.whileLocked(directory, body)
        },
        turn: { name in
          if !self.locks { try self.requireRoom() }
          return try files.turn(name)
        })
    }
  }

  @Test("openBIS on a full disk shows all data and says so", arguments: [false, true])
  func onAFullDiskEverythingIsShownAllTheSame(locks: Bool) async throws {
    let lab = try Laboratory(files: Disk(isFull: true, locks: locks).files)
    let root = try await lab.source.root(.server)
    #expect(titles(root.content.entities) == ["Probes", "Targets and Compounds"])
    #expect(root.failure is CacheWriteError)
    let family = try await lab.source.family(of: probes, .server)
    #expect(family.content.children.count == 4)
    #expect(family.failure is CacheWriteError)
    let report = try await lab.source.sync(.changes) { _ in }
    #expect(report.failures.isEmpty && report.cacheWriteError != nil && report.count > 5)
    #expect(report.failureText?.contains("not cached") == true)
    // It isn't asked for again and again for that.
    #expect(try await lab.source.root(.cacheOnly).content.isDue == false)
    let detail = try await lab.source.detail(of: probe, .server)
    #expect(detail.content.identifier == "/PROBES/PROBE/PROBE1")
    #expect(detail.failure is CacheWriteError)
    let found = try await lab.source.search(EntitySearch("PROBE1"))
    #expect(titles(found.content).contains("PROBE1"))
    #expect(found.failure is CacheWriteError)
    let image = try await lab.source.image(
      try #require(detail.content.images?.marquee), of: probe, .server)
    #expect(image.content.type == "image/jpeg")
    #expect(image.failure is CacheWriteError)
    // What was met first is still known when more is met.
    _ = try await lab.source.family(of: probe, .server)
    _ = try await lab.source.search(EntitySearch("PROBE10"))
    #expect(
      titles(try await lab.source.family(of: probe, .cacheOnly).content.children) == ["C1", "T1"])
    // The next start has none of it, and asks for all.
    #expect(try lab.restarted().store.instance == nil)
  }

  @Test("openBIS cache from before the disk filled stays")
  func whatWasKeptBeforeTheDiskFilledStaysKept() async throws {
    let disk = Disk(isFull: false)
    let lab = try Laboratory(files: disk.files)
    try await lab.synced()
    let synced = lab.store.instance?.syncedAt
    disk.fill()
    lab.pass(seconds: 5000)
    lab.server.change { state in
      state.instance.samples[0].modifiedAt = state.now
      state.instance.samples[0].properties[0] = .init(
        code: "DESC", label: "Description", value: "changed on a full disk")
    }
    let report = try await lab.source.sync(.changes) { _ in }
    #expect(report.failureText?.contains("no space left on device") == true)
    let shown = try await lab.source.family(of: probes, .cacheOnly)
    #expect(shown.content.children.first?.summary == "changed on a full disk")
    #expect(shown.timestamp == lab.server.now)
    let later = try lab.restarted()
    let kept = try await later.source.family(of: probes, .cacheOnly)
    #expect(kept.content.children.count == 4)
    #expect(kept.content.children.first?.summary != "changed on a full disk")
    #expect(later.store.instance?.syncedAt == synced)
  }

  @MainActor @Test("openBIS screen on a full disk is LIVE and says so")
  func thePersonIsToldAndTheDataAreLive() async throws {
    let disk = Disk(isFull: false)
    let lab = try Laboratory(files: disk.files)
    try await lab.synced()
    disk.fill()
    let session = try await TestSession(
      lab.viewer.application, time: TestClock(at: lab.server.now))
    await session.press(.enter, .down, "d")
    try session.expect("PROBE1")
    try session.expect("LIVE")
    try session.expect("Shown, but not cached: no space left on device.")
    try session.expectNo("failed")
    await session.press("r")
    try session.expect("LIVE")
    try session.expectNo("failed")
  }
}
