import Core
import Foundation
import RepriseTesting
import Synchronization
import Testing

@testable import Restoration

@Suite struct SessionLockTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.file("lock") }

  init() throws { directory = try TemporaryDirectory() }

  @Test("A second session lock throws with the owner") func aSecondStartIsToldWhoHasTheSession()
    throws
  {
    let first = try SessionLock(path: path, owner: "process 1")
    #expect(throws: SnapshotError.inUse(by: "process 1")) {
      try SessionLock(path: path, owner: "process 2")
    }
    withExtendedLifetime(first) {}
  }

  @Test("A session lock's owner is one line") func theHolderIsNamedInOneLine() throws {
    let lock = try SessionLock(path: path, owner: "process 1\nof a hostile file")
    #expect(try SessionLock.holder(of: path, FileAccess()) == "process 1")
    withExtendedLifetime(lock) {}
  }

  /// As one that only looks at it: the name in the file is then nobody's who has the session.
  @Test("A session lock waits for a brief holder") func aLockThatIsHeldForAMomentIsWaitedFor()
    throws
  {
    let files = HeldForAMoment()
    let lock = try SessionLock(path: path, owner: "process 1", system: files)
    #expect(files.tries.withLock { $0 } == HeldForAMoment.refusals + 1)
    withExtendedLifetime(lock) {}
  }

  @Test("A session lock's owner text has terminal and local time")
  func sinceWhenIsSaidAsTheClocksHereHaveIt() {
    let timestamp = 1_795_262_400
    let clock = DateFormatter()
    clock.locale = Locale(identifier: "en_US_POSIX")
    clock.dateFormat = "yyyy-MM-dd HH:mm"
    let time = clock.string(from: Date(timeIntervalSince1970: Double(timestamp)))
    let owner = SessionLock.owner(terminal: "/dev/pts/3", secondsSince1970: timestamp)
    #expect(owner == "process \(getpid()) on /dev/pts/3, since \(time)")
  }

  @Test("A session lock ends with its holder") func theLockEndsWithItsHolder() throws {
    do { _ = try SessionLock(path: path, owner: "process 1") }
    #expect(throws: Never.self) { try SessionLock(path: path, owner: "process 2") }
  }

  /// A lock is the open file's, and a child has that, too, until it is the program that it is to
  /// become.
  @Test("A released session lock isn't kept by a forked child")
  func aChildThatIsJustBeingStartedDoesNotKeepALockThatWasGivenBack() throws {
    let files = FilesOfAChild()
    do { _ = try SessionLock(path: path, owner: "process 1", system: files) }
    let second = try SessionLock(path: path, owner: "process 2", waitsForHolder: false)
    #expect(try SessionLock.holder(of: path, FileAccess(files)) == "process 2")
    withExtendedLifetime(second) {}
  }

  @Test("A tried session lock isn't kept by a forked child")
  func aChildThatIsJustBeingStartedDoesNotKeepALockThatWasOnlyTried() throws {
    do { _ = try SessionLock(path: path, owner: "process 1") }
    let files = FilesOfAChild()
    #expect(try SessionLock.holder(of: path, FileAccess(files)) == nil)
    #expect(throws: Never.self) {
      try SessionLock(path: path, owner: "process 2", waitsForHolder: false)
    }
    withExtendedLifetime(files) {}
  }

  @Test("A session lock taken over has the new owner") func whoTakesOverIsTheOwnerFromThenOn()
    throws
  {
    let first = try SessionLock(path: path, owner: "process 1")
    let second = try SessionLock(takingOver: path, owner: "process 2")
    #expect(throws: SnapshotError.inUse(by: "process 2")) {
      try SessionLock(path: path, owner: "process 3")
    }
    withExtendedLifetime((first, second)) {}
  }

  @Test("A session lock on a full disk is held without a name", arguments: [ENOSPC, EDQUOT])
  func whoHasNoRoomToSayWhoTheyAreHasTheLockAllTheSame(code: Int32) throws {
    do { _ = try SessionLock(path: path, owner: "process 1") }
    let files = UnwritableFiles(code)
    let first = try SessionLock(path: path, owner: "process 2", system: files)
    // Nor is the one before named in their place.
    #expect(throws: SnapshotError.inUse(by: SessionOwner.unnamed)) {
      try SessionLock(path: path, owner: "process 3")
    }
    withExtendedLifetime(first) {}
  }

  @Test("A machine's lock is in the runtime directory and reveals no path")
  func aMachinesLockIsWhereTheSystemClearsItAndItsNameShowsNoPath() throws {
    let session = "/home/ada/secret/main@host.snapshot"
    func place(_ directory: String?) -> String {
      SessionLock.machineFile(
        for: session, environment: directory.map { ["XDG_RUNTIME_DIR": $0] } ?? [:])
    }
    let own = place(directory.path)
    #expect(own.hasPrefix(directory.path + "/reprise-\(geteuid())-"))
    let name = own.dropFirst(directory.path.count)
    #expect(!name.contains("ada") && !name.contains("secret") && name.utf8.count < 60)
    #expect(
      own
        != SessionLock.machineFile(
          for: session + "2", environment: ["XDG_RUNTIME_DIR": directory.path]))
    // None, an empty one, one that depends on where the process stands, one that isn't there.
    for said in [nil, "", "run", "./run", directory.file("gone")] as [String?] {
      #expect(place(said) == "/tmp" + name, "\(said ?? "nil")")
    }
  }

  @Test("A session lock whose file was replaced meanwhile is refused")
  func whoWaitedForAFileThatWasReplacedDoesNotOwnTheSession() throws {
    // Somebody takes the session over at the very moment at which the file that was waited for is locked.
    let files = ReplacingFiles(path) { try SessionLock(takingOver: path, owner: "process 3") }
    #expect(throws: SnapshotError.inUse(by: "process 3")) {
      try SessionLock(path: path, owner: "process 2", waitsForHolder: false, system: files)
    }
    #expect(files.other != nil)
  }

  @Test("A session lock whose file was deleted meanwhile locks a new file")
  func whoWaitedForAFileThatWasDeletedOwnsTheOneThatIsThere() throws {
    let files = ReplacingFiles(path) {
      unlink(path)
      return nil
    }
    let lock = try SessionLock(path: path, owner: "process 2", system: files)
    #expect(throws: SnapshotError.inUse(by: "process 2")) {
      try SessionLock(path: path, owner: "process 3", waitsForHolder: false)
    }
    withExtendedLifetime(lock) {}
  }

  @Test("Of two session lock take-overs the last wins") func ofTwoWhoTakeOverTheLastOneIsTheOwner()
    throws
  {
    let files = ReplacingFiles(path) { try SessionLock(takingOver: path, owner: "process 3") }
    #expect(throws: SnapshotError.inUse(by: "process 3")) {
      try SessionLock(takingOver: path, owner: "process 2", system: files)
    }
  }
}

