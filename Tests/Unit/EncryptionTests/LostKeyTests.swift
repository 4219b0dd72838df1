import Core
import Foundation
import RepriseTesting
import Testing

@testable import Encryption

/// A run that is locked holds the bytes of its vault's key, whose files may vanish meanwhile.
@Suite(.cheapKeys) struct LostKeyTests {
  private let sample: SampleVault
  private var home: TemporaryDirectory { sample.home }
  private var directory: VaultDirectory { sample.directory }

  init() throws { sample = try SampleVault() }

  /// The key of a vault in which something was written, and which was locked.
  private func lockedVault() async throws -> [UInt8] {
    try await sample.makeLocked().key
  }

  private func unlocked(_ key: [UInt8]) async throws -> Vault {
    try await directory.open(Secret("geheim"), holding: key, cost: .least)
  }

  enum Ending: CaseIterable { case erased, marked, another, lost }

  @Test("Vault erased meanwhile stays erased and is not written", arguments: Ending.allCases)
  func aVaultThatWasErasedMeanwhileStaysErasedAndNothingIsWritten(ending: Ending) async throws {
    let key = try await lockedVault()
    switch ending {
    case .erased: try directory.erase()
    case .marked: try directory.removeKeys()
    case .another:
      try directory.erase()
      _ = try await lockedVault()
      try sample.loseKeys()
    case .lost: try sample.loseKeys()
    }
    let before = try home.files()
    let vault = try await unlocked(key)
    #expect(vault.notice == nil)
    let problem = VaultError.deleted(path: directory.path)
    #expect(throws: problem) { try vault.requireExists() }
    #expect(throws: problem) { try vault.write([2], to: "b", in: "saved") }
    #expect(throws: problem) {
      try vault.storedSealing.seal([3], of: "main", generation: 1)
    }
    // While it is locked the session stays in memory.
    _ = try vault.sealing.seal([3], of: "", generation: 0)
    #expect(try Set(home.files()).subtracting(before).allSatisfy { $0.hasSuffix(".lock") })
  }

  /// Its folder is another vault's by now, whose key is the only one that opens it.
  @Test("Vault erased meanwhile is not sealed with a new password")
  func aVaultThatWasErasedMeanwhileIsNotSealedAnew() async throws {
    let key = try await lockedVault()
    try directory.erase()
    let erased = try await unlocked(key)
    let other = try await sample.make("anders")
    try other.write([2], to: "b", in: "saved")
    await #expect(throws: VaultError.deleted(path: directory.path)) {
      try await erased.use(Secret("neu"), cost: .least)
    }
    // Nor is the other one erased.
    other.lock()
    #expect(throws: VaultError.deleted(path: directory.path)) { try erased.erase() }
    let again = try await sample.open("anders")
    #expect(try again.read("b", in: "saved") == [2])
  }

  @Test("Vault key that is held opens with the new password only")
  func aNewPasswordIsTheOneThatARunHoldsTheKeyOf() async throws {
    let vault = try await sample.make()
    try vault.write([1], to: "a", in: "saved")
    try await vault.use(Secret("neu"), cost: .least)
    #expect(vault.password.withBytes { Array($0) } == Array("neu".utf8))
    vault.lock()
    try sample.loseKeys()
    await #expect(throws: SealingError.wrongPassword) { try await unlocked(vault.key) }
    let again = try await directory.open(Secret("neu"), holding: vault.key, cost: .least)
    #expect(try again.read("a", in: "saved") == [1])
  }

  @Test("Vault key on disk has precedence over the one held") func whereTheKeyIsThereTheFileCounts()
    async throws
  {
    let key = try await lockedVault()
    let open = try await sample.open()
    try await open.use(Secret("neu"), cost: .least)
    open.lock()
    await #expect(throws: SealingError.wrongPassword) { try await unlocked(key) }
    let vault = try await directory.open(Secret("neu"), holding: key, cost: .least)
    #expect(vault.notice == nil)
    try vault.write([2], to: "b", in: "saved")
  }
}
