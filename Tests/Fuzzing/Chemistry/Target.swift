import Chemistry

/// The function that libFuzzer calls with each input: a byte that chooses the format, and a file.
///
/// The law: a problem with a message and advice, or records of which everything can be derived and written. A trap, an endless
/// loop and unlimited memory end the process, and libFuzzer keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let choice = bytes.first else { return 0 }
  let formats = ChemicalFormat.allCases
  let format = formats[Int(choice) % formats.count]
  _ = ChemicalFormat.sniff(bytes)
  do {
    use(try ChemicalDocument(Array(bytes.dropFirst()), as: format))
  } catch {
    guard let problem = error as? Problem, !problem.message.isEmpty, !problem.advice.isEmpty else {
      fatalError("\(error)")
    }
  }
  return 0
}

private func use(_ document: ChemicalDocument) {
  for record in document.records {
    let molecules =
      record.reaction?.components.map { $0.molecule } ?? record.molecule.map { [$0] } ?? []
    for molecule in molecules {
      _ = molecule.formula.hill
      _ = molecule.averageMass + molecule.monoisotopicMass
      _ = molecule.ringCount + molecule.fragmentCount + molecule.charge
    }
  }
  for format in ChemicalFormat.allCases {
    let written = document.written(as: format)
    // What we write, we read.
    guard !document.records.isEmpty, (try? ChemicalDocument(written.bytes, as: format)) != nil
    else {
      guard document.records.isEmpty else { fatalError("\(format) isn't read again") }
      continue
    }
  }
}
