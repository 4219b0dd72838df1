import Core
import Foundation
import RepriseTesting
import Testing

@Suite struct PrivateFileTests {
  private let directory: TemporaryDirectory
  private let file: PrivateFile

  init() throws {
    directory = try TemporaryDirectory()
    file = PrivateFile(directory.file())
  }

  @Test("Private file is replaced and read", arguments: [false, true]) func aFileIsReplaced(
    durably: Bool
  ) throws {
    #expect(try file.read(limit: 9) == nil)
    try file.replace(with: [1], durably: durably)
    try file.replace(with: [2, 3], durably: durably)
    #expect(try file.read(limit: 2) == [2, 3])
  }

  @Test("Removing a missing file succeeds") func whatIsNotThereNeedsNoDeleting() throws {
    try FileAccess().remove(directory.file())
    try directory.write([1])
    try FileAccess().remove(directory.file())
    #expect(try directory.names.isEmpty)
    mkdir(directory.file(), 0o700)
    #expect(throws: FileError.self) { try FileAccess().remove(directory.file()) }
  }

  @Test("File operations leave no descriptor open") func nothingThatWasOpenedStaysOpen() throws {
    let system = CountedFiles()
    let files = FileAccess(system)
    try files.replaceDurably(directory.file(), with: [1])
    #expect(try files.contents(of: directory.file(), limit: 9) == [1])
    #expect(throws: FileError.self) { try files.contents(of: directory.file(), limit: 0) }
    do {
      let file = try NumberedFile(directory.file("new"), ending: "csv", files)
      try file.append([1])
      #expect(system.openedCount == 1)
      _ = try file.finish()
      #expect(system.openedCount == 0)
    }
    do { _ = try NumberedFile(directory.file("new"), ending: "csv", files) }
    #expect(system.openedCount == 0)
    for _ in 0..<2 { _ = try Quarantine(of: directory.file(), files).store([1]) }
    mkdir(directory.file("folder"), 0o700)
    #expect(throws: FileError.self) {
      try files.replaceDurably(directory.file("folder"), with: [1])
    }
    #expect(system.openedCount == 0)
  }
}
