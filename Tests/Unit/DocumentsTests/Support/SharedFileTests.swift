import Core
import Foundation
import RepriseTesting
import Testing

@testable import Documents

/// Files that other programs have written.
@Suite struct SharedFileTests {
  private let directory: TemporaryDirectory
  private let file: SharedFile

  init() throws {
    directory = try TemporaryDirectory()
    file = SharedFile(directory.file("list"))
  }

  @Test("Shared file that is missing reads as nil") func whatIsNotThereIsNoProblem() throws {
    #expect(try file.read() == nil)
    try directory.write("plain", "x")
    #expect(try SharedFile(directory.file("plain/list")).read() == nil)
    symlink("nowhere", file.path)
    #expect(try file.read() == nil)
  }

  @Test func aLinkIsFollowed() throws {
    try directory.write("dotfiles/list", "one")
    symlink("dotfiles/list", file.path)
    #expect(try file.read() == Array("one".utf8))
  }

  @Test func whatIsNoFileIsNotRead() throws {
    mkdir(file.path, 0o755)
    #expect(throws: FileError.unsafe(path: file.path, "it is not a plain file")) {
      try file.read()
    }
    #expect(OpenFiles.paths(in: directory.path) == [])
  }

  /// In a process of its own, in which the first file that is opened has the number 0.
  @Test func withoutStandardInputFilesAreRead() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let file = SharedFile(try directory.write("list", "x"))
      close(STDIN_FILENO)
      #expect(try file.read() == Array("x".utf8))
    }
  }

  @Test("Shared file leaves no descriptor open") func nothingStaysOpen() throws {
    try directory.write("list", "x")
    #expect(try file.read() == Array("x".utf8))
    #expect(OpenFiles.paths(in: directory.path) == [])
  }
}
