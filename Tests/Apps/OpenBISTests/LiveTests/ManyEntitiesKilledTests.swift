import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import OpenBIS

/// The sync of 100,000 entities is killed 20 times, and comes to its end.
@MainActor
@Suite(
  .enabled(
    if: Soak.isOn && TmuxTerminal.isInstalled,
    "it takes minutes; make soak runs it"),
  .timeLimit(.minutes(Soak.count(30, of: 120))))
struct ManyEntitiesKilledTests {
  private static let count = 100_000

  @Test("openBIS sync of many entities resumes after each kill")
  func theSyncOfThemGoesOnAfterEachKill() async throws {
    let viewer = try await SyncedExecutable(categories: 1, entities: Self.count, delay: .zero)
    try await viewer.unlock()
    var generator = SplitMix64(seed: 20)
    var edition = 1
    // The sync takes some seconds; the longest wait adapts to how many.
    var limit = 4.0
    for _ in 1...20 {
      try await viewer.waitForRoots(1)
      let delay = Double.random(in: 0...limit, using: &generator)
      try await viewer.kill(afterNanoseconds: Int(delay * 1e9))
      let kept = try await viewer.editions(Self.count)
      #expect(kept == [edition - 1] || kept == [edition])
      let isNew = kept == [edition]
      limit = min(max(limit * (isNew ? 0.8 : 1.25), 0.5), 30)
      if isNew {
        edition += 1
        viewer.publish(edition, entities: Self.count)
      }
      try await viewer.relaunchWithTheServer()
      try await viewer.terminal.wait(for: "1 entity")
      // One that was done needs a new beginning.
      if try await viewer.isWhole() { try viewer.terminal.press("R") }
    }
    let deadline = ContinuousClock.now + .seconds(300)
    while try await viewer.editions(Self.count) != [edition] {
      try #require(ContinuousClock.now < deadline)
    }
    #expect(edition > 1)
  }
}
