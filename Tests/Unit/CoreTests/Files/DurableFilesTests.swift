import Foundation
import RepriseTesting
import Testing

@testable import Core

/// Files that the disk is to have before anything is said of them.
@Suite struct DurableFilesTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func replace(_ system: FailingOnce) throws {
    try FileAccess(system).replaceDurably(directory.file(), with: [2])
  }

  @Test("Durable replacement continues after an interrupting signal") func aSignalIsNoFailure()
    throws
  {
    try replace(FailingOnce(writing: EINTR, synchronizing: EINTR))
    #expect(try directory.bytes() == [2])
  }

  @Test("Durable replacement works on file systems without fsync")
  func someFileSystemsHaveNothingToSynchronize() throws {
    try replace(FailingOnce(synchronizing: EINVAL))
    #expect(try directory.bytes() == [2])
  }

  @Test("Durable replacement that fails keeps the old file")
  func whatTheDiskDoesNotTakeIsNotPutThere() throws {
    try directory.write([1])
    for system in [FailingOnce(writing: EIO), FailingOnce(synchronizing: EIO)] {
      #expect(throws: FileError.system("written", path: directory.file(), code: EIO)) {
        try replace(system)
      }
      #expect(try directory.bytes() == [1])
      #expect(try directory.names == ["main.snapshot"])
    }
  }

  @Test("Durable replacement that is called off keeps the old file")
  func aFileThatIsNotWantedAnyMoreIsNotPutThere() throws {
    try directory.write([1])
    try FileAccess().replaceDurably(directory.file(), with: [2]) { false }
    #expect(try directory.bytes() == [1])
    #expect(try directory.names == ["main.snapshot"])
    try FileAccess().replaceDurably(directory.file(), with: [2]) { true }
    #expect(try directory.bytes() == [2])
  }

  @Test("Synchronizing a missing directory throws ENOENT")
  func aFolderThatIsGoneCanNotTakeANameAnyMore() {
    let path = directory.file("gone/file")
    #expect(throws: FileError.system("written", path: path, code: ENOENT)) {
      try FileAccess().synchronizeDirectory(of: path)
    }
  }
}
