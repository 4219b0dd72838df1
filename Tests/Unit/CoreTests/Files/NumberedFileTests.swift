import Core
import Foundation
import RepriseTesting
import Testing

@Suite struct NumberedFileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test("New file gets its name when it is finished") func itHasItsNameOnceItIsWhole() throws {
    let file = try NumberedFile(directory.file("drugs"), ending: "sdf")
    try file.append(Array("one ".utf8))
    try file.append(Array("two".utf8))
    #expect(try directory.files() == ["drugs.sdf.new"])
    #expect(try file.finish() == directory.file("drugs.sdf"))
    #expect(try directory.files() == ["drugs.sdf"])
    #expect(try directory.bytes("drugs.sdf") == Array("one two".utf8))
    #expect(try directory.permissions("drugs.sdf") == 0o600)
    #expect(file.byteCount == 7)
  }

  @Test("New file without extension keeps its name") func withoutAnEndingItKeepsItsName() throws {
    #expect(
      try NumberedFile(directory.file("README"), ending: "").finish() == directory.file("README"))
    #expect(
      try NumberedFile(directory.file("README"), ending: "").finish() == directory.file("README-2"))
  }

  @Test("New file that is abandoned is deleted") func oneThatIsGivenUpIsGone() throws {
    do {
      let file = try NumberedFile(directory.file("drugs"), ending: "sdf")
      try file.append([1, 2, 3])
    }
    #expect(try directory.files() == [])
  }

  @Test("New file replaces no existing file") func noFileIsReplaced() throws {
    try directory.write("drugs.sdf", "mine")
    try directory.write("drugs-2.sdf", "mine too")
    let file = try NumberedFile(directory.file("drugs"), ending: "sdf")
    #expect(try file.finish() == directory.file("drugs-3.sdf"))
    #expect(try directory.bytes("drugs.sdf") == Array("mine".utf8))
  }

  @Test("New files written at once get different names") func twoAtOnceAreTwoFiles() throws {
    let one = try NumberedFile(directory.file("drugs"), ending: "sdf")
    let other = try NumberedFile(directory.file("drugs"), ending: "sdf")
    try one.append([1])
    try other.append([2])
    #expect(try other.finish() == directory.file("drugs.sdf"))
    #expect(try one.finish() == directory.file("drugs-2.sdf"))
    #expect(try directory.bytes("drugs-2.sdf") == [1])
    #expect(try directory.files().sorted() == ["drugs-2.sdf", "drugs.sdf"])
  }

  @Test("New file in a missing directory throws") func aFolderThatIsNotThereIsNamed() {
    #expect(throws: FileError.self) {
      _ = try NumberedFile(directory.file("nowhere/drugs"), ending: "sdf")
    }
  }

  @Test("New file that fails on a full disk leaves nothing")
  func whatTheDiskDoesNotTakeLeavesNothing() throws {
    for system in [FailingOnce(writing: ENOSPC), FailingOnce(renaming: ENOSPC)] {
      let problem = #expect(throws: FileError.self) {
        let file = try NumberedFile(directory.file("drugs"), ending: "sdf", FileAccess(system))
        try file.append([1, 2, 3])
        _ = try file.finish()
      }
      #expect(problem?.brief == "no space left on device")
      #expect(try directory.files() == [])
    }
  }
}
