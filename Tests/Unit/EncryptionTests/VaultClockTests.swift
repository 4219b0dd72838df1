import Foundation
import Networking
import RepriseTesting
import Synchronization
import Testing

@testable import Encryption

/// The turns of the clock, of which all processes with the vault open know.
@Suite(.cheapKeys) struct VaultClockTests {
  private static let day = 1_795_262_400
  private let sample: SampleVault
  private var directory: VaultDirectory { sample.directory }

  init() throws { sample = try SampleVault() }

  @Test("Vault clock that was set back is so for every process")
  func aClockThatWasSetBackIsSetBackForEveryProcess() async throws {
    let one = try await sample.make()
    let other = try await sample.open()
    #expect(try one.clock(now: { Self.day + 86_400 }).turn() == 0)
    #expect(try other.clock(now: { Self.day }).turn() == 1)
    #expect(try one.clock(now: { Self.day + 1 }).turn() == 1)
    let history = one.clock(now: { Self.day + 172_800 }).history()
    #expect(history.timestamp(Self.day + 86_400, ofTurn: 0) == Self.day - 1)
  }

  /// Nothing has to be kept to notice it.
  @Test("Vault clock notices a step back by looking only") func lookingIsEnoughToNotice()
    async throws
  {
    let vault = try await sample.make()
    _ = try vault.clock(now: { Self.day + 86_400 }).turn()
    #expect(vault.clock(now: { Self.day }).history().turn == 1)
    #expect(vault.clock(now: { Self.day + 90_000 }).history().turn == 1)
  }

  @Test("Vault clock of a locked vault creates no directory") func aVaultThatIsLockedGetsNoFolder()
    async throws
  {
    let vault = try await sample.make()
    let clock = vault.clock()
    vault.lock()
    #expect(throws: SealingError.locked) { try clock.turn() }
    #expect(clock.history() == ClockHistory())
    #expect(!FileManager.default.fileExists(atPath: directory.path + "/clock"))
  }

  @Test("Vault clock history is not listed and is replaced if damaged")
  func theHistoryIsNothingWorthAWordAndNothingThatIsRead() async throws {
    let vault = try await sample.make()
    _ = try vault.clock(now: { Self.day }).turn()
    #expect(directory.contents([]).isEmpty)
    let file = "\(directory.path)/clock/\(vault.name(of: "clock"))"
    try Data("nonsense".utf8).write(to: URL(filePath: file))
    #expect(try vault.clock(now: { Self.day - 5 }).turn() == 0)
  }

  /// Each reads the file, changes it, and writes it.
  @Test("Vault lock loses no change of two vaults at once") func noChangeOfSeveralAtOnceIsLost()
    async throws
  {
    let vaults = [try await sample.make(), try await sample.open()]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for vault in vaults {
        group.addTask {
          for _ in 0..<50 {
            try vault.whileLocked("count") {
              let count = try vault.read("count", in: "count")?.first ?? 0
              try vault.write([count + 1], to: "count", in: "count")
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try vaults[0].read("count", in: "count") == [100])
  }

  /// To take note of it takes the folder's lock, and the disk.
  @Test("Vault clock does not write an unchanged timestamp again")
  func aMomentThatIsKnownIsNotNotedAgain() async throws {
    let vault = try await sample.make()
    let asked = Mutex(0)
    let clock = vault.clock(now: {
      asked.withLock { $0 += 1 }
      return Self.day
    })
    #expect(try clock.turn() == 0)
    let file = URL(filePath: "\(directory.path)/clock/\(vault.name(of: "clock"))")
    let kept = try Data(contentsOf: file)
    #expect(try clock.turn() == 0)
    #expect(asked.withLock { $0 } == 2)
    let history = clock.history()
    #expect(history.latest == Self.day && history.turn == 0)
    #expect(asked.withLock { $0 } == 3)
    #expect(try Data(contentsOf: file) == kept)
  }
}
