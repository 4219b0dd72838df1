import Files
import Foundation
import RepriseTesting
import Testing

@testable import Documents

/// Files of the person's that other programs change, too.
@Suite struct SharedFileTests {
  private let folder: TemporaryFolder
  private let file: SharedFile

  init() throws {
    folder = try TemporaryFolder()
    file = SharedFile(folder.file("list"))
  }

  @Test func whatIsNotThereIsNoProblem() throws {
    #expect(try file.read() == nil)
    try file.remove()
    try folder.write("plain", "x")
    let through = SharedFile(folder.file("plain/list"))
    #expect(try through.read() == nil)
    try through.remove()
  }

  @Test func aNewFileMayBeReadByAllAndAnOldOneByWhomItWas() throws {
    try file.replace(with: Array("one".utf8))
    #expect(try folder.permissions("list") == 0o644)
    chmod(file.path, 0o640)
    try file.replace(with: Array("two".utf8))
    #expect(try folder.permissions("list") == 0o640)
    #expect(try file.read() == Array("two".utf8))
    try file.remove()
    #expect(try folder.files() == [])
  }

  @Test func aLinkIsFollowedAndStays() throws {
    try folder.write("dotfiles/list", "one")
    symlink("dotfiles/list", file.path)
    #expect(try file.read() == Array("one".utf8))
    try file.replace(with: Array("two".utf8))
    #expect(try folder.bytes("dotfiles/list") == Array("two".utf8))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == "dotfiles/list")
    #expect(try folder.files() == ["dotfiles", "dotfiles/list", "list"])
  }

  @Test func aLinkToNothingIsNotReplaced() throws {
    symlink("nowhere", file.path)
    #expect(try file.read() == nil)
    #expect(throws: FileError.unsafe(path: file.path, "it is a link to nothing")) {
      try file.replace(with: [1])
    }
    #expect(try folder.files() == ["list"])
  }

  @Test func whatIsNoFileIsNeitherReadNorReplacedNorDeleted() throws {
    mkdir(file.path, 0o755)
    #expect(throws: FileError.unsafe(path: file.path, "it is not a plain file")) {
      try file.read()
    }
    #expect(throws: FileError.system("written", path: file.path, code: EISDIR)) {
      try file.replace(with: [1])
    }
    #expect(throws: FileError.self) { try file.remove() }
    // Nothing half-written is left beside it.
    #expect(try folder.files() == ["list"])
  }

  @Test func aFolderIsMadeWithThoseAboveItAndTheNewOnesAreTold() throws {
    mkdir(folder.file("a"), 0o755)
    let made = try SharedFile.makeFolder(folder.file("a/b/c"))
    #expect(made == [folder.file("a/b"), folder.file("a/b/c")])
    #expect(try folder.permissions("a/b/c") == 0o700)
    #expect(try SharedFile.makeFolder(folder.file("a/b/c")) == [])
  }

  @Test func aFolderIsNotMadeInAFileNorInItsPlace() throws {
    try folder.write("plain", "x")
    for name in ["plain", "plain/folder"] {
      #expect(throws: FileError.system("created", path: folder.file(name), code: ENOTDIR)) {
        try SharedFile.makeFolder(folder.file(name))
      }
    }
  }

  @Test func whyAFolderCannotBeMadeIsSaid() throws {
    let long = folder.file(String(repeating: "x", count: 300))
    #expect(throws: FileError.system("created", path: long, code: ENAMETOOLONG)) {
      try SharedFile.makeFolder(long)
    }
  }

  @Test func aFolderThatIsNotThereTakesNoFile() throws {
    let lost = SharedFile(folder.file("gone/list"))
    #expect(throws: FileError.system("written", path: lost.path, code: ENOENT)) {
      try lost.replace(with: [1])
    }
    try folder.write("plain", "x")
    let through = SharedFile(folder.file("plain/list"))
    #expect(throws: FileError.system("written", path: through.path, code: ENOTDIR)) {
      try through.replace(with: [1])
    }
    #expect(try folder.files() == ["plain"])
  }

  /// In a process of its own, in which the first file that is opened has the number 0.
  @Test func withoutStandardInputFilesAreWrittenAndRead() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let file = SharedFile(folder.file("list"))
      close(STDIN_FILENO)
      try file.replace(with: [1])
      #expect(try file.read() == [1])
    }
  }

  @Test func nothingStaysOpen() throws {
    try file.replace(with: [1])
    #expect(try file.read() == [1])
    let other = SharedFile(folder.file("folder"))
    mkdir(other.path, 0o755)
    #expect(throws: FileError.self) { try other.read() }
    #expect(throws: FileError.self) { try other.replace(with: [1]) }
    #expect(OpenFiles.paths(in: folder.path) == [])
  }
}