/// The operating system's files; before the first file is locked that has the lock's own name,
/// somebody does something.
private final class ReplacingFiles: ForwardingFiles {
  private let path: String
  private let happening: @Sendable () throws -> SessionLock?
  private let state = Mutex(false)
  /// The lock that somebody has taken.
  private(set) nonisolated(unsafe) var other: SessionLock?

  init(_ path: String, _ happening: @escaping @Sendable () throws -> SessionLock?) {
    self.path = path
    self.happening = happening
  }

  func lockFile(_ descriptor: Int32, _ operation: Int32) -> Int32 {
    if FileAccess().isNamed(descriptor, at: path), state.withLock({ !$0 }) {
      state.withLock { $0 = true }
      other = try? happening()
    }
    return SystemFiles().lockFile(descriptor, operation)
  }
}

/// Files of which a child has copies, as it has between fork and exec.
private final class FilesOfAChild: ForwardingFiles {
  private let copies = Mutex<[Int32]>([])

  deinit { copies.withLock { for copy in $0 { close(copy) } } }

  func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    let opened = SystemFiles().openFile(path, flags, mode)
    if opened >= 0 { copies.withLock { $0.append(dup(opened)) } }
    return opened
  }
}

/// Files whose lock another has for the first few times that it is tried.
private final class HeldForAMoment: ForwardingFiles {
  static let refusals = 10
  let tries = Mutex(0)

  func lockFile(_ descriptor: Int32, _ operation: Int32) -> Int32 {
    let isRefused = tries.withLock { tries in
      tries += 1
      return tries <= HeldForAMoment.refusals
    }
    guard isRefused else { return SystemFiles().lockFile(descriptor, operation) }
    errno = EWOULDBLOCK
    return -1
  }
}
