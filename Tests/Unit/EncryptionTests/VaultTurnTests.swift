import RepriseTesting
import Testing

@testable import Encryption

/// Work at a vault that one process does at a time. Two openings of a vault are to each other as
/// two processes are.
@Suite(.cheapKeys) struct VaultTurnTests {
  private let sample: SampleVault
  private var directory: VaultDirectory { sample.directory }

  init() throws { sample = try SampleVault() }

  @Test("Vault turn is held by one at a time") func oneHasATurnAtATime() async throws {
    let first = try await sample.make()
    let second = try await sample.open()
    let turn = try #require(try first.tryLock(at: "sync"))
    #expect(try second.tryLock(at: "sync") == nil)
    #expect(try first.tryLock(at: "sync") == nil)
    #expect(try second.tryLock(at: "other") != nil)
    turn.end()
    #expect(try second.tryLock(at: "sync") != nil)
  }

  @Test("Vault turn ends with its last reference") func aTurnEndsWithItsLastReference() async throws
  {
    let vault = try await sample.make()
    do { _ = try vault.tryLock(at: "sync") }
    #expect(try vault.tryLock(at: "sync") != nil)
  }

  @Test("Vault that was erased gives no turns") func anErasedVaultHasNoTurns() async throws {
    let vault = try await sample.make()
    _ = try vault.tryLock(at: "sync")
    #expect(directory.contents([]).isEmpty)
    try vault.erase()
    #expect(throws: VaultError.deleted(path: directory.path)) { try vault.tryLock(at: "sync") }
  }

  @Test("Vault file stamp changes when the file is replaced")
  func aStampIsAnotherOneWhenTheFileIsReplaced() async throws {
    let vault = try await sample.make()
    let other = try await sample.open()
    #expect(vault.stamp(of: "a", in: "saved") == nil)
    try other.write([1], to: "a", in: "saved")
    let before = vault.stamp(of: "a", in: "saved")
    #expect(before != nil && vault.stamp(of: "a", in: "saved") == before)
    try other.write([2], to: "a", in: "saved")
    #expect(vault.stamp(of: "a", in: "saved") != before)
    other.lock()
    #expect(other.stamp(of: "a", in: "saved") == nil)
  }
}
