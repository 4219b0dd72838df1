import Foundation
import Networking
import RepriseTesting
import Testing

@Suite struct FixtureFileTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func aFileIsReadWhole() throws {
    let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0) }
    #expect(try FixtureFile.read(folder.write("large", bytes)) == bytes)
  }

  @Test func aMissingFileIsNamedAsItWasGiven() {
    let problem = #expect(throws: FixtureProblem.noSuchFile("nowhere/x.json")) {
      try FixtureFile.read("nowhere/x.json")
    }
    #expect(problem?.errorDescription == "nowhere/x.json: there is no such file or folder.")
  }

  @Test(.timeLimit(.minutes(1))) func aNamedPipeIsRefusedWithoutWaiting() {
    let path = folder.path + "/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: FixtureProblem.notAFile(path, kind: "a named pipe")) {
      try FixtureFile.read(path)
    }
  }

  @Test(arguments: [("/dev/null", "a device"), ("/", "a folder")])
  func whatIsNoFileIsRefused(path: String, kind: String) {
    #expect(throws: FixtureProblem.notAFile(path, kind: kind)) { try FixtureFile.read(path) }
  }

  @Test func aFileBeyondTheLimitIsRefused() throws {
    let path = try folder.write("large", "123456789")
    #expect(throws: FixtureProblem.tooLarge(path, limit: 8)) {
      try FixtureFile.read(path, sizeLimit: 8)
    }
    #expect(try FixtureFile.read(path, sizeLimit: 9).count == 9)
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func aFileOfOthersIsNotPermitted() throws {
    let path = try folder.write("secret", "[]")
    chmod(path, 0)
    #expect(throws: FixtureProblem.notPermitted(path)) {
      try FixtureFile.read(path)
    }
  }

  @Test(arguments: ["", "/etc/passwd\u{0}.json"])
  func aPathThatIsNoneNamesNoFile(path: String) {
    #expect(throws: FixtureProblem.noSuchFile(path)) { try FixtureFile.read(path) }
  }
}
