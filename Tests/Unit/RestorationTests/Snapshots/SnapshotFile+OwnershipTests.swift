import Core
import Foundation
import RepriseTesting
import Testing

@testable import Restoration

@Suite struct SnapshotFileOwnershipTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private var path: String { directory.file("main.snapshot") }
  private var durablePath: String { directory.file("main.durable") }

  private func opened() throws -> SnapshotFile {
    let file = SnapshotFile(path: path)
    _ = try file.load()
    return file
  }

  private func stored() throws -> String? {
    try SnapshotFile(path: path).load().body.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("A process whose session was taken over writes nothing")
  func aProcessThatLostItsSessionWritesNothingAndSaysSo() throws {
    let old = try opened()
    try old.save(Array("old".utf8))
    try old.flush()
    let new = try opened()
    try new.takeOver()
    try new.save(Array("new".utf8))
    try new.flush()
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let durableBefore = try Data(contentsOf: URL(fileURLWithPath: durablePath))

    #expect(throws: SnapshotError.takenOver) { try old.save(Array("late".utf8)) }
    try old.flush()
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try Data(contentsOf: URL(fileURLWithPath: durablePath)) == durableBefore)
    try new.save(Array("newer".utf8))
    #expect(try stored() == "newer")
  }

  /// As long as nothing is saved there is no file that another process could have replaced.
  @Test("A process taken over before its first save writes nothing")
  func aProcessThatLostItsSessionBeforeItsFirstSaveWritesNothingEither() throws {
    let lockPath = path + ".lock"
    let old = LockedSession(try opened(), lock: try SessionLock(path: lockPath, owner: "old"))
    let new = LockedSession(
      try opened(), lock: try SessionLock(takingOver: lockPath, owner: "new"))
    #expect(throws: SnapshotError.takenOver) { try old.file.save(Array("late".utf8)) }
    #expect(try stored() == nil)
    try new.file.save(Array("new".utf8))
    #expect(throws: SnapshotError.takenOver) { try old.file.save(Array("late".utf8)) }
    #expect(try stored() == "new")
  }

  @Test("A replaced snapshot file is open once") func ofAFileThatIsPutInTheSessionsPlaceOneIsOpen()
    throws
  {
    let file = try opened()
    try file.save([1])
    try file.flush()
    try FileManager.default.copyItem(atPath: path, toPath: path + ".new")
    #expect(rename(path + ".new", path) == 0)
    #expect(try file.load().body == [1])
    // The one that was replaced has no name any more.
    #expect(OpenFiles.paths(in: directory.path).allSatisfy { $0 == path })
  }

  @Test("A session whose lock was deleted still saves")
  func aSessionWhoseFolderWasDeletedIsStillItsOwners() throws {
    let lockPath = path + ".lock"
    let session = LockedSession(try opened(), lock: try SessionLock(path: lockPath, owner: "one"))
    try FileManager.default.removeItem(atPath: lockPath)
    try session.file.save(Array("first".utf8))
    #expect(try stored() == "first")
  }

  @Test("A pending durable copy isn't written after a take-over")
  func aCopyStillWaitingWhenTheSessionIsTakenOverIsNotWritten() throws {
    let old = try opened()
    try old.save(Array("old".utf8))
    let new = try opened()
    try new.takeOver()
    try new.save(Array("new".utf8))
    try new.flush()
    try old.flush()
    let durable = try String(contentsOfFile: durablePath, encoding: .utf8)
    #expect(durable.contains("\nnew"))
  }

  @Test("A take-over keeps the saved body") func whatWasSavedIsThereAfterATakeOver() throws {
    let old = try opened()
    try old.save(Array("old".utf8))
    let new = try opened()
    try new.takeOver()
    #expect(try stored() == "old")
  }

  @Test("A take-over keeps the old body as the previous generation")
  func whatWasTakenOverIsTheGenerationBeforeTheNext() throws {
    try opened().save(Array("old".utf8))
    let new = try opened()
    #expect(try !new.takeOver())
    try new.save(Array("new".utf8))
    #expect(
      SlotPair(try directory.bytes()).intactSlots.map(\.slot.body)
        == ["new", "old"].map { Array($0.utf8) })
  }

  @Test("A take-over restores a deleted snapshot file")
  func aFileThatWasDeletedIsPutBackByWhoTakesItOver() throws {
    try opened().save(Array("one".utf8))
    let new = try opened()
    try FileManager.default.removeItem(atPath: path)
    // Nobody can have saved there since, so there is nothing to load again.
    #expect(try !new.takeOver())
    #expect(try stored() == "one")
  }

  @Test("A take-over without a saved session creates no file")
  func whereNothingWasSavedNothingIsTakenOver() throws {
    #expect(try !opened().takeOver())
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  /// The one that had it loads by itself, say, while the other has read the session and takes it
  /// over.
  @Test("A take-over includes bodies saved meanwhile", arguments: [1, 2, 3])
  func whatWasSavedWhileItWasTakenOverIsThere(saves: Int) throws {
    let old = try opened()
    try old.save(Array("old".utf8))
    let new = try opened()
    for number in 1...saves { try old.save(Array("late \(number)".utf8)) }
    #expect(try new.takeOver())
    #expect(throws: SnapshotError.takenOver) { try old.save(Array("later".utf8)) }
    #expect(try new.load().body == Array("late \(saves)".utf8))
    #expect(try stored() == "late \(saves)")
  }

  @Test("A save during a take-over throws takenOver")
  func whatIsSavedInTheMomentOfBeingTakenOverIsNotSaidToBeSaved() throws {
    let files = MeddledFiles()
    let old = SnapshotFile(path: path, system: files)
    try old.save(Array("old".utf8))
    let new = try opened()
    files.beforeWrite = { _ = try? new.takeOver() }
    #expect(throws: SnapshotError.takenOver) { try old.save(Array("late".utf8)) }
    #expect(try stored() == "old")
  }

  /// Cleaners delete old files, and people locks that they take for stale ones.
  @Test("A session without its lock file isn't opened twice")
  func aSessionWhoseLockWasDeletedIsNotOpenedTwice() throws {
    let first = try opened()
    try first.hold(waitsForHolder: false)
    try first.save(Array("first".utf8))
    let second = SnapshotFile(path: path)
    #expect(throws: SnapshotError.inUse(by: "another process")) {
      try second.hold(waitsForHolder: false)
    }
    try first.save(Array("again".utf8))
    #expect(try stored() == "again")
  }

  @Test("A held snapshot file is free after its holder's end")
  func aSessionThatIsHeldIsFreeOnceItsHolderIsGone() throws {
    do {
      let first = try opened()
      try first.save(Array("first".utf8))
    }
    let second = SnapshotFile(path: path)
    try second.hold(waitsForHolder: false)
    #expect(try second.load().body == Array("first".utf8))
    try second.save(Array("second".utf8))
    #expect(throws: SnapshotError.self) {
      try SnapshotFile(path: path).hold(waitsForHolder: false)
    }
  }

  /// Somebody restores a backup, say. The open file still has a name, another one.
  @Test("A moved snapshot file leaves its path to the replacement")
  func aFileThatWasMovedAwayIsLeftToWhateverTookItsPlace() throws {
    let file = try opened()
    try file.save(Array("one".utf8))
    try file.flush()
    try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
    let other = try opened()
    try other.save(Array("other".utf8))
    try other.flush()
    let durableBefore = try Data(contentsOf: URL(fileURLWithPath: durablePath))
    #expect(throws: SnapshotError.takenOver) { try file.save(Array("two".utf8)) }
    try file.flush()
    #expect(try Data(contentsOf: URL(fileURLWithPath: durablePath)) == durableBefore)
    #expect(try stored() == "other")
  }

  @Test("A moved snapshot file is created anew at its path")
  func aFileThatWasMovedAwayWithNothingInItsPlaceIsMadeAnew() throws {
    let file = try opened()
    try file.save(Array("one".utf8))
    try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
    try file.save(Array("two".utf8))
    #expect(FileManager.default.fileExists(atPath: path))
    #expect(try stored() == "two")
  }

  @Test("A deleted snapshot file is created anew by the next save") func aDeletedFileIsMadeAnew()
    throws
  {
    let file = try opened()
    try file.save(Array("one".utf8))
    try FileManager.default.removeItem(atPath: path)
    try file.save(Array("two".utf8))
    #expect(try stored() == "two")
  }

  @Test("A deleted session directory is an error until recreated")
  func aDeletedFolderIsAProblemUntilItIsBack() throws {
    let file = try opened()
    try file.save(Array("one".utf8))
    try file.flush()
    try FileManager.default.removeItem(atPath: directory.path)
    #expect(throws: SnapshotError.self) { try file.save(Array("two".utf8)) }
    try FileManager.default.createDirectory(
      atPath: directory.path, withIntermediateDirectories: true)
    try file.save(Array("three".utf8))
    #expect(try stored() == "three")
  }

  @Test func theDurableCopyIsReadWhereTheFileIsGone() throws {
    let file = try opened()
    for number in 1...100 { try file.save(Array("body \(number)".utf8)) }
    try file.flush()
    try FileManager.default.removeItem(atPath: path)
    let stored = try SnapshotFile(path: path).load()
    #expect(stored.body == Array("body 100".utf8))
    #expect(stored.damage != nil)
  }

  @Test func theDurableCopyIsReadWhereBothSlotsAreBroken() throws {
    let file = try opened()
    try file.save(Array("good".utf8))
    try file.flush()
    try Data(repeating: 0x78, count: 2 * Slot.minimumSize).write(to: URL(fileURLWithPath: path))
    let stored = try SnapshotFile(path: path).load()
    #expect(stored.body == Array("good".utf8))
    #expect(stored.damage?.contains("main.snapshot.aside-1") == true)
  }

  @Test("The durable copy is written by itself after a save")
  func theCopyComesByItselfWithinASecondOrTwo() throws {
    let file = try opened()
    try file.save(Array("by itself".utf8))
    let deadline = ContinuousClock.now + .seconds(60)
    while !FileManager.default.fileExists(atPath: durablePath), ContinuousClock.now < deadline {
      usleep(10_000)
    }
    #expect(try String(contentsOfFile: durablePath, encoding: .utf8).contains("by itself"))
  }
}

/// Files with which something is done just before a write.
private final class MeddledFiles: ForwardingFiles, @unchecked Sendable {
  var beforeWrite: () -> Void = {}

  func writeFile(
    _ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, at offset: Int
  ) -> Int {
    beforeWrite()
    return SystemFiles().writeFile(descriptor, buffer, at: offset)
  }
}
