import Foundation
import RepriseTesting
import Synchronization
import Testing

@testable import Core

/// One file, replaced by several at once: nobody fails, and nothing is ever there but what somebody
/// wrote as a whole.
@Suite struct FileAccessTemporaryTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// The contents that a writer writes: many of one letter, so that a mixture is noticed.
  private static func contents(_ writer: Int) -> [UInt8] {
    [UInt8](repeating: UInt8(ascii: "a") + UInt8(writer), count: 9000 + writer)
  }

  @Test(
    "Concurrent writers of a file all succeed and readers see whole files",
    arguments: [false, true]) func writersAtTheSameMomentAllSucceed(durably: Bool) async throws
  {
    let file = PrivateFile(directory.file("shared"))
    try file.replace(with: Self.contents(0))
    let writers = 4
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<writers {
        group.addTask {
          for _ in 0..<200 { try file.replace(with: Self.contents(writer), durably: durably) }
        }
      }
      group.addTask {
        // Whoever reads meanwhile sees a whole file each time.
        for _ in 0..<2000 {
          let bytes = try #require(try file.read(limit: 1 << 20))
          #expect((0..<writers).contains { bytes == Self.contents($0) }, "\(bytes.count) bytes")
        }
      }
      try await group.waitForAll()
    }
    #expect(try directory.files() == ["shared"])
  }

  @Test("Temporary file of a killed process is deleted by the next writer")
  func whatAKilledProcessLeftIsDeletedByTheNextWhoWrites() throws {
    try directory.write("main.snapshot.new", "half of")
    let (name, descriptor) = try FileAccess().createTemporary(for: directory.file())
    #expect(name == directory.file("main.snapshot.new"))
    #expect(try FileAccess().read(descriptor, path: name, limit: 9).isEmpty)
    unlink(name)
    close(descriptor)
    try directory.write("main.snapshot.new", "half of")
    close(try FileAccess().replace(directory.file(), with: [1]))
    #expect(try directory.files() == ["main.snapshot"])
  }

  @Test("Temporary file of a live writer is left alone")
  func whatSomebodyIsStillWritingIsLeftAlone() throws {
    let (name, descriptor) = try FileAccess().createTemporary(for: directory.file())
    try FileAccess().write([1, 2, 3], to: descriptor, at: 0, path: name)
    let (second, other) = try FileAccess().createTemporary(for: directory.file())
    #expect(second == directory.file("main.snapshot.2.new"))
    unlink(second)
    close(other)
    close(try FileAccess().replace(directory.file(), with: [9]))
    #expect(try directory.bytes("main.snapshot.new") == [1, 2, 3])
    #expect(rename(name, directory.file()) == 0)
    close(descriptor)
    #expect(try directory.files() == ["main.snapshot"])
    #expect(try directory.bytes() == [1, 2, 3])
  }

  @Test("Temporary file that was renamed meanwhile is no leftover")
  func whatTookItsPlaceMeanwhileIsNoLeftover() throws {
    // Somebody opens what looks like a leftover; then it becomes the file itself.
    let (name, descriptor) = try FileAccess().createTemporary(for: directory.file())
    let late = open(name, O_RDWR)
    #expect(rename(name, directory.file()) == 0)
    close(descriptor)
    #expect(flock(late, LOCK_EX | LOCK_NB) == 0)
    #expect(!FileAccess().isNamed(late, at: name))
    #expect(FileAccess().isNamed(late, at: directory.file()))
    close(late)
  }

  @Test("Temporary file: a link at its path is removed, not followed")
  func aLinkInTheWayIsRemovedAndWhatItLeadsToIsNot() throws {
    try directory.write("victim", "mine")
    symlink(directory.file("victim"), directory.file("main.snapshot.new"))
    close(try FileAccess().replace(directory.file(), with: [1]))
    #expect(try directory.bytes("victim") == Array("mine".utf8))
    #expect(try directory.files() == ["main.snapshot", "victim"])
  }

  @Test("Temporary file: a directory at its path is skipped") func aFolderInTheWayIsPassedBy()
    throws
  {
    mkdir(directory.file("main.snapshot.new"), 0o700)
    close(try FileAccess().replace(directory.file(), with: [1]))
    #expect(try directory.bytes() == [1])
    #expect(try directory.files() == ["main.snapshot", "main.snapshot.new"])
  }

  @Test("Temporary files: without locks none is deleted and saving works")
  func whereThereAreNoLocksNothingIsDeletedAndSavingWorks() throws {
    try directory.write("main.snapshot.new", "perhaps somebody's")
    let files = FileAccess(LocklessFiles())
    close(try files.replace(directory.file(), with: [1]))
    close(try files.replace(directory.file(), with: [2]))
    #expect(try directory.bytes() == [2])
    #expect(try directory.bytes("main.snapshot.new") == Array("perhaps somebody's".utf8))
    #expect(try directory.files() == ["main.snapshot", "main.snapshot.new"])
  }

  /// The name that a link in the way leaves: the first name, or the next one if the link can't be
  /// removed.
  @Test(
    "Temporary file: a link that cannot be removed is skipped",
    arguments: [(nil, "main.snapshot.new"), (EPERM, "main.snapshot.2.new")] as [(Int32?, String)])
  func aLinkInTheWayMakesRoomIfItCan(code: Int32?, name: String) throws {
    symlink(directory.file("nowhere"), directory.file("main.snapshot.new"))
    let files = FileAccess(FailingOnce(removing: code))
    let (path, descriptor) = try files.createTemporary(for: directory.file())
    close(descriptor)
    #expect(path == directory.file(name))
  }

  @Test("Temporary file: a leftover that cannot be removed is skipped")
  func aLeftoverThatCanNotBeRemovedIsPassedBy() throws {
    try directory.write("main.snapshot.new", "half of")
    let files = FileAccess(FailingOnce(removing: EPERM))
    let (path, descriptor) = try files.createTemporary(for: directory.file())
    close(descriptor)
    #expect(path == directory.file("main.snapshot.2.new"))
  }

  @Test("Temporary files of more than 16 writers have names of their own")
  func moreWritersAtOnceThanThereAreSharedNamesHaveNamesOfTheirOwn() throws {
    var held: [(name: String, descriptor: Int32)] = []
    defer { for one in held { close(one.descriptor) } }
    for _ in 0..<18 { held.append(try FileAccess().createTemporary(for: directory.file())) }
    let names = held.map { String($0.name.dropFirst(directory.file().count)) }
    let shared = [".new"] + (2...16).map { ".\($0).new" }
    #expect(Array(names.prefix(16)) == shared)
    #expect(Set(names).count == 18)
    for name in names.suffix(2) {
      #expect(name.hasPrefix(".\(getpid())-") && name.hasSuffix(".new"))
    }
  }

  /// A signal came, or somebody else took it for a leftover at the same moment.
  @Test("Temporary file is locked after EINTR or EWOULDBLOCK", arguments: [EINTR, EWOULDBLOCK])
  func aFileThatCanNotBeLockedAtOnceIsLockedAllTheSame(code: Int32) throws {
    let files = FileAccess(FailingOnce(locking: code))
    let (name, descriptor) = try files.createTemporary(for: directory.file())
    defer { close(descriptor) }
    let other = open(name, O_RDWR)
    defer { close(other) }
    #expect(flock(other, LOCK_EX | LOCK_NB) != 0)
  }

  @Test("Closing a temporary file releases its lock despite a duplicate")
  func aFileThatIsClosedGivesBackItsLockAlsoWhereAChildHasIt() throws {
    let (name, descriptor) = try FileAccess().createTemporary(for: directory.file())
    let childs = dup(descriptor)
    defer { close(childs) }
    FileAccess().closeUnlocking(descriptor)
    let other = open(name, O_RDWR)
    defer { close(other) }
    #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
  }

  @Test("Closing a locked temporary file leaves no descriptor open")
  func aFileThatIsClosedWithItsLockIsClosed() throws {
    let system = CountedFiles()
    let files = FileAccess(system)
    files.closeUnlocking(try files.createTemporary(for: directory.file()).descriptor)
    #expect(system.openedCount == 0)
  }

  /// The other writer was done between the attempt to make a file and the look at the one that was
  /// there.
  @Test("Temporary file: one that vanished meanwhile leaves its name")
  func aFileInTheWayThatIsGoneByNowLeavesItsName() throws {
    let files = FileAccess(FailingOnce(opening: EEXIST))
    let (name, descriptor) = try files.createTemporary(for: directory.file())
    close(descriptor)
    #expect(name == directory.file("main.snapshot.new"))
  }

  /// Files of which none that is there can be opened, as if they were another user's.
  private struct OthersFiles: ForwardingFiles {
    func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
      if flags & O_CREAT != 0 { return SystemFiles().openFile(path, flags, mode) }
      errno = EACCES
      return -1
    }
  }

  @Test("Temporary file that cannot be opened is left alone")
  func aFileInTheWayThatCanNotBeOpenedStays() throws {
    try directory.write("main.snapshot.new", "another's")
    let (name, descriptor) = try FileAccess(OthersFiles()).createTemporary(for: directory.file())
    close(descriptor)
    #expect(name == directory.file("main.snapshot.2.new"))
    #expect(try directory.bytes("main.snapshot.new") == Array("another's".utf8))
  }

  @Test("Temporary file that was renamed before locking is left alone")
  func whatBecameTheFileItselfBeforeItWasLockedStaysAndLeavesItsName() throws {
    try directory.write("main.snapshot.new", "whole")
    let openings = Mutex(0)
    let (name, path) = (directory.file("main.snapshot.new"), directory.file())
    // First one is to be made, and then the one in the way is opened.
    let system = CountedFiles {
      if openings.withLock({
        $0 += 1
        return $0
      }) == 2 {
        rename(name, path)
      }
    }
    let (made, descriptor) = try FileAccess(system).createTemporary(for: path)
    #expect(made == name)
    #expect(try directory.bytes() == Array("whole".utf8))
    #expect(system.openedCount == 1)
    system.closeFile(descriptor)
  }

  /// Somebody took the new file for a leftover before it was locked, and has it locked now.
  @Test("Temporary file locked by another process is closed and created again")
  func aNewFileThatSomebodyElseHasLockedIsClosedAndAnotherMade() throws {
    let system = LowestDescriptors(over: FailingOnce(locking: EWOULDBLOCK))
    let (name, descriptor) = try FileAccess(system).createTemporary(for: directory.file())
    #expect(name == directory.file("main.snapshot.new"))
    #expect(system.openedCount == 1)
    system.closeFile(descriptor)
  }
}
