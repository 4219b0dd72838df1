import Documents
import Foundation
import RepriseTesting
import Testing

@Suite struct DocumentReaderTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test("Document is read up to the size limit and not beyond")
  func aFileIsReadToItsLimitAndNotBeyond() throws {
    let path = try directory.write("a.mol", "12345")
    #expect(try DocumentReader(limit: 5).read(path) == Array("12345".utf8))
    let refusal = DocumentError.tooLarge(name: "a.mol", limit: 4)
    #expect(throws: refusal) { try DocumentReader(limit: 4).read(path) }
    #expect(
      refusal.errorDescription == "a.mol is larger than 4 bytes, the limit.")
    #expect(try DocumentReader().examine(path) == 5)
    #expect(try DocumentReader().head(path).bytes == Array("12345".utf8))
  }

  @Test("Document is read whole without a size limit") func whoeverSetsNoLimitReadsTheWholeFile()
    throws
  {
    let path = try directory.write("a.mol", "12345")
    #expect(try DocumentReader(limit: .max).read(path) == Array("12345".utf8))
  }

  @Test("Document reader follows a symbolic link") func aLinkToAFileIsFollowed() throws {
    try directory.write("a", "x")
    symlink("a", directory.file("b"))
    #expect(try DocumentReader().read(directory.file("b")) == [0x78])
  }

  @Test("Document reader refuses pipes, devices and directories at once")
  func pipesDevicesFoldersAndSocketsAreRefusedWithoutWaiting() throws {
    #expect(mkfifo(directory.file("pipe"), 0o600) == 0)
    symlink("pipe", directory.file("link"))
    let refused = [
      (directory.file("pipe"), "a named pipe"), (directory.file("link"), "a named pipe"),
      ("/dev/zero", "a device"),
      ("/dev/null", "a device"), (directory.path, "a folder"),
    ]
    for (path, what) in refused {
      let problem = DocumentError.notAFile(path: path, what: what)
      #expect(throws: problem) { try DocumentReader().read(path) }
      #expect(throws: problem) { try DocumentReader().examine(path) }
      #expect(throws: problem) { try DocumentReader().head(path) }
    }
  }

  @Test("Document reader names a missing file") func whatIsNotThereIsSaid() throws {
    let path = directory.file("nothing")
    #expect(throws: DocumentError.system("read", path: path, code: ENOENT)) {
      try DocumentReader().read(path)
    }
    #expect(throws: DocumentError.system("read", path: path + "/a", code: ENOENT)) {
      try DocumentReader().read(path + "/a")
    }
  }

  @Test(
    "Document of size 0 in /proc is read all the same",
    .enabled(if: access("/proc/self/status", R_OK) == 0, "there is no /proc"))
  func aFileThatSaysItIsEmptyIsReadAllTheSame() throws {
    #expect(try DocumentReader().read("/proc/self/status").count > 100)
    #expect(throws: DocumentError.tooLarge(name: "status", limit: 10)) {
      try DocumentReader(limit: 10).read("/proc/self/status")
    }
  }

  @Test("Document reader reports progress and can be stopped")
  func progressIsToldAndMayStopTheReading() throws {
    struct Stop: Error {}
    let path = try directory.write("a", [UInt8](repeating: 1, count: 3 << 20))
    var told: [Int] = []
    _ = try DocumentReader().read(path) { read, total in
      told.append(read)
      #expect(total == 3 << 20)
    }
    #expect(told == [1 << 20, 2 << 20, 3 << 20])
    let input = open(path, O_RDONLY)
    defer { close(input) }
    var inAll: Int?
    _ = try DocumentReader().readStandardInput(input) { _, total in inAll = total }
    #expect(inAll == 3 << 20)
    #expect(throws: Stop.self) { try DocumentReader().read(path) { _, _ in throw Stop() } }
  }

  @Test("Standard input without end is cut off at the limit")
  func anEndlessInputIsCutOffAtTheLimit() throws {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    _ = fcntl(writing, F_SETFL, O_NONBLOCK)
    // More than the limit, and nobody closes the pipe.
    let bytes = [UInt8](repeating: 1, count: 4096)
    for _ in 0..<3 { #expect(write(writing, bytes, bytes.count) == bytes.count) }
    #expect(throws: DocumentError.tooLarge(name: "Standard input", limit: 10_000)) {
      try DocumentReader(limit: 10_000).readStandardInput(reading)
    }
    close(reading)
    close(writing)
  }

  @Test func standardInputIsAPipeOrAFileAndNoTerminalOrDevice() throws {
    let file = open(try directory.write("a", "text"), O_RDONLY)
    defer { close(file) }
    #expect(try DocumentReader().readStandardInput(file) == Array("text".utf8))
    let device = open("/dev/zero", O_RDONLY)
    defer { close(device) }
    #expect(throws: DocumentError.notAFile(path: "Standard input", what: "a device")) {
      try DocumentReader().readStandardInput(device)
    }
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    defer { close(terminal) }
    if terminal >= 0 {
      #expect(throws: DocumentError.noInput) { try DocumentReader().readStandardInput(terminal) }
    } else {
      print("SKIPPED: no pseudo-terminal can be had here.")
    }
  }

  /// A call that succeeds leaves the number of an earlier failure where it is.
  @Test("Document reader ignores an old errno at the end of a file", arguments: [EINTR, EAGAIN])
  func theEndOfAFileIsItsEnd(code: Int32) throws {
    let path = try directory.write("a", "text")
    errno = code
    let bytes = try DocumentReader().read(path)
    errno = code
    let head = try DocumentReader().head(path)
    #expect(bytes == Array("text".utf8) && head.bytes == bytes)
  }

  @Test("Document head has the first bytes of a long file")
  func theFirstBytesOfALongFileAreItsHead() throws {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let path = try directory.write("a", bytes)
    #expect(try DocumentReader().head(path).bytes == Array(bytes.prefix(DocumentHead.byteCount)))
    #expect(try DocumentReader().read(path) == bytes)
  }

  @Test("Document reader leaves no file open") func nothingStaysOpen() throws {
    let path = try directory.write("a", "text")
    let reader = DocumentReader(limit: 3)
    #expect(try reader.examine(path) == 4)
    #expect(try reader.head(path).bytes.count == 4)
    #expect(throws: DocumentError.self) { try reader.read(path) }
    #expect(throws: DocumentError.self) { try reader.examine(directory.path) }
    #expect(OpenFiles.paths(in: directory.path) == [])
  }
}
