import Foundation
import RepriseTesting
import Synchronization
import Testing

@testable import Core

@Suite struct FileAccessTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func refusal(of path: String) throws -> String {
    let problem = #expect(throws: FileError.self) {
      if let descriptor = try FileAccess().openExisting(path) { close(descriptor) }
    }
    guard case .unsafe(path, let reason)? = problem else { return "" }
    return reason
  }

  @Test("Opening a missing file returns nil") func aFileThatIsNotThereIsNoProblem() throws {
    #expect(try FileAccess().openExisting(directory.file()) == nil)
  }

  @Test("Opening a symbolic link is refused") func aLinkIsRefused() throws {
    try directory.write("other", [1])
    symlink(directory.file("other"), directory.file())
    #expect(try refusal(of: directory.file()) == "it is a symbolic link")
  }

  @Test("Opening a dangling symbolic link is refused") func aLinkToNothingIsRefusedToo() throws {
    symlink(directory.file("nothing"), directory.file())
    #expect(try refusal(of: directory.file()) == "it is a symbolic link")
    #expect(try directory.names == ["main.snapshot"])
  }

  @Test("Opening a directory as a file is refused") func aDirectoryIsRefused() throws {
    mkdir(directory.file(), 0o700)
    #expect(try refusal(of: directory.file()) == "it is a folder")
  }

  @Test("Opening a named pipe is refused without blocking")
  func aNamedPipeIsRefusedWithoutWaitingForItsOtherEnd() throws {
    mkfifo(directory.file(), 0o600)
    #expect(try refusal(of: directory.file()) == "it is not a plain file")
  }

  @Test("Opening a device is refused") func aDeviceIsRefused() throws {
    #expect(try refusal(of: "/dev/null") == "it is not a plain file")
  }

  @Test("Opening a file with several hard links is refused") func aFileWithASecondNameIsRefused()
    throws
  {
    try directory.write("other", [1])
    link(directory.file("other"), directory.file())
    #expect(throws: FileError.linked(path: directory.file())) {
      try FileAccess().openExisting(directory.file())
    }
  }

  @Test("Opening a file of another user is refused") func aFileOfAnotherUserIsRefused() throws {
    try directory.write([1])
    // Only root can give a file away; anybody else has one of root's at hand.
    let path = geteuid() == 0 ? directory.file() : "/etc/passwd"
    if geteuid() == 0 { chown(path, 12345, 12345) }
    #expect(throws: FileError.self) { try FileAccess().openExisting(path) }
  }

  @Test(
    "Opening a file that others may read makes it private",
    arguments: [0o644, 0o666, 0o640, 0o777] as [mode_t])
  func aFileThatOthersMayReadIsMadePrivate(mode: mode_t) throws {
    try directory.write([1])
    chmod(directory.file(), mode)
    let descriptor = try #require(try FileAccess().openExisting(directory.file()))
    close(descriptor)
    #expect(try directory.permissions() == 0o600)
  }

  @Test("File path through a file is an error that names it")
  func aPathThroughAFileIsAProblemThatNamesIt() throws {
    try directory.write([1])
    let path = directory.file() + "/inner"
    #expect(throws: FileError.system("opened", path: path, code: ENOTDIR)) {
      try FileAccess().openExisting(path)
    }
    #expect(throws: FileError.system("created", path: path, code: ENOTDIR)) {
      try FileAccess().replace(path, with: [1])
    }
  }

  @Test("File is read up to the limit of its size", arguments: [0, 1, 1000])
  func aFileIsReadAsFarAsItMayBeLarge(count: Int) throws {
    try directory.write([UInt8](repeating: 7, count: count))
    let descriptor = try #require(try FileAccess().openExisting(directory.file()))
    defer { close(descriptor) }
    #expect(
      try FileAccess().read(descriptor, path: directory.file(), limit: count)
        == [UInt8](repeating: 7, count: count))
    if count > 0 {
      #expect(throws: FileError.self) {
        try FileAccess().read(descriptor, path: directory.file(), limit: count - 1)
      }
    }
  }

  @Test("Writing to a full disk throws ENOSPC") func aFullDiskIsSaid() throws {
    let full = open("/dev/full", O_RDWR)
    try #require(full >= 0)
    defer { close(full) }
    #expect(throws: FileError.system("written", path: "x", code: ENOSPC)) {
      try FileAccess().write([1, 2, 3], to: full, at: 0, path: "x")
    }
  }

  @Test("Replaced file is private and leaves no temporary file")
  func aReplacedFileIsNewAndPrivateAndLeavesNothingBeside() throws {
    try directory.write([1])
    chmod(directory.file(), 0o666)
    try directory.write("main.snapshot.new", [9])
    close(try FileAccess().replace(directory.file(), with: [1, 2, 3]))
    #expect(try directory.bytes() == [1, 2, 3])
    #expect(try directory.permissions() == 0o600)
    #expect(try directory.names == ["main.snapshot"])
  }

  @Test("Replacement that fails keeps what was there")
  func aReplacementThatFailsLeavesWhatWasThere() throws {
    // A folder can't be replaced by a file.
    mkdir(directory.file(), 0o700)
    let system = CountedFiles()
    #expect(throws: FileError.system("created", path: directory.file(), code: EISDIR)) {
      try FileAccess(system).replace(directory.file(), with: [1])
    }
    #expect(try directory.names == ["main.snapshot"])
    #expect(system.openedCount == 0)
  }

  @Test("File that is only read keeps its permissions") func aFileThatIsOnlyReadStaysAsItIs() throws
  {
    try directory.write([1])
    chmod(directory.file(), 0o644)
    #expect(try FileAccess().contents(of: directory.file(), limit: 9) == [1])
    #expect(try directory.permissions() == 0o644)
  }

  @Test("Reading a file continues after an interrupting signal")
  func aSignalWhileItIsReadIsNoFailure() throws {
    try directory.write([1, 2])
    let files = FileAccess(FailingOnce(reading: EINTR))
    #expect(try files.contents(of: directory.file(), limit: 9) == [1, 2])
  }

  @Test("Reading a file throws EIO of the disk") func aDiskThatCanNotBeReadIsSaid() throws {
    try directory.write([1, 2])
    #expect(throws: FileError.system("read", path: directory.file(), code: EIO)) {
      try FileAccess(FailingOnce(reading: EIO)).contents(of: directory.file(), limit: 9)
    }
  }

  @Test(
    "Opening a file throws if it cannot be examined or made private",
    arguments: [(1, "examined"), (2, "made private")])
  func whatCanNotBeMadeSureOfIsSaid(call: Int, action: String) throws {
    try directory.write([1])
    chmod(directory.file(), 0o644)
    #expect(throws: FileError.system(action, path: directory.file(), code: EIO)) {
      try FileAccess(FaultyFiles(.fail(EIO), at: call)).openExisting(directory.file())
    }
  }

  @Test("Short write is reported as a full disk") func aWriteThatIsCutShortIsAFullDisk() throws {
    try directory.write([])
    let descriptor = try #require(try FileAccess().openExisting(directory.file()))
    defer { close(descriptor) }
    #expect(throws: FileError.system("written", path: "x", code: ENOSPC)) {
      try FileAccess(FaultyFiles(.cut, at: 0)).write([1, 2], to: descriptor, at: 0, path: "x")
    }
  }

  /// Files that note the room of each reading.
  private final class NotedReadings: ForwardingFiles {
    let rooms = Mutex<[Int]>([])

    func readFile(
      _ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) -> Int {
      rooms.withLock { $0.append(buffer.count) }
      return SystemFiles().readFile(descriptor, buffer, at: offset)
    }
  }

  /// A limit is a promise about what is accepted; memory is taken for what is there, and one byte
  /// to see that there is no more.
  @Test("Reading a file allocates no more than its size") func aFileTakesNoMoreMemoryThanItNeeds()
    throws
  {
    try directory.write([1, 2, 3])
    let small = NotedReadings()
    #expect(try FileAccess(small).contents(of: directory.file(), limit: 1 << 20) == [1, 2, 3])
    #expect(small.rooms.withLock { $0 } == [4, 1])
    let large = NotedReadings()
    #expect(throws: FileError.unsafe(path: directory.file(), "it is larger than 1 bytes")) {
      try FileAccess(large).contents(of: directory.file(), limit: 1)
    }
    #expect(large.rooms.withLock { $0 } == [2])
  }

  /// Files of which the first writing takes nothing, after a call that was interrupted.
  private final class NothingWritten: ForwardingFiles {
    private let isFirst = Mutex(true)

    func writeFile(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, at offset: Int) -> Int {
      let isFirst = isFirst.withLock { first in
        defer { first = false }
        return first
      }
      guard isFirst else { return SystemFiles().writeFile(descriptor, buffer, at: offset) }
      errno = EINTR
      return 0
    }
  }

  @Test("Write of zero bytes is reported as a full disk") func aWriteThatTakesNothingIsAFullDisk()
    throws
  {
    #expect(throws: FileError.system("written", path: directory.file(), code: ENOSPC)) {
      try FileAccess(NothingWritten()).replace(directory.file(), with: [1])
    }
    #expect(try directory.names.isEmpty)
  }
}
