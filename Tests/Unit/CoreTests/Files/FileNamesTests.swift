import Foundation
import RepriseTesting
import Synchronization
import Testing

@testable import Core

/// The names of open files, which others may move, delete and replace.
@Suite struct FileNamesTests {
  private let directory: TemporaryDirectory
  private let files = FileAccess()

  init() throws { directory = try TemporaryDirectory() }

  /// A file that is open until the end of a test.
  private final class OpenFile {
    let descriptor: Int32

    init(_ path: String) throws {
      descriptor = try #require(try FileAccess().openExisting(path))
    }

    deinit { close(descriptor) }
  }

  private func file() throws -> OpenFile {
    try directory.write([1])
    return try OpenFile(directory.file())
  }

  @Test("Open file is at its path") func aFileThatIsThereHasItsName() throws {
    let file = try file()
    #expect(files.exists(directory.file()))
    #expect(files.isNamed(file.descriptor))
    #expect(files.isNamed(file.descriptor, at: directory.file()))
    #expect(!files.hasLost(file.descriptor, directory.file()))
  }

  @Test("Deleted open file is at no path") func aDeletedFileHasNone() throws {
    let file = try file()
    unlink(directory.file())
    #expect(!files.exists(directory.file()))
    #expect(!files.isNamed(file.descriptor))
    #expect(!files.isNamed(file.descriptor, at: directory.file()))
    #expect(files.hasLost(file.descriptor, directory.file()))
  }

  @Test("Open file that was replaced is not at its path")
  func aFileInWhosePlaceAnotherStandsHasNone() throws {
    let file = try file()
    close(try files.replace(directory.file(), with: [2]))
    #expect(!files.isNamed(file.descriptor, at: directory.file()))
    #expect(files.hasLost(file.descriptor, directory.file()))
  }

  @Test("Open file that was moved is at its new path") func aFileThatWasMovedHasAnother() throws {
    let file = try file()
    rename(directory.file(), directory.file("elsewhere"))
    #expect(files.isNamed(file.descriptor))
    #expect(!files.isNamed(file.descriptor, at: directory.file()))
    #expect(files.hasLost(file.descriptor, directory.file()))
    #expect(files.hasLost(file.descriptor, directory.file("elsewhere") + "/inner"))
  }

  @Test("Closed descriptor counts as a lost file") func aClosedFileIsLost() throws {
    try directory.write([1])
    #expect(files.hasLost(-1, directory.file()))
    #expect(!files.isNamed(-1))
  }

  /// As with a folder on a network that is away.
  @Test("Open file is not lost if its path cannot be examined")
  func aPathThatCantBeLookedAtMayLeadToTheFileAllTheSame() throws {
    let file = try file()
    let files = FileAccess(FaultyFiles(.fail(EACCES), at: 1))
    #expect(!files.hasLost(file.descriptor, directory.file()))
  }

  /// Files of which the one is replaced after each opening, so many times.
  private func movingFiles(_ moves: Int) -> CountedFiles {
    let rest = Mutex(moves)
    let path = directory.file()
    return CountedFiles {
      let moves = rest.withLock { count in
        count -= 1
        return count >= 0
      }
      guard moves else { return }
      unlink(path)
      close(open(path, O_CREAT | O_WRONLY, 0o600))
    }
  }

  @Test("Opening a file is retried if the file is replaced meanwhile")
  func aFileThatIsReplacedWhileItIsOpenedIsOpenedAgain() throws {
    try directory.write([1])
    let system = movingFiles(3)
    let files = FileAccess(system)
    let descriptor = try #require(try files.openExisting(directory.file()))
    #expect(files.isNamed(descriptor, at: directory.file()))
    #expect(system.openedCount == 1)
    files.system.closeFile(descriptor)
  }

  @Test("Opening a file that is replaced forever throws EBUSY")
  func aFileThatIsReplacedForEverIsAProblem() throws {
    try directory.write([1])
    let system = movingFiles(.max)
    #expect(throws: FileError.system("opened", path: directory.file(), code: EBUSY)) {
      try FileAccess(system).openExisting(directory.file())
    }
    #expect(system.openedCount == 0)
  }

  @Test("Refused file is closed") func aFileThatIsRefusedIsClosed() throws {
    try directory.write([1])
    link(directory.file(), directory.file("other"))
    let system = CountedFiles()
    #expect(throws: FileError.self) { try FileAccess(system).openExisting(directory.file()) }
    #expect(system.openedCount == 0)
  }
}
