import Foundation
import Testing

@testable import Chemistry

/// Writes molecules for Tools/read-by-others.py, into the folder that CHEMISTRY_EXPORT names: our
/// own samples, and the corpus where it is.
@Suite(
  .enabled(
    if: ProcessInfo.processInfo.environment["CHEMISTRY_EXPORT"] != nil,
    "CHEMISTRY_EXPORT names no folder"))
struct ExportTests {
  private let directory: String

  init() throws {
    directory = try #require(ProcessInfo.processInfo.environment["CHEMISTRY_EXPORT"])
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
  }

  private func write(_ bytes: [UInt8], _ name: String, _ ending: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(directory)/\(name)\(ending)"))
  }

  /// Writes a document's molecule in all formats that another program could read.
  private func write(_ document: ChemicalDocument, of name: String) throws {
    guard let molecule = document.records.first?.molecule else { return }
    if MolfileWriter.fitsTable(molecule) {
      try write(document.written(as: .molfile, version: .v2000).bytes, name, ".v2000.mol")
    }
    try write(document.written(as: .molfile, version: .v3000).bytes, name, ".v3000.mol")
    try write(document.written(as: .sdfile).bytes, name, ".sdf")
    try write(document.written(as: .rdfile).bytes, name, ".rdf")
    // A drawing is flat: without a third coordinate others see another molecule, or none.
    if !molecule.isSpatial { try write(document.written(as: .cdx).bytes, name, ".cdx") }
  }

  @Test("Chemical export: samples are written for other programs")
  func samplesAreWrittenForOtherPrograms() throws {
    // RDKit refuses files with a bracket's corresponding bonds, `CRS`.
    let polymer = GroupTests.polymer.replacing("M  CRS   1  2   1   4\n", with: "")
    let samples = [Samples.alanine, polymer]
    for (number, text) in samples.enumerated() {
      let name = "s\(number)-sample\(number)"
      try write(Array(text.utf8), name, ".source.mol")
      try write(try Samples.document(text, "a.mol"), of: name)
    }
  }

  @Test(
    "Chemical export: molfiles are written for other programs",
    .enabled(if: Corpus.isThere, "../shared/corpus/chemical isn't there"))
  func moleculesAreWrittenForOtherPrograms() throws {
    var count = 0
    for file in try Corpus.files(["mol"]) {
      guard let document = try? file.document(), document.format == .molfile,
        document.records.first?.molecule?.atoms.isEmpty == false
      else { continue }
      count += 1
      let name = "m\(count)-\(file.name.suffix(70))"
      try write(file.bytes, name, ".source.mol")
      try write(document, of: name)
    }
    #expect(count > 150)
  }

  /// What we read in a drawing is what the others read in it.
  @Test(
    "Chemical export: CDX drawings are written for other programs",
    .enabled(if: Corpus.isThere, "../shared/corpus/chemical isn't there"))
  func drawingsAreWrittenForOtherPrograms() throws {
    var count = 0
    for file in try Corpus.files(["cdx"]) {
      guard let document = try? file.document(), document.records.count == 1,
        let molecule = document.records.first?.molecule, !molecule.atoms.isEmpty
      else { continue }
      count += 1
      let name = "d\(count)-\(file.name.suffix(70))"
      try write(file.bytes, name, ".source.cdx")
      try write(document.written(as: .molfile, version: .v3000).bytes, name, ".v3000.mol")
      try write(document.written(as: .cdx).bytes, name, ".again.cdx")
    }
    #expect(count > 20)
  }

  @Test(
    "Chemical export: reactions are written for other programs",
    .enabled(if: Corpus.isThere, "../shared/corpus/chemical isn't there"))
  func reactionsAreWrittenForOtherPrograms() throws {
    var count = 0
    for file in try Corpus.files(["rxn"]) {
      guard let document = try? file.document(), let reaction = document.records.first?.reaction
      else { continue }
      count += 1
      let name = "r\(count)-\(file.name.suffix(70))"
      try write(file.bytes, name, ".source.rxn")
      for (version, ending) in [
        (MolfileWriter.Version.smallest, ".smallest.rxn"), (.v3000, ".v3000.rxn"),
      ] {
        var writer = RXNWriter(version)
        try write(Array(writer.text(of: reaction).utf8), name, ending)
      }
      try write(document.written(as: .rdfile).bytes, name, ".rdf")
    }
    #expect(count > 70)
  }
}
