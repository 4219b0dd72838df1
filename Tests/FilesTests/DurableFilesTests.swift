import Foundation
import RepriseTesting
import Testing

@testable import Files

/// Files that the disk is to have before anything is said of them.
@Suite struct DurableFilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func replace(_ system: FailingOnce) throws {
    try FileAccess(system).replaceDurably(folder.file(), with: [2])
  }

  @Test func aSignalIsNoFailure() throws {
    try replace(FailingOnce(writing: EINTR, synchronizing: EINTR))
    #expect(try folder.bytes() == [2])
  }

  @Test func someFileSystemsHaveNothingToSynchronize() throws {
    try replace(FailingOnce(synchronizing: EINVAL))
    #expect(try folder.bytes() == [2])
  }

  @Test func whatTheDiskDoesNotTakeIsNotPutThere() throws {
    try folder.write([1])
    for system in [FailingOnce(writing: EIO), FailingOnce(synchronizing: EIO)] {
      #expect(throws: FileError.system("written", path: folder.file(), code: EIO)) {
        try replace(system)
      }
      #expect(try folder.bytes() == [1])
      #expect(try folder.names == ["main.snapshot"])
    }
  }

  @Test func aFileThatIsNotWantedAnyMoreIsNotPutThere() throws {
    try folder.write([1])
    try FileAccess().replaceDurably(folder.file(), with: [2]) { false }
    #expect(try folder.bytes() == [1])
    #expect(try folder.names == ["main.snapshot"])
    try FileAccess().replaceDurably(folder.file(), with: [2]) { true }
    #expect(try folder.bytes() == [2])
  }

  @Test func aFolderThatIsGoneCanNotTakeANameAnyMore() {
    let path = folder.file("gone/file")
    #expect(throws: FileError.system("written", path: path, code: ENOENT)) {
      try FileAccess().synchronizeFolder(of: path)
    }
  }
}
