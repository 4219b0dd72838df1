import Foundation
import Testing

@testable import Chemistry

@Suite struct PackedFileTests {
  private static let three = (1...3).map { number in
    Samples.alanine.replacing("alanine", with: "m\(number)") + "$$$$\n"
  }.joined()

  /// Runs with a file in a folder of its own, which is removed.
  private func withFile(_ bytes: [UInt8], _ name: String, _ run: (String) throws -> Void) throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let path = directory.appendingPathComponent(name).path
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    try run(path)
  }

  private func packed(_ text: String) -> [UInt8] { Gzip.packed(Array(text.utf8)) }

  @Test("Compressed chemical file opens like any other") func aCompressedFileIsOpenedLikeAnyOther()
    throws
  {
    try withFile(packed(PackedFileTests.three), "a.sdf.gz") { path in
      let file = try ChemicalFile(path: path)
      #expect(ChemicalFile.isPacked(path))
      #expect(file.format == .sdfile)
      #expect(try (0..<file.count).map { try file.record($0).name } == ["m1", "m2", "m3"])
      #expect(ChemicalFile.text(of: try file.source(1)).hasPrefix("m2\n"))
      #expect(try file.contents() == Array(PackedFileTests.three.utf8))
    }
  }

  /// Its end is damaged, which nobody would know who hasn't unpacked all of it.
  @Test("Compressed file that is no chemical one is refused by its head")
  func whatIsNoChemistryIsRefusedByItsBeginning() throws {
    let text = (0..<20_000).map { "INSERT INTO t VALUES (\($0));\n" }.joined()
    let whole = packed(text)
    try withFile(Array(whole.prefix(whole.count / 2)), "backup.sql.gz") { path in
      let problem = #expect(throws: FormatError.self) { try ChemicalFile(path: path) }
      #expect(problem?.message == "The file is in none of the chemical formats.")
    }
  }

  @Test("Compressed file over the limit is refused") func noMoreIsUnpackedThanTheLimit() throws {
    try withFile(packed(String(repeating: " ", count: 5 << 19)), "a.mol.gz") { path in
      let problem = #expect(throws: FormatError.self) {
        try OpenedFile(path).unpacked(limit: 1 << 20)
      }
      #expect(problem?.message.contains("more than 1 MiB once unpacked") == true)
    }
  }

  /// A few megabytes of zeros would fill a disk that others need, too.
  @Test("Compressed file of zeros does not fill the disk") func aSmallFileFillsNoDisk() throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("zeros-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: directory) }
    let plain = directory.appendingPathComponent("a.mol")
    try Data(repeating: 0x20, count: 65 << 20).write(to: plain)
    let gzip = try Process.run(
      URL(fileURLWithPath: "/bin/sh"),
      arguments: [
        "-c", "gzip \"$0\"", plain.path,
      ])
    gzip.waitUntilExit()
    do {
      let path = plain.path + ".gz"
      let many = #expect(throws: FormatError.self) { try OpenedFile(path).unpacked() }
      #expect(many?.message.contains("more than 64 MiB once unpacked: 100 times") == true)
      let little = #expect(throws: FormatError.self) {
        try OpenedFile(path).unpacked(free: 8 << 20)
      }
      #expect(little?.message.contains("more than 4 MiB once unpacked: half of") == true)
    }
  }

  @Test("Compressed SDfile of one record is recognized by its name")
  func theNameWithinTellsAnSDfileOfOneRecord() throws {
    try withFile(packed(Samples.alanine), "a.sdf.gz") { path in
      let file = try ChemicalFile(path: path)
      #expect(file.format == .sdfile)
      let head = try ChemicalFile.head(of: path)
      #expect(head.name.hasSuffix("/a.sdf"))
      #expect(head.bytes == Array(Samples.alanine.utf8))
    }
    try withFile(packed(Samples.alanine), "a.gz") { path in
      let file = try ChemicalFile(path: path)
      #expect(file.format == .molfile)
      let head = try ChemicalFile.head(of: path, byteCount: 7)
      #expect(head.bytes == Array("alanine".utf8))
    }
  }

  @Test("Compressed file of several parts is one content") func severalPartsAreOneContent() throws {
    let record = Samples.alanine + "$$$$\n"
    try withFile(packed(record) + packed(record), "a.sdf.gz") { path in
      let file = try ChemicalFile(path: path)
      #expect(file.count == 2)
    }
  }

  @Test("Compressed file that is cut or damaged is refused with advice")
  func aFileThatIsCutOrDamagedIsRefusedWithAdvice() throws {
    let whole = packed(PackedFileTests.three)
    var changed = whole
    changed[40] ^= 1
    for bytes in [Array(whole.dropLast(9)), Array(whole.prefix(200)), changed] {
      try withFile(bytes, "a.sdf.gz") { path in
        let problem = Samples.problem { _ = try ChemicalFile(path: path) }
        #expect(problem?.message.hasSuffix("its data are damaged or end too early.") == true)
        #expect(problem?.advice.contains("gunzip -t") == true)
      }
    }
  }

  @Test("Compressed file: the index is that of its content")
  func theIndexIsThatOfTheContentAndIsKeptForTheFile() throws {
    try withFile(packed(PackedFileTests.three), "a.sdf.gz") { path in
      let file = try ChemicalFile(path: path)
      let status = try FileManager.default.attributesOfItem(atPath: path)
      #expect(file.stamp.hasPrefix("\(status[.size] ?? 0)-"))
      let kept = try #require(file.index?.encoded(stamp: file.stamp))
      let again = try ChemicalFile(path: path, cachedIndex: kept)
      #expect(again.index == file.index)
      // Another file in its place.
      try Data(packed(Samples.alanine)).write(to: URL(fileURLWithPath: path))
      #expect(
        Samples.problem { _ = try file.record(0) }?.message
          == "The file has changed since it was opened.")
      #expect(try ChemicalFile(path: path, cachedIndex: kept).count == 1)
    }
  }

  @Test("Compressed file: decompression can be stopped and leaves nothing")
  func unpackingIsGivenUpWhenToldSoAndLeavesNothing() throws {
    struct Enough: Error {}
    let large = String(repeating: PackedFileTests.three, count: 2_000)
    try withFile(packed(large), "a.sdf.gz") { path in
      let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
      var parts: [Double] = []
      #expect(throws: Enough.self) {
        _ = try OpenedFile(path).unpacked(in: directory) { part in
          parts.append(part)
          if parts.count == 2 { throw Enough() }
        }
      }
      #expect(parts.count == 2 && parts == parts.sorted() && parts.allSatisfy { $0 <= 1 })
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["a.sdf.gz"])
      let unpacked = try OpenedFile(path).unpacked(in: directory)
      #expect(unpacked.byteCount == large.utf8.count)
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["a.sdf.gz"])
    }
  }

  @Test("Compressed file without space to unpack is refused with advice")
  func whereThereIsNoRoomThePersonIsToldWhere() throws {
    try withFile(packed(Samples.alanine), "a.sdf.gz") { path in
      let problem = Samples.problem { _ = try OpenedFile(path).unpacked(in: path + "/nowhere") }
      #expect(problem?.message.hasPrefix("Nothing can be unpacked in") == true)
      #expect(problem?.advice.contains("TMPDIR") == true)
    }
  }

  @Test("Compressed bytes have no chemical format") func bytesThatArePackedAreRefused() {
    let problem = Samples.problem {
      _ = try ChemicalDocument(packed(Samples.alanine), fileName: "a.sdf.gz")
    }
    #expect(problem?.message == "The file is in none of the chemical formats.")
  }
}
