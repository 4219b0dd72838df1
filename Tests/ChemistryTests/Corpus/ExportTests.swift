import Foundation
import Testing

@testable import Chemistry

/// Writes the corpus' molecules for Tools/read-by-others.py, into the folder that CHEMISTRY_EXPORT names.
@Suite(
  .enabled(
    if: Corpus.isThere && ProcessInfo.processInfo.environment["CHEMISTRY_EXPORT"] != nil,
    "CHEMISTRY_EXPORT names no folder"))
struct ExportTests {
  @Test func moleculesAreWrittenForOtherPrograms() throws {
    let folder = try #require(ProcessInfo.processInfo.environment["CHEMISTRY_EXPORT"])
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var count = 0
    for file in try Corpus.files(["mol"]) {
      guard let document = try? file.document(), document.format == .molfile,
        let molecule = document.records.first?.molecule, !molecule.atoms.isEmpty
      else { continue }
      count += 1
      func write(_ bytes: [UInt8], _ ending: String) throws {
        let path = "\(folder)/\(count)-\(file.name.suffix(60))\(ending)"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
      }
      try write(file.bytes, ".source.mol")
      if MolfileWriter.fitsTable(molecule) {
        try write(document.written(as: .molfile, version: .v2000).bytes, ".v2000.mol")
      }
      try write(document.written(as: .molfile, version: .v3000).bytes, ".v3000.mol")
      try write(document.written(as: .sdfile).bytes, ".sdf")
      try write(document.written(as: .cdx).bytes, ".cdx")
    }
    #expect(count > 150)
  }

  @Test func reactionsAreWrittenForOtherPrograms() throws {
    let folder = try #require(ProcessInfo.processInfo.environment["CHEMISTRY_EXPORT"])
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var count = 0
    for file in try Corpus.files(["rxn"]) {
      guard let reaction = try? file.document().records.first?.reaction else { continue }
      count += 1
      func write(_ bytes: [UInt8], _ ending: String) throws {
        let path = "\(folder)/r\(count)-\(file.name.suffix(60))\(ending)"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
      }
      try write(file.bytes, ".source.rxn")
      for (version, ending) in [
        (MolfileWriter.Version.smallest, ".smallest.rxn"), (.v3000, ".v3000.rxn"),
      ] {
        var writer = RXNWriter(version)
        try write(Array(writer.text(of: reaction).utf8), ending)
      }
    }
    #expect(count > 70)
  }
}
