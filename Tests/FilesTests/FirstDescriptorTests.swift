import Foundation
import RepriseTesting
import Testing

@testable import Files

/// A process that was started without standard input gets 0 for the first file that it opens.
@Suite struct FirstDescriptorTests {
  private let folder: TemporaryFolder
  private let system = LowestDescriptors()
  private var files: FileAccess { FileAccess(system) }

  init() throws { folder = try TemporaryFolder() }

  @Test func aFileIsReplacedAndRead() throws {
    try files.replaceDurably(folder.file(), with: [1])
    #expect(try files.contents(of: folder.file(), limit: 9) == [1])
    try files.replaceDurably(folder.file(), with: [2, 3])
    #expect(try files.openExisting(folder.file()) == 0)
    #expect(try files.read(0, path: folder.file(), limit: 9) == [2, 3])
    system.closeFile(0)
    #expect(try folder.files() == ["main.snapshot"])
    #expect(system.openedCount == 0)
  }

  @Test func whatAKilledProcessLeftIsDeleted() throws {
    try folder.write("main.snapshot.new", "half of")
    let (name, descriptor) = try files.createTemporary(for: folder.file())
    #expect(name == folder.file("main.snapshot.new"))
    #expect(descriptor == 0)
    #expect(try files.read(descriptor, path: name, limit: 9).isEmpty)
    system.closeFile(descriptor)
    #expect(system.openedCount == 0)
  }

  @Test func aNewFileHasItsNameOrIsGone() throws {
    do { _ = try NewFile(folder.file("drugs"), ending: "sdf", files) }
    #expect(try folder.files() == [])
    #expect(system.openedCount == 0)
    // The file that has its name first, for the new one to take its place, is the one with 0 here.
    try folder.write("drugs.sdf", "mine")
    let other = system.openFile(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    let file = try NewFile(folder.file("drugs"), ending: "sdf", files)
    try file.append([1])
    system.closeFile(other)
    #expect(try file.finish() == folder.file("drugs-2.sdf"))
    #expect(try folder.bytes("drugs-2.sdf") == [1])
    #expect(system.openedCount == 0)
  }

  @Test func damagedBytesAreSetAside() throws {
    let aside = Quarantine(of: folder.file(), files)
    #expect(try aside.keep([1]) == "main.snapshot.aside-1")
    #expect(try aside.keep([2]) == "main.snapshot.aside-2")
    #expect(try aside.keep([1]) == "main.snapshot.aside-1")
    #expect(try folder.files() == ["main.snapshot.aside-1", "main.snapshot.aside-2"])
    #expect(system.openedCount == 0)
  }

  @Test func aFolderIsLocked() throws {
    #expect(try PrivateFolder(folder.path).whileLocked(system) { system.openedCount } == 1)
    #expect(system.openedCount == 0)
  }
}
