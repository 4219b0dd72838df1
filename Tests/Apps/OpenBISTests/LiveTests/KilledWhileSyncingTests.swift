import Foundation
import Reprise
import RepriseTesting
import Synchronization
import Testing

@testable import OpenBIS

/// The real executable is killed while it syncs: of each category there is the set before or the
/// new one, whole; the screen is the last one painted, or newer; and the next start goes on.
@MainActor
@Suite(
  .serialized,
  .enabled(if: TmuxTerminal.isInstalled, "tmux isn't installed; make test installs it"),
  .timeLimit(.minutes(Soak.count(10, of: 120))))
struct KilledWhileSyncingTests {
  nonisolated private static let deaths = Soak.count(2, of: 100)
  private static let count = 40

  @Test("openBIS first sync killed at random instants resumes") func inTheFirstSync() async throws {
    var generator = SplitMix64(seed: 17)
    for _ in 1...Self.deaths {
      let viewer = try await SyncedExecutable(
        categories: 4, entities: Self.count, delay: .milliseconds(30))
      try await viewer.unlock()
      try await viewer.waitForRoots(1)
      try await viewer.kill(afterNanoseconds: Int.random(in: 0...150_000_000, using: &generator))
      let kept = try await viewer.editions(Self.count)
      #expect(Set(kept).isSubset(of: [0, 1]))
      // Who hangs up is as good as away.
      try await viewer.relaunchWithoutTheServer()
      try await viewer.terminal.wait(for: "OFFLINE")
      try await viewer.terminal.wait(for: "4 entities")
      try await viewer.relaunchWithTheServer()
      try await expectWhole(1, viewer, after: kept)
    }
  }

  @Test("openBIS later sync killed at random instants resumes") func inALaterSyncWhileOneBrowsesOn()
    async throws
  {
    let viewer = try await SyncedExecutable(
      categories: 4, entities: Self.count, delay: .milliseconds(30))
    try await viewer.unlock()
    try await viewer.terminal.wait(for: "4 entities")
    try await expectWhole(1, viewer, after: [])
    var generator = SplitMix64(seed: 18)
    var instant = KillPoint()
    for edition in 2...(Self.deaths + 1) {
      viewer.publish(edition, entities: Self.count)
      _ = viewer.strict.takeCalls()
      // Into the first shelf, while all of them are being asked for.
      try viewer.terminal.press("R")
      try await viewer.waitForRoots(1)
      try await viewer.kill(
        afterNanoseconds: 5_000_000 + instant.random(using: &generator)
      ) { try viewer.terminal.press(.enter) }
      let last = try viewer.terminal.screen().joined(separator: "\n")
      let kept = try await viewer.editions(Self.count)
      #expect(Set(kept).isSubset(of: [edition - 1, edition]))
      instant.note(wasEarly: kept.contains(edition - 1))
      // Who hangs up is as good as away.
      try await viewer.relaunchWithoutTheServer()
      try await viewer.terminal.wait(for: "OFFLINE")
      if last.contains("edition ") {
        // The person was among the books; they are those that the disk has, and none is older than what was seen.
        try await viewer.terminal.wait(for: "edition \(kept[0]) ")
        #expect(kept[0] == edition || !last.contains("edition \(edition) "))
      }
      try await viewer.relaunchWithTheServer()
      try await expectWhole(edition, viewer, after: kept)
      if try viewer.terminal.screen().joined().contains("entities below") {
        try viewer.terminal.press(.escape)
        try await viewer.terminal.wait(for: "4 entities")
      }
    }
    #expect(instant.isBalanced)
  }

  /// Waits until the sync has come to its end. What the disk had isn't asked for again.
  private func expectWhole(
    _ edition: Int, _ viewer: SyncedExecutable, after kept: [Int]
  ) async throws {
    var isInside = false
    try await viewer.terminal.wait("one list or the other") {
      let screen = try viewer.terminal.screen().joined()
      // The shelf may have been opened and saved by a process that died before it painted it.
      isInside = screen.contains("entities below")
      return isInside || screen.contains("4 entities")
    }
    let deadline = ContinuousClock.now + .seconds(60)
    while try await !viewer.isWhole() {
      try #require(ContinuousClock.now < deadline)
    }
    #expect(
      try await viewer.editions(Self.count) == Array(repeating: edition, count: 4))
    let asked = viewer.strict.state.withLock { $0.calls.filter { $0.contains(" ROOT ") } }
    // The shelf that the person is in is asked for by its own screen, too; and a set may have been in its place before that was noted.
    let missing = kept.count { $0 != edition }
    #expect(asked.count <= missing + (isInside ? 2 : 1) || kept.isEmpty, "\(asked), \(kept)")
  }
}
