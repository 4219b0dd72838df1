import Testing

@testable import Chemistry

/// What other programs write into molfiles and SDfiles, as public reports of theirs have it.
@Suite struct OtherProgramsTests {
  private func atoms(_ lines: String..., bonds: Int = 0) -> String {
    let counts = Characters.right(lines.count, 3) + Characters.right(bonds, 3)
    return "\n\n\n\(counts)  0  0  0  0  0  0  0  0999 V2000\n"
      + lines.enumerated().map {
        Characters.right("\($0).0000", 10) + "    0.0000    0.0000 \($1)\n"
      }.joined()
  }

  // MARK: Labels and values of atoms

  private func aliased(_ alias: String, _ symbol: String = "C") throws -> Molecule {
    try Samples.molecule(
      atoms("O", symbol, bonds: 1) + "  1  2  1  0\nA    2\n\(alias)\nM  END\n")
  }

  @Test(
    "Molfile reader: an alias is the label of its atom",
    arguments: [
      ("CF3", "HO[CF3]", "CF3"), ("Assumed", "HO[Assumed]", "Assumed"), ("C2'", "CH4O", "C2'"),
      ("CH3", "CH4O", "CH3"), ("H3C", "CH4O", "H3C"), ("Cl", "HO[Cl]", "Cl"),
      (#"(OR\S2\n)\sh"#, "HO[(OR2)h]", "(OR2)h"), ("  ", "CH4O", "C"),
    ])
  func anAliasIsTheAtomsLabel(alias: String, formula: String, text: String) throws {
    let molecule = try aliased(alias)
    #expect(molecule.formula.hill == formula)
    #expect(molecule.atoms[1].text == text)
    // It is written as it was read.
    var writer = MolfileWriter(.v2000)
    let written = writer.text(of: molecule)
    #expect(try Samples.molecule(written).atoms == molecule.atoms)
    // Formats without aliases have it as a label, unless it would be an element there.
    if alias == "Cl" { return }
    for format in [ChemicalFormat.molfile, .sketchEl, .cdx] {
      let document = ChemicalDocument(format, records: [Record(.molecule(molecule))])
      let bytes = document.written(as: format, version: .v3000).bytes
      let again = try ChemicalDocument(bytes, as: format).records.first?.molecule
      #expect(again?.formula.hill == formula, "\(format)")
    }
  }

  @Test("Molfile reader: a value line is the value of its atom") func aValueIsKnown() throws {
    let molecule = try Samples.molecule(atoms("O") + "V    1 pKa 4.6\nM  END\n")
    #expect(molecule.atoms[0].value == "pKa 4.6")
    #expect(molecule.formula.hill == "H2O")
  }

  // MARK: Lines that have lost their columns

  @Test(
    "Molfile reader: atom line with lost columns is read by order",
    arguments: [
      // Blanks in front are lost, as in web pages; the third number is a parity.
      ("0.0000    0.0000    0.0000 C   0  0  1  0  0  0  0  0  0  7", 0, "CH4"),
      ("0.0000    0.0000    0.0000 N   0  3  0  0  0  0  0  0  0  7", 1, "H4N"),
      ("0.0000\t0.0000\t0.0000\tN\t0\t3\t0\t0\t0\t0\t0\t0\t0\t7", 1, "H4N"),
      ("   -10.0000    0.0000    0.0000 Cl  0  5  0  0  0  0  0  0  0  7", -1, "Cl"),
      // Right-justified, and without blanks between numbers.
      ("    0.0000    0.0000    0.0000   N 0  3  0  0  0  0  0  0  0  7", 1, "H4N"),
      ("    0.0000    0.0000    0.0000 N   0  3  0  0  0  0  0  0100  7", 1, "H4N"),
    ])
  func anAtomsNumbersAreFoundByTheirOrder(line: String, charge: Int, formula: String) throws {
    let text = "\n\n\n1  0  0  0  0  0  0  0  0  0999 V2000\n\(line)\nM  END\n"
    var reader = MolfileReader(TextLines(Array(text.utf8)))
    let molecule = try reader.read()
    #expect(molecule.charge == charge)
    #expect(molecule.formula.hill == formula)
    #expect(molecule.atoms[0].map == 7)
    #expect(reader.problems.all.isEmpty)
  }

  @Test("Molfile reader: atom line with ambiguous numbers is not guessed")
  func numbersThatCannotBeToldApartAreNotGuessed() throws {
    let text = "\n\n\n  1  0  0  0  0  0  0  0  0  0999 V2000\n0.0 0.0 0.0 N 0 3x 0 0\nM  END\n"
    var reader = MolfileReader(TextLines(Array(text.utf8)))
    let charge = try reader.read().charge
    #expect(charge == 0)
    #expect(reader.problems.all.first?.description.contains("isn't in columns") == true)
  }

  @Test(
    "Molfile reader: bond line with lost columns is read by order",
    arguments: ["1 10  2  0", "1\t10\t2\t0", "  1 10  2  0"])
  func aBondsNumbersAreFoundByTheirOrder(line: String) throws {
    let symbols = String(
      repeating: "    0.0000    0.0000    0.0000 C   0  0\n", count: 10)
    let counts = line.first == " " ? " 10  1  0" : "10 1 0"
    let molecule = try Samples.molecule(
      "\n\n\n\(counts)  0  0            999 V2000\n\(symbols)\(line)\nM  END\n")
    #expect(molecule.bonds == [Bond(from: 0, to: 9, .double)])
  }

  // MARK: Old atom lists

  @Test(
    "Molfile reader: atom list behind the bonds is read",
    arguments: [
      ("  1 F    3   9   7   8", "[F,N,O]"), ("  1 T    2  17  35", "NOT[Cl,Br]"),
      // The newer line says the same, or what counts.
      ("  1 F    1   9\nM  ALS   1  2 F Cl  Br  ", "[Cl,Br]"),
    ])
  func anAtomListStandsBehindTheBonds(lines: String, symbol: String) throws {
    var reader = MolfileReader(TextLines(Array((atoms("L") + lines + "\nM  END\n").utf8)))
    let found = try reader.read().atoms[0].symbol
    #expect(found == symbol)
    #expect(reader.problems.all.isEmpty)
  }

  @Test(
    "Molfile reader reports an invalid atom list",
    arguments: ["  1 F    3   9   7", "  9 F    1   9", "  1 F    1 200", "  1 X    1   9"])
  func whatIsNoListIsTold(line: String) throws {
    var reader = MolfileReader(TextLines(Array((atoms("L") + line + "\nM  END\n").utf8)))
    let symbol = try reader.read().atoms[0].symbol
    #expect(symbol == "L")
    #expect(reader.problems.all.count == 1)
  }

  // MARK: Marvin

  private static func data(_ number: Int, _ atom: Int, _ name: String, _ text: String) -> String {
    "M  SAL   \(number)  1   \(atom)\nM  SDT   \(number) \(name)\n"
      + "M  SDD   \(number)     0.0000    0.0000    DA    ALL  0       0  \n"
      + "M  SED   \(number) \(text)\n"
  }

  @Test("Molfile reader: coordinate bond of Marvin takes no valence")
  func marvinsCoordinateBondTakesNoValence() throws {
    let molecule = try Samples.molecule(
      atoms("Pt", "Cl", "Cl", "N", "N", bonds: 4)
        + "  1  2  1  0\n  1  3  1  0\n  4  1  8  0\n  5  1  8  0\n"
        + "M  STY  3   1 DAT   2 DAT   3 DAT\n"
        + Self.data(1, 4, "MRV_COORDINATE_BOND_TYPE", "3")
        + Self.data(2, 5, "MRV_COORDINATE_BOND_TYPE", "4") + Self.data(3, 1, "note", "x")
        + "M  END\n")
    #expect(molecule.formula.hill == "Cl2H6N2Pt")
    #expect(molecule.bonds.map(\.order) == [.single, .single, .zero, .zero])
    #expect(molecule.groups.map(\.caption) == ["x"])
    var writer = MolfileWriter(.v2000)
    let written = writer.text(of: molecule)
    #expect(try Samples.molecule(written).formula.hill == "Cl2H6N2Pt")
  }

  @Test("Molfile reader: implicit hydrogens of Marvin are counted")
  func marvinsHydrogensAreCountedAndNotDrawn() throws {
    let ring = (1...5).map { Characters.right($0, 3) + Characters.right($0 % 5 + 1, 3) + "  4\n" }
    let molecule = try Samples.molecule(
      atoms("N", "C", "C", "C", "C", bonds: 5) + ring.joined() + "M  STY  1   1 DAT\n"
        + Self.data(1, 1, "MRV_IMPLICIT_H", "IMPL_H1") + "M  END\n")
    #expect(molecule.formula.hill == "C4H5N")
    #expect(molecule.groups.map(\.caption) == [""])
  }

  // MARK: Files

  @Test("SDfile reader: a title may begin like another format")
  func aTitleMayBeginLikeAnotherFormat() throws {
    for title in ["<no name>", "<html>", "> 95% <pure>", "> <Name>", ">  DT12"] {
      let record = Samples.alanine.replacing("alanine\n", with: title + "\n")
      #expect(ChemicalFormat.sniff(Array(record.utf8)) == .molfile)
      let document = try Samples.document(record + "> <A>\n1\n\n$$$$\n" + record + "$$$$\n")
      #expect(document.format == .sdfile)
      #expect(document.records.map(\.name) == [title, title])
      #expect(document.records.map { $0.molecule?.atoms.count } == [6, 6])
      #expect(document.records[0].fields.map(\.text) == ["1"])
      #expect(document.records.flatMap(\.problems).isEmpty)
    }
  }

  @Test("SDfile reader: a line of a value may begin like a field")
  func aLineOfAValueMayBeginLikeAnItem() throws {
    let values = [
      ">95% pure by <1H NMR>, lot A\nsecond line", ">sp|P00000|TEST <Homo>\nMKV",
      "<b>bold</b>\n> <i>italic</i> line", ">DTT was added\n>", "ok",
    ]
    let items = values.enumerated().map { "> <F\($0)> (1)\n\($1)\n\n" }.joined()
    let document = try Samples.document(Samples.alanine + items + "$$$$\n")
    #expect(document.records[0].fields.map(\.text) == values)
    #expect(document.records[0].problems.isEmpty)
    var writer = SDfileWriter()
    let written = try ChemicalDocument(writer.bytes(of: document.records[0]))
    #expect(written.records[0].fields.map(\.text) == values)
  }

  @Test("SDfile reader takes CR CR LF as line end") func linesMayEndInTwoReturnsAndALineFeed()
    throws
  {
    let text = (Samples.alanine + "> <A>\n1\n\n$$$$\n" + Samples.alanine + "> <A>\n2\n$$$$\n")
    let twice = text.replacing("\n", with: "\r\r\n")
    let (plain, document) = (try Samples.document(text), try Samples.document(twice))
    #expect(document.records == plain.records)
    #expect(
      try Samples.molecule(Samples.alanine.replacing("\n", with: "\r\r\n"))
        == Samples.molecule(Samples.alanine))
    // A large file is read by its index.
    let bytes = Array(twice.utf8)
    for step in 1...9 {
      var builder = RecordIndex.Builder(.sdfile)
      for start in stride(from: 0, to: bytes.count, by: step) {
        builder.add(Array(bytes[start..<min(start + step, bytes.count)]))
      }
      let index = builder.finish()
      #expect(index.byteCount == bytes.count)
      let read = index.entries.indices.map {
        index.entries[$0].record(of: Array(bytes[index.range(of: $0)]), format: .sdfile)
      }
      #expect(read == plain.records)
    }
  }
}
