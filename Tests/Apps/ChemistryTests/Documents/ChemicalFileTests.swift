import Foundation
import Testing

@testable import Chemistry

@Suite struct ChemicalFileTests {
  /// Runs with a file in a folder of its own, which is removed.
  private func withFile(_ text: String, _ name: String, _ run: (String) throws -> Void) throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let path = directory.appendingPathComponent(name).path
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try run(path)
  }

  private let three = (1...3).map { "\(Samples.alanine)> <n>\n\($0)\n\n$$$$\n" }.joined()

  /// A structure of 950 atoms is longer than what is looked at first.
  @Test(
    "Chemical file with a large first structure finds those behind it",
    arguments: ["large.mol", "large.txt"])
  func aLargeFirstStructureDoesNotHideThoseBehindIt(name: String) throws {
    var molecule = Molecule(atoms: (0..<950).map { Atom("C", at: Position(x: Double($0))) })
    molecule.name = "large"
    var writer = MolfileWriter(.v2000)
    let text = writer.text(of: molecule)
    #expect(text.utf8.count > ChemicalFormat.sniffedByteCount)
    try withFile(text + "$$$$\n" + Samples.alanine, name) { path in
      let file = try ChemicalFile(path: path)
      #expect(file.format == .sdfile)
      #expect(file.count == 2)
    }
    try withFile(text, name) { path in
      let file = try ChemicalFile(path: path)
      #expect(file.format == .molfile)
      #expect(file.count == 1)
    }
  }

  @Test("Chemical file reads fields without the structure") func fieldsAreReadWithoutTheStructure()
    throws
  {
    let text = three + "> <n>\nlost\n\n$$$$\n" + Samples.alanine + "> <m>\n> 1\n\nmore\n$$$$\n"
    try withFile(text, "a.sdf") { path in
      let file = try ChemicalFile(path: path)
      #expect(file.count == 5)
      for place in 0..<file.count {
        #expect(try file.fields(place) == file.record(place).fields)
      }
    }
    try withFile(Samples.alanine, "a.mol") { path in
      let fields = try ChemicalFile(path: path).fields(0)
      #expect(fields.isEmpty)
    }
  }

  @Test("Chemical file reads records one by one") func recordsAreReadOneByOne() throws {
    try withFile(three, "a.sdf") { path in
      let file = try ChemicalFile(path: path)
      #expect(file.format == .sdfile)
      #expect(file.count == 3)
      #expect(try file.record(1)["n"]?.text == "2")
      #expect(try file.record(2).molecule?.formula.hill == "C3H7NO2")
      #expect(
        Samples.problem { _ = try file.record(3) }?.message
          == "There is no record 4; the file has 3.")
      #expect(Samples.problem { _ = try file.record(-1) } != nil)
    }
  }

  @Test("Chemical file returns the source of a record") func aRecordsSourceIsItsOwnPartOfTheFile()
    throws
  {
    try withFile(three, "a.sdf") { path in
      let file = try ChemicalFile(path: path)
      let text = ChemicalFile.text(of: try file.source(1))
      #expect(text.contains("> <n>\n2\n"))
      #expect(!text.contains("> <n>\n1\n"))
      #expect(Samples.problem { _ = try file.source(3) } != nil)
    }
    try withFile(Samples.alanine, "a.mol") { path in
      let file = try ChemicalFile(path: path)
      #expect(ChemicalFile.text(of: try file.source(0)) == Samples.alanine)
    }
  }

  @Test("Chemical file: a record over 64 MiB affects itself only")
  func aRecordThatIsTooLargeCostsItselfAlone() throws {
    try withFile(three, "a.sdf") { path in
      let entries = try #require(try ChemicalFile(path: path).index?.entries)
      // Of zeros, which take no place on a disk.
      let byteCount = ChemicalFile.recordByteLimit + 100_000
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try handle.truncate(atOffset: UInt64(byteCount))
      try handle.close()
      let index = RecordIndex(format: .sdfile, entries: entries, byteCount: byteCount)
      let kept = index.encoded(stamp: try OpenedFile(path).stamp)
      let file = try ChemicalFile(path: path, cachedIndex: kept)
      #expect(try file.record(1)["n"]?.text == "2")
      let large = try file.record(2)
      #expect(large.structure == .none)
      #expect(large.problems.map(\.message) == ["The record has more than 64 MiB."])
      #expect(Samples.problem { _ = try file.source(2) } == large.problems.first)
    }
  }

  @Test("Chemical file uses a stored index of the same file only")
  func aKeptIndexIsUsedAndAnotherFilesIsNot() throws {
    try withFile(three, "a.sdf") { path in
      let file = try ChemicalFile(path: path)
      let kept = try #require(file.index?.encoded(stamp: file.stamp))
      var searchText = false
      let again = try ChemicalFile(path: path, cachedIndex: kept) { _ in searchText = true }
      #expect(again.index == file.index)
      #expect(!searchText)
      let other = try ChemicalFile(path: path, cachedIndex: file.index?.encoded(stamp: "x")) { _ in
        searchText = true
      }
      #expect(searchText)
      #expect(other.count == 3)
    }
  }

  @Test("Chemical file reports that it changed since it was opened") func aChangeOfTheFileIsSaid()
    throws
  {
    try withFile(three, "a.sdf") { path in
      let file = try ChemicalFile(path: path)
      try Data(Samples.alanine.utf8).write(to: URL(fileURLWithPath: path))
      // Written by another name and moved, the old file would stay; written in place it changes.
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try handle.truncate(atOffset: 10)
      try handle.close()
      let problem = Samples.problem { _ = try file.record(0) }
      #expect(problem == nil || problem?.message == "The file has changed since it was opened.")
    }
  }

  @Test("Chemical file of another format is read as a whole") func theOtherFormatsAreReadAsAWhole()
    throws
  {
    try withFile(Samples.alanine, "a.mol") { path in
      let file = try ChemicalFile(path: path)
      #expect(file.format == .molfile)
      #expect(file.count == 1)
      #expect(file.index == nil)
      #expect(try file.record(0).name == "alanine")
    }
  }

  @Test("Chemical file refuses devices, directories and other texts") func whatIsNoFileIsRefused()
    throws
  {
    #expect(
      Samples.problem { _ = try ChemicalFile(path: "/dev/zero") }?.message
        == "/dev/zero isn't a plain file.")
    #expect(Samples.problem { _ = try ChemicalFile(path: "/") } != nil)
    #expect(Samples.problem { _ = try ChemicalFile(path: "/nowhere/at/all.sdf") } != nil)
    try withFile("", "a.sdf") { path in
      #expect(Samples.problem { _ = try ChemicalFile(path: path) }?.message == "The file is empty.")
    }
    try withFile("hello", "a.mol") { path in
      #expect(
        Samples.problem { _ = try ChemicalFile(path: path) }?.message
          == "The file is in none of the chemical formats.")
    }
  }

  @Test("Chemical file search for records can be stopped") func theSearchCanBeStopped() throws {
    struct Stopped: Error {}
    try withFile(three, "a.sdf") { path in
      #expect(throws: Stopped.self) { _ = try ChemicalFile(path: path) { _ in throw Stopped() } }
    }
  }
}
