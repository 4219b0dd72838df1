import Core
import Foundation
import RepriseTesting
import Testing

@testable import Documents

/// Files of the person's that other programs change, too.
@Suite struct SharedFileTests {
  private let directory: TemporaryDirectory
  private let file: SharedFile

  init() throws {
    directory = try TemporaryDirectory()
    file = SharedFile(directory.file("list"))
  }

  @Test("Shared file that is missing reads as nil") func whatIsNotThereIsNoProblem() throws {
    #expect(try file.read() == nil)
    try file.remove()
    try directory.write("plain", "x")
    let through = SharedFile(directory.file("plain/list"))
    #expect(try through.read() == nil)
    try through.remove()
  }

  @Test("Shared file is created with 644 and keeps its permissions")
  func aNewFileMayBeReadByAllAndAnOldOneByWhomItWas() throws {
    try file.replace(with: Array("one".utf8))
    #expect(try directory.permissions("list") == 0o644)
    chmod(file.path, 0o640)
    try file.replace(with: Array("two".utf8))
    #expect(try directory.permissions("list") == 0o640)
    #expect(try file.read() == Array("two".utf8))
    try file.remove()
    #expect(try directory.files() == [])
  }

  @Test("Shared file follows a link and keeps it") func aLinkIsFollowedAndStays() throws {
    try directory.write("dotfiles/list", "one")
    symlink("dotfiles/list", file.path)
    #expect(try file.read() == Array("one".utf8))
    try file.replace(with: Array("two".utf8))
    #expect(try directory.bytes("dotfiles/list") == Array("two".utf8))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == "dotfiles/list")
    #expect(try directory.files() == ["dotfiles", "dotfiles/list", "list"])
  }

  @Test("Shared file does not replace a dangling link") func aLinkToNothingIsNotReplaced() throws {
    symlink("nowhere", file.path)
    #expect(try file.read() == nil)
    #expect(throws: FileError.unsafe(path: file.path, "it is a link to nothing")) {
      try file.replace(with: [1])
    }
    #expect(try directory.files() == ["list"])
  }

  @Test("Shared file refuses what is no plain file")
  func whatIsNoFileIsNeitherReadNorReplacedNorDeleted() throws {
    mkdir(file.path, 0o755)
    #expect(throws: FileError.unsafe(path: file.path, "it is not a plain file")) {
      try file.read()
    }
    #expect(throws: FileError.system("written", path: file.path, code: EISDIR)) {
      try file.replace(with: [1])
    }
    #expect(throws: FileError.self) { try file.remove() }
    // Nothing half-written is left beside it.
    #expect(try directory.files() == ["list"])
  }

  @Test("Shared directory is created with parents, the new ones returned")
  func aFolderIsMadeWithThoseAboveItAndTheNewOnesAreTold() throws {
    mkdir(directory.file("a"), 0o755)
    let made = try SharedFile.makeDirectory(directory.file("a/b/c"))
    #expect(made == [directory.file("a/b"), directory.file("a/b/c")])
    #expect(try directory.permissions("a/b/c") == 0o700)
    #expect(try SharedFile.makeDirectory(directory.file("a/b/c")) == [])
  }

  @Test("Shared directory is not created in or over a file")
  func aFolderIsNotMadeInAFileNorInItsPlace() throws {
    try directory.write("plain", "x")
    for name in ["plain", "plain/folder"] {
      #expect(throws: FileError.system("created", path: directory.file(name), code: ENOTDIR)) {
        try SharedFile.makeDirectory(directory.file(name))
      }
    }
  }

  @Test("Shared directory: error of creation is reported") func whyAFolderCannotBeMadeIsSaid()
    throws
  {
    let long = directory.file(String(repeating: "x", count: 300))
    #expect(throws: FileError.system("created", path: long, code: ENAMETOOLONG)) {
      try SharedFile.makeDirectory(long)
    }
  }

  @Test("Shared file in a missing directory is not written") func aFolderThatIsNotThereTakesNoFile()
    throws
  {
    let lost = SharedFile(directory.file("gone/list"))
    #expect(throws: FileError.system("written", path: lost.path, code: ENOENT)) {
      try lost.replace(with: [1])
    }
    try directory.write("plain", "x")
    let through = SharedFile(directory.file("plain/list"))
    #expect(throws: FileError.system("written", path: through.path, code: ENOTDIR)) {
      try through.replace(with: [1])
    }
    #expect(try directory.files() == ["plain"])
  }

  /// In a process of its own, in which the first file that is opened has the number 0.
  @Test("Shared file is written and read without standard input")
  func withoutStandardInputFilesAreWrittenAndRead() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let file = SharedFile(directory.file("list"))
      close(STDIN_FILENO)
      try file.replace(with: [1])
      #expect(try file.read() == [1])
    }
  }

  @Test("Shared file leaves no descriptor open") func nothingStaysOpen() throws {
    try file.replace(with: [1])
    #expect(try file.read() == [1])
    let other = SharedFile(directory.file("folder"))
    mkdir(other.path, 0o755)
    #expect(throws: FileError.self) { try other.read() }
    #expect(throws: FileError.self) { try other.replace(with: [1]) }
    #expect(OpenFiles.paths(in: directory.path) == [])
  }
}
