import Foundation
import RepriseTesting
import Testing

@testable import Core

/// A process that was started without standard input gets 0 for the first file that it opens.
@Suite struct FirstDescriptorTests {
  private let directory: TemporaryDirectory
  private let system = LowestDescriptors()
  private var files: FileAccess { FileAccess(system) }

  init() throws { directory = try TemporaryDirectory() }

  @Test("File is replaced and read with descriptor 0") func aFileIsReplacedAndRead() throws {
    try files.replaceDurably(directory.file(), with: [1])
    #expect(try files.contents(of: directory.file(), limit: 9) == [1])
    try files.replaceDurably(directory.file(), with: [2, 3])
    #expect(try files.openExisting(directory.file()) == 0)
    #expect(try files.read(0, path: directory.file(), limit: 9) == [2, 3])
    system.closeFile(0)
    #expect(try directory.files() == ["main.snapshot"])
    #expect(system.openedCount == 0)
  }

  @Test("Temporary file of a killed process is deleted with descriptor 0")
  func whatAKilledProcessLeftIsDeleted() throws {
    try directory.write("main.snapshot.new", "half of")
    let (name, descriptor) = try files.createTemporary(for: directory.file())
    #expect(name == directory.file("main.snapshot.new"))
    #expect(descriptor == 0)
    #expect(try files.read(descriptor, path: name, limit: 9).isEmpty)
    system.closeFile(descriptor)
    #expect(system.openedCount == 0)
  }

  @Test("New file gets its name or is deleted with descriptor 0") func aNewFileHasItsNameOrIsGone()
    throws
  {
    do { _ = try NumberedFile(directory.file("drugs"), ending: "sdf", files) }
    #expect(try directory.files() == [])
    #expect(system.openedCount == 0)
    // The file that has its name first, for the new one to take its place, is the one with 0 here.
    try directory.write("drugs.sdf", "mine")
    let other = system.openFile(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    let file = try NumberedFile(directory.file("drugs"), ending: "sdf", files)
    try file.append([1])
    system.closeFile(other)
    #expect(try file.finish() == directory.file("drugs-2.sdf"))
    #expect(try directory.bytes("drugs-2.sdf") == [1])
    #expect(system.openedCount == 0)
  }

  @Test("Damaged bytes are quarantined with descriptor 0") func damagedBytesAreSetAside() throws {
    let aside = Quarantine(of: directory.file(), files)
    #expect(try aside.store([1]) == "main.snapshot.aside-1")
    #expect(try aside.store([2]) == "main.snapshot.aside-2")
    #expect(try aside.store([1]) == "main.snapshot.aside-1")
    #expect(try directory.files() == ["main.snapshot.aside-1", "main.snapshot.aside-2"])
    #expect(system.openedCount == 0)
  }

  @Test("Directory is locked with descriptor 0") func aDirectoryIsLocked() throws {
    #expect(try PrivateDirectory(directory.path).whileLocked(system) { system.openedCount } == 1)
    #expect(system.openedCount == 0)
  }
}
