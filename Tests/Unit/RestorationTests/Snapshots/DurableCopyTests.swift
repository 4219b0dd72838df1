import Core
import Foundation
import RepriseTesting
import Testing

@testable import Restoration

/// The copy of a session's file by itself, with no other moment of writing than the one that a test
/// names.
@Suite struct DurableCopyTests {
  private let directory: TemporaryDirectory
  private let descriptor: Int32

  init() throws {
    directory = try TemporaryDirectory()
    descriptor = open(try directory.write("main.snapshot", "one"), O_RDWR | O_CLOEXEC)
    try #require(descriptor >= 0)
  }

  private func copy(
    _ system: any FileSystem, delay: DispatchTimeInterval = .seconds(3600)
  ) -> DurableCopy {
    DurableCopy(
      path: directory.file("main.durable"), of: directory.file("main.snapshot"), FileAccess(system),
      delay: delay)
  }

  private var isCopied: Bool {
    FileManager.default.fileExists(atPath: directory.file("main.durable"))
  }

  @Test("A durable copy that can't be written throws and is retried")
  func whereTheFileIsGoneAndNoCopyCanBeMadeThatIsSaid() throws {
    defer { close(descriptor) }
    let files = UnwritableFiles(ENOSPC)
    let copy = copy(files)
    copy.schedule([1], from: descriptor)
    try FileManager.default.removeItem(atPath: directory.file("main.snapshot"))
    #expect(throws: SnapshotError.self) { try copy.flush() }
    #expect(copy.problem != nil && !isCopied)
    // It isn't lost, and goes out as soon as that can be.
    files.code = nil
    try copy.flush()
    #expect(copy.problem == nil)
    #expect(try directory.bytes("main.durable") == [1])
  }

  @Test("A durable copy isn't written for a replaced file")
  func theCopyOfAFileInWhosePlaceIsAnotherIsNotWritten() throws {
    defer { close(descriptor) }
    let copy = copy(SystemFiles())
    copy.schedule([1], from: descriptor)
    try FileManager.default.removeItem(atPath: directory.file("main.snapshot"))
    try directory.write("main.snapshot", "another's")
    try copy.flush()
    #expect(!isCopied)
  }

  @Test("A durable copy writes only the last of several changes")
  func ofSeveralChangesTheLastGoesOutAndOnlyOnce() throws {
    defer { close(descriptor) }
    let copy = copy(SystemFiles())
    copy.schedule([1], from: descriptor)
    copy.schedule([2], from: descriptor)
    try copy.flush()
    #expect(try directory.bytes("main.durable") == [2])
    try FileManager.default.removeItem(atPath: directory.file("main.durable"))
    try copy.flush()
    #expect(!isCopied)
  }

  @Test("A durable copy writes each change after its delay") func everyChangeGoesOutByItself()
    async throws
  {
    defer { close(descriptor) }
    let copy = copy(SystemFiles(), delay: .milliseconds(1))
    for change in 1...3 as ClosedRange<UInt8> {
      copy.schedule([change], from: descriptor)
      try await waitUntil("change \(change) is copied") {
        try isCopied && directory.bytes("main.durable") == [change]
      }
    }
  }

  /// The session's file is closed while the disk is full; its descriptor may then be another
  /// file's.
  @Test("An abandoned durable copy isn't written") func whatIsAbandonedWhileItIsTriedGoesNowhere()
    throws
  {
    defer { close(descriptor) }
    let files = FullDisk()
    let copy = copy(files)
    files.beforeWrite = { copy.abandon() }
    copy.schedule([1], from: descriptor)
    try copy.flush()
    files.beforeWrite = nil
    try copy.flush()
    #expect(!isCopied)
  }
}

/// A disk that has no room for as long as something is done at each write.
private final class FullDisk: ForwardingFiles, @unchecked Sendable {
  var beforeWrite: (() -> Void)?

  func writeFile(
    _ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, at offset: Int
  ) -> Int {
    guard let beforeWrite else {
      return SystemFiles().writeFile(descriptor, buffer, at: offset)
    }
    beforeWrite()
    errno = ENOSPC
    return -1
  }
}
