import Foundation
import RepriseTesting
@testable import Restoration
import Testing

@Suite struct SessionLockTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("lock") }

  init() throws { folder = try TemporaryFolder() }

  @Test func aSecondStartIsToldWhoHasTheSession() throws {
    let first = try SessionLock(path: path, owner: "process 1")
    #expect(throws: SnapshotProblem.inUse(by: "process 1")) {
      try SessionLock(path: path, owner: "process 2")
    }
    withExtendedLifetime(first) {}
  }

  @Test func sinceWhenIsSaidAsTheClocksHereHaveIt() {
    let moment = 1_795_262_400
    let clock = DateFormatter()
    clock.locale = Locale(identifier: "en_US_POSIX")
    clock.dateFormat = "yyyy-MM-dd HH:mm"
    let time = clock.string(from: Date(timeIntervalSince1970: Double(moment)))
    let owner = SessionLock.owner(terminal: "/dev/pts/3", secondsSince1970: moment)
    #expect(owner == "process \(getpid()) on /dev/pts/3, since \(time)")
  }

  @Test func theLockEndsWithItsHolder() throws {
    do { _ = try SessionLock(path: path, owner: "process 1") }
    #expect(throws: Never.self) { try SessionLock(path: path, owner: "process 2") }
  }

  @Test func whoTakesOverIsTheOwnerFromThenOn() throws {
    let first = try SessionLock(path: path, owner: "process 1")
    let second = try SessionLock(takingOver: path, owner: "process 2")
    #expect(throws: SnapshotProblem.inUse(by: "process 2")) {
      try SessionLock(path: path, owner: "process 3")
    }
    withExtendedLifetime((first, second)) {}
  }

  @Test(arguments: [ENOSPC, EDQUOT])
  func whoHasNoRoomToSayWhoTheyAreHasTheLockAllTheSame(code: Int32) throws {
    do { _ = try SessionLock(path: path, owner: "process 1") }
    let files = UnwritableFiles(code)
    let first = try SessionLock(path: path, owner: "process 2", system: files)
    #expect(throws: SnapshotProblem.self) { try SessionLock(path: path, owner: "process 3") }
    withExtendedLifetime(first) {}
  }
}
