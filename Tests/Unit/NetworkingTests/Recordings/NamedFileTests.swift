import Foundation
import Networking
import RepriseTesting
import Testing

@Suite struct NamedFileTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test("A named file of 600,000 bytes is read completely") func aFileIsReadWhole() throws {
    let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0) }
    #expect(try NamedFile.read(directory.write("large", bytes)) == bytes)
  }

  @Test("A missing named file is reported as given") func aMissingFileIsNamedAsItWasGiven() {
    let problem = #expect(throws: ReplayError.noSuchFile("nowhere/x.json")) {
      try NamedFile.read("nowhere/x.json")
    }
    #expect(problem?.errorDescription == "nowhere/x.json: there is no such file or folder.")
  }

  @Test(.timeLimit(.minutes(1))) func aNamedPipeIsRefusedWithoutWaiting() {
    let path = directory.path + "/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: ReplayError.notAFile(path, kind: "a named pipe")) {
      try NamedFile.read(path)
    }
  }

  @Test(
    "A named device or directory is refused",
    arguments: [("/dev/null", "a device"), ("/", "a folder")])
  func whatIsNoFileIsRefused(path: String, kind: String) {
    #expect(throws: ReplayError.notAFile(path, kind: kind)) { try NamedFile.read(path) }
  }

  @Test("A named file above the size limit is refused") func aFileBeyondTheLimitIsRefused() throws {
    let path = try directory.write("large", "123456789")
    #expect(throws: ReplayError.tooLarge(path, limit: 8)) {
      try NamedFile.read(path, sizeLimit: 8)
    }
    #expect(try NamedFile.read(path, sizeLimit: 9).count == 9)
  }

  @Test(
    "A named file without read permission throws notPermitted",
    .enabled(if: geteuid() != 0, "root may read everything"))
  func aFileOfOthersIsNotPermitted() throws {
    let path = try directory.write("secret", "[]")
    chmod(path, 0)
    #expect(throws: ReplayError.notPermitted(path)) {
      try NamedFile.read(path)
    }
  }

  @Test("An empty or invalid path throws noSuchFile", arguments: ["", "/etc/passwd\u{0}.json"])
  func aPathThatIsNoneNamesNoFile(path: String) {
    #expect(throws: ReplayError.noSuchFile(path)) { try NamedFile.read(path) }
  }

  @Test("Only a directory is reported as a directory") func onlyAFolderIsOne() throws {
    let file = try directory.write("file", "[]")
    #expect(NamedFile.isDirectory(directory.path))
    #expect(!NamedFile.isDirectory(file) && !NamedFile.isDirectory(directory.file("none")))
    #expect(throws: ReplayError.noSuchFile(file + "/x")) { try NamedFile.read(file + "/x") }
  }
}
