import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import CloudBurst

extension ModelTests {
  @Suite struct RecordedFileTests {
    let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
    }

    @Test func aFileIsReadWhole() throws {
      let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0) }
      #expect(try RecordedFile.read(folder.write("large", bytes)) == bytes)
    }

    @Test func aMissingFileIsNamedAsItWasGiven() {
      let problem = #expect(throws: SourceProblem.noSuchFile("nowhere/x.json")) {
        try RecordedFile.read("nowhere/x.json")
      }
      #expect(problem?.exitCode == .noInput)
      #expect(problem?.errorDescription == "nowhere/x.json: there is no such file or folder.")
    }

    @Test(.timeLimit(.minutes(1))) func aNamedPipeIsRefusedWithoutWaiting() {
      let path = folder.path + "/pipe"
      #expect(mkfifo(path, 0o600) == 0)
      #expect(throws: SourceProblem.notAFile(path, kind: "a named pipe")) {
        try RecordedFile.read(path)
      }
    }

    @Test(arguments: [("/dev/null", "a device"), ("/", "a folder")])
    func whatIsNoFileIsRefused(path: String, kind: String) {
      #expect(throws: SourceProblem.notAFile(path, kind: kind)) { try RecordedFile.read(path) }
    }

    @Test func aFileBeyondTheLimitIsRefused() throws {
      let path = try folder.write("large", "123456789")
      #expect(throws: SourceProblem.tooLarge(path, limit: 8)) {
        try RecordedFile.read(path, sizeLimit: 8)
      }
      #expect(try RecordedFile.read(path, sizeLimit: 9).count == 9)
    }

    @Test(.enabled(if: geteuid() != 0, "root may read everything"))
    func aFileOfOthersIsNotPermitted() throws {
      let path = try folder.write("secret", "[]")
      chmod(path, 0)
      let problem = #expect(throws: SourceProblem.notPermitted(path)) {
        try RecordedFile.read(path)
      }
      #expect(problem?.exitCode == .noPermission)
    }

    @Test(arguments: ["", "/etc/passwd\u{0}.json"])
    func aPathThatIsNoneNamesNoFile(path: String) {
      #expect(throws: SourceProblem.noSuchFile(path)) { try RecordedFile.read(path) }
    }
  }
}
