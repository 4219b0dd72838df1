import Foundation
import RepriseTesting
import Synchronization
import Testing

@testable import Encryption

/// The lock of a vault, of which each opening of the vault has a share.
@Suite(.cheapKeys) struct VaultLockTests {
  private let sample: SampleVault
  private var home: TemporaryDirectory { sample.home }
  private var directory: VaultDirectory { sample.directory }

  init() throws { sample = try SampleVault() }

  @Test("Vault that was locked exclusively can be opened by others again")
  func whoWasAloneLetsOthersInAgain() async throws {
    let one = try await sample.make()
    try one.requireAlone()
    let other = try await sample.open()
    #expect(throws: VaultError.inUse) { try one.requireAlone() }
    other.lock()
    try one.requireAlone()
  }

  /// The system takes a shared lock away before it refuses one that is held alone.
  @Test("Vault lock: failed exclusive attempt keeps the shared lock")
  func whoWasNotAloneKeepsTheirShare() async throws {
    let one = try await sample.make()
    let other = try await sample.open()
    #expect(throws: VaultError.inUse) { try one.requireAlone() }
    #expect(throws: VaultError.inUse) { try one.erase() }
    other.lock()
    #expect(throws: VaultError.inUse) { try directory.erase() }
    one.lock()
    try directory.erase()
  }

  @Test("Vault lock that is no longer needed is released")
  func aLockThatIsNotNeededAnyMoreIsGivenBack() async throws {
    let path = home.file("lock")
    let answers = Mutex([false, true])
    let lock = try await VaultLock.alone(path) { answers.withLock { $0.removeFirst() } }
    #expect(lock == nil)
    let isAskedTwice = answers.withLock(\.isEmpty)
    #expect(isAskedTwice)
    #expect(try VaultLock.aloneIfFree(path) != nil)
  }

  @Test("Vault lock held by another is not acquired exclusively")
  func aLockThatSomebodyHasIsNotHeldAlone() async throws {
    let path = home.file("lock")
    let shared = try await VaultLock.shared(path)
    #expect(try VaultLock.aloneIfFree(path) == nil)
    #expect(throws: VaultError.inUse) { try VaultLock.aloneNow(path) }
    shared.release()
    let alone = try VaultLock.aloneNow(path)
    #expect(try VaultLock.aloneIfFree(path) == nil)
    alone.share()
    let other = try await VaultLock.shared(path)
    other.release()
    alone.release()
    #expect(OpenFiles.paths(in: path) == [])
  }

  @Test("Open files of a directory are found") func theOpenFilesOfAFolderAreItsOwn() throws {
    let paths = [home.file("a/b"), home.file("ab")]
    let locks = try paths.map { try VaultLock.aloneNow($0) }
    withExtendedLifetime(locks) {
      #expect(OpenFiles.paths(in: home.file("a")) == [paths[0]])
      #expect(OpenFiles.paths(in: paths[1]) == [paths[1]])
      unlink(paths[1])
      #expect(OpenFiles.paths(in: paths[1]) == ["\(paths[1]) (deleted)"])
    }
  }

  /// Whoever erases a vault deletes the file that others are waiting for.
  @Test("Vault lock: a file deleted during the wait is closed")
  func aFileThatWasDeletedWhileItWasWaitedForDoesNotStayOpen() async throws {
    let path = home.file("lock")
    let isOver = Mutex(false)
    async let deleting: Void = {
      while !isOver.withLock(\.self) {
        unlink(path)
        await Task.yield()
      }
    }()
    for _ in 0..<2000 { try VaultLock.aloneIfFree(path)?.release() }
    isOver.withLock { $0 = true }
    await deleting
    #expect(OpenFiles.paths(in: path) == [])
  }

  @Test("Erased vault leaves none of its files open")
  func whoeverHasErasedTheirVaultHasNoneOfItsFilesOpen() async throws {
    let vault = try await sample.make()
    try vault.write([1], to: "a", in: "saved")
    try vault.erase()
    withExtendedLifetime(vault) { #expect(OpenFiles.paths(in: directory.path) == []) }
  }

  @Test("Locked vault leaves none of its files open")
  func whoeverLocksTheirVaultHasNoneOfItsFilesOpen() async throws {
    let vault = try await sample.makeLocked()
    withExtendedLifetime(vault) { #expect(OpenFiles.paths(in: directory.path) == []) }
  }
}
