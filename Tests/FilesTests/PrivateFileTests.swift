import Files
import Foundation
import RepriseTesting
import Testing

@Suite struct PrivateFileTests {
  private let folder: TemporaryFolder
  private let file: PrivateFile

  init() throws {
    folder = try TemporaryFolder()
    file = PrivateFile(folder.file())
  }

  @Test func theBeginningIsReadOfAFileThatHasTheWholeLength() throws {
    #expect(try file.beginning(2, ofTotal: 3) == nil)
    try folder.write([1, 2, 3])
    #expect(try file.beginning(2, ofTotal: 3) == [1, 2])
    #expect(try file.beginning(2, ofTotal: 4) == nil)
    #expect(try file.beginning(4, ofTotal: 3) == nil)
  }

  @Test func theBeginningIsWrittenOver() throws {
    #expect(throws: FileError.system("opened", path: folder.file(), code: ENOENT)) {
      try file.overwrite(with: [9])
    }
    try folder.write([1, 2, 3])
    try file.overwrite(with: [9])
    #expect(try folder.bytes() == [9, 2, 3])
  }

  @Test(arguments: [false, true]) func aFileIsReplaced(durably: Bool) throws {
    #expect(try file.read(limit: 9) == nil)
    try file.replace(with: [1], durably: durably)
    try file.replace(with: [2, 3], durably: durably)
    #expect(try file.read(limit: 2) == [2, 3])
  }

  @Test func whatIsNotThereNeedsNoDeleting() throws {
    try FileAccess().remove(folder.file())
    try folder.write([1])
    try FileAccess().remove(folder.file())
    #expect(try folder.names.isEmpty)
    mkdir(folder.file(), 0o700)
    #expect(throws: FileError.self) { try FileAccess().remove(folder.file()) }
  }

  @Test func nothingThatWasOpenedStaysOpen() throws {
    let system = CountedFiles()
    let files = FileAccess(system)
    try files.replaceDurably(folder.file(), with: [1])
    #expect(try files.contents(of: folder.file(), limit: 9) == [1])
    #expect(throws: FileError.self) { try files.contents(of: folder.file(), limit: 0) }
    do {
      let file = try NewFile(folder.file("new"), ending: "csv", files)
      try file.append([1])
      #expect(system.openedCount == 1)
      _ = try file.finish()
      #expect(system.openedCount == 0)
    }
    do { _ = try NewFile(folder.file("new"), ending: "csv", files) }
    #expect(system.openedCount == 0)
    for _ in 0..<2 { _ = try Quarantine(of: folder.file(), files).keep([1]) }
    mkdir(folder.file("folder"), 0o700)
    #expect(throws: FileError.self) { try files.replaceDurably(folder.file("folder"), with: [1]) }
    #expect(system.openedCount == 0)
  }
}
