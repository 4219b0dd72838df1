import Chemistry
import Foundation

/// The reader that this run is about, by the name of its format, or `index` for the kept places of
/// records.
private let reader = ProcessInfo.processInfo.environment["FUZZED_READER"] ?? ""

/// The function that libFuzzer calls with each input: a file.
///
/// The law: a problem with a message and advice, or records of which everything can be derived and
/// written. A trap, an endless loop and unlimited memory end the process, and libFuzzer keeps the
/// input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard reader != "index" else {
    readIndex(bytes)
    return 0
  }
  guard let format = ChemicalFormat(rawValue: reader) else { fatalError("No reader “\(reader)”") }
  _ = ChemicalFormat.sniff(bytes)
  do {
    use(try ChemicalDocument(bytes, as: format))
  } catch {
    guard let problem = error as? FormatError, !problem.message.isEmpty, !problem.advice.isEmpty
    else {
      fatalError("\(error)")
    }
  }
  return 0
}

private func use(_ document: ChemicalDocument) {
  for record in document.records {
    let molecules =
      record.reaction?.components.map { $0.molecule } ?? record.molecule.map { [$0] } ?? []
    for molecule in molecules { derive(molecule) }
  }
  for format in ChemicalFormat.allCases {
    for version in [MolfileWriter.Version.smallest, .v2000, .v3000] {
      let written = document.written(as: format, version: version)
      // What we write, we read.
      guard !document.records.isEmpty, (try? ChemicalDocument(written.bytes, as: format)) != nil
      else {
        guard document.records.isEmpty else { fatalError("\(format) isn't read again") }
        continue
      }
      // The others have no versions.
      if ![.molfile, .sdfile, .rxnfile, .rdfile].contains(format) { break }
    }
  }
}

private func derive(_ molecule: Molecule) {
  _ = molecule.formula.hill
  _ = molecule.averageMass + molecule.monoisotopicMass
  _ = molecule.ringCount + molecule.fragmentCount + molecule.charge
  for group in molecule.groups {
    _ = group.brackets.count + group.caption.count + group.connection.count + group.atoms.count
    _ = group.dataPosition(from: Position())
  }
}

/// The law of a kept index: it is refused, or says places within its file, and is itself again when
/// it is kept again.
private func readIndex(_ bytes: [UInt8]) {
  guard let index = RecordIndex(encoded: bytes, stamp: "1") else { return }
  for place in -1...min(1_000, index.entries.count) {
    let range = index.range(of: place)
    guard range.lowerBound >= 0, range.upperBound <= index.byteCount || range.isEmpty else {
      fatalError("\(range) isn't in the file")
    }
  }
  guard RecordIndex(encoded: index.encoded(stamp: "1"), stamp: "1") == index else {
    fatalError("The index isn't itself again")
  }
}
