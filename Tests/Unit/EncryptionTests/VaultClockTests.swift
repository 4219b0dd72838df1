import Foundation
import Networking
import RepriseTesting
import Testing

@testable import Encryption

/// The turns of the clock, of which all processes with the vault open know.
@Suite(.cheapKeys) struct VaultClockTests {
  private static let day = 1_795_262_400
  private let sample: SampleVault
  private var directory: VaultDirectory { sample.directory }

  init() throws { sample = try SampleVault() }

  @Test("Vault clock that was set back is so for every process and after a restart")
  func aClockThatWasSetBackIsSetBackForEveryProcess() async throws {
    let one = try await sample.make()
    let other = try await sample.open()
    #expect(one.turn(of: Self.day + 86_400, now: { Self.day + 86_400 }) == 0)
    #expect(other.turn(of: Self.day, now: { Self.day }) == 1)
    #expect(one.turn(of: Self.day + 1, now: { Self.day + 1 }) == 1)
    let later = try await sample.open()
    #expect(later.turn(of: Self.day + 172_800, now: { Self.day + 172_800 }) == 1)
    #expect(later.turn(of: Self.day, now: { Self.day }) == 2)
  }

  @Test("Vault clock assigns a response from the future to the previous turn")
  func whatWasReceivedLaterThanTheClockSaysWasReceivedBeforeItWasSetBack() async throws {
    let vault = try await sample.make()
    let day = Self.day
    #expect([day, day + 1].map { vault.turn(of: $0, now: { day }) } == [0, 0])
    #expect([day - 1, day].map { vault.turn(of: $0, now: { day - 1 }) } == [1, 0])
  }

  /// It has the times to which the clock was set back, and the number of those that it left out.
  @Test("Vault clock of an earlier release counts its set-backs")
  func theClockOfAnEarlierReleaseCounts() async throws {
    let vault = try await sample.make()
    _ = vault.turn(of: 0)
    func write(_ firstTurn: Int) throws {
      let text = """
        {"format":1,"latest":\(Self.day),"firstTurn":\(firstTurn),"setBacks":[\(Self.day),100]}
        """
      try vault.write(Array(text.utf8), to: "clock", in: "clock")
    }
    try write(3)
    #expect(vault.turn(of: Self.day, now: { Self.day }) == 5)
    #expect(vault.turn(of: Self.day, now: { Self.day + 1 }) == 5)
    #expect(vault.turn(of: Self.day, now: { Self.day }) == 6)
    for invalid in [-1, .max] {
      try write(invalid)
      #expect(vault.turn(of: Self.day, now: { Self.day - 5 }) == 0)
    }
  }

  @Test("Vault clock of a locked vault creates no directory") func aVaultThatIsLockedGetsNoFolder()
    async throws
  {
    let vault = try await sample.make()
    vault.lock()
    #expect(vault.turn(of: Self.day) == 0)
    #expect(!FileManager.default.fileExists(atPath: directory.path + "/clock"))
  }

  @Test("Vault clock is not listed and is replaced if damaged")
  func theClockIsNothingWorthAWordAndNothingThatIsRead() async throws {
    let vault = try await sample.make()
    _ = vault.turn(of: Self.day, now: { Self.day })
    #expect(directory.contents([]).isEmpty)
    let file = "\(directory.path)/clock/\(vault.name(of: "clock"))"
    try Data("nonsense".utf8).write(to: URL(filePath: file))
    #expect(vault.turn(of: Self.day - 5, now: { Self.day - 5 }) == 0)
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

  @Test("Vault clock does not write an unchanged timestamp again")
  func aMomentThatIsKnownIsNotNotedAgain() async throws {
    let vault = try await sample.make()
    #expect(vault.turn(of: Self.day, now: { Self.day }) == 0)
    let file = URL(filePath: "\(directory.path)/clock/\(vault.name(of: "clock"))")
    let kept = try Data(contentsOf: file)
    #expect(vault.turn(of: Self.day, now: { Self.day }) == 0)
    #expect(try Data(contentsOf: file) == kept)
  }
}
