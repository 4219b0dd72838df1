import Foundation
import RepriseTesting
import Synchronization
import Testing

@testable import Files

/// Files that the disk is to have before anything is said of them.
@Suite struct DurableFilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Files whose first synchronizing and first writing fail with a code.
  private final class FailingOnce: ForwardingFiles {
    private let codes: Mutex<(synchronizing: Int32?, writing: Int32?)>

    init(synchronizing: Int32? = nil, writing: Int32? = nil) {
      codes = Mutex((synchronizing, writing))
    }

    func synchronizeFile(_ descriptor: Int32) -> Int32 {
      guard let code = codes.withLock({ $0.synchronizing.take() }) else {
        return SystemFiles().synchronizeFile(descriptor)
      }
      errno = code
      return -1
    }

    func writeFile(
      _ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, at offset: Int
    ) -> Int {
      guard let code = codes.withLock({ $0.writing.take() }) else {
        return SystemFiles().writeFile(descriptor, buffer, at: offset)
      }
      errno = code
      return -1
    }
  }

  private func replace(_ system: FailingOnce) throws {
    try FileAccess(system).replaceDurably(folder.file(), with: [2])
  }

  @Test func aSignalIsNoFailure() throws {
    try replace(FailingOnce(synchronizing: EINTR, writing: EINTR))
    #expect(try folder.bytes() == [2])
  }

  @Test func someFileSystemsHaveNothingToSynchronize() throws {
    try replace(FailingOnce(synchronizing: EINVAL))
    #expect(try folder.bytes() == [2])
  }

  @Test func whatTheDiskDoesNotTakeIsNotPutThere() throws {
    try folder.write([1])
    for system in [FailingOnce(synchronizing: EIO), FailingOnce(writing: EIO)] {
      #expect(throws: FileProblem.system("written", path: folder.file(), code: EIO)) {
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
}
