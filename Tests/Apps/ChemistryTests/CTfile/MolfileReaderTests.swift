import Testing

@testable import Chemistry

@Suite struct MolfileReaderTests {
  @Test("Molfile reader reads a V2000 table") func aTableIsRead() throws {
    let molecule = try Samples.molecule(Samples.alanine)
    #expect(molecule.name == "alanine")
    #expect(molecule.comment == "a comment")
    #expect(molecule.isChiral)
    #expect(molecule.formula.hill == "C3H7NO2")
    #expect(molecule.charge == 0)
    #expect(molecule.atoms.map { $0.charge } == [0, 0, 0, 1, -1, 0])
    #expect(molecule.atoms.map { $0.hydrogens } == [1, 0, 3, 3, 0, 0])
    #expect(molecule.atoms[2].isotope == 13)
    #expect(molecule.atoms[0].map == 7)
    #expect(molecule.bonds[2] == Bond(from: 0, to: 3, stereo: .up))
    #expect(molecule.bonds[4].order == .double)
  }

  private func table(_ atom: String, _ properties: String = "") -> String {
    "\n\n\n  1  0  0  0  0  0  0  0  0  0999 V2000\n"
      + "    0.0000    0.0000    0.0000 \(atom)\n\(properties)M  END\n"
  }

  @Test("Molfile reader: a property line voids charges of atom lines")
  func aChargeLineVoidsTheAtomsCharges() throws {
    let text = table("N   0  3", "M  RAD  1   1   2\n")
    let atom = try Samples.molecule(text).atoms[0]
    #expect(atom.charge == 0)
    #expect(atom.unpairedElectrons == 1)
    #expect(atom.hydrogens == 2)
  }

  @Test(
    "Molfile reader: atom line has charge, radical and valence",
    arguments: [
      ("C   0  4", 0, 1, 3), ("C   0  1", 3, 0, 1), ("O   0  7", -3, 0, 0), ("N   0  3", 1, 0, 4),
      ("C   0  0  0  0  0 15", 0, 0, 0), ("C   0  0  0  0  0  2", 0, 0, 2), ("D", 0, 0, 1),
    ] as [(String, Int, Int, Int)])
  func anAtomsLineSaysChargeRadicalAndValence(
    line: String, charge: Int, unpaired: Int, hydrogens: Int
  ) throws {
    let atom = try Samples.molecule(table(line)).atoms[0]
    #expect(atom.charge == charge)
    #expect(atom.unpairedElectrons == unpaired)
    #expect(atom.hydrogens == hydrogens)
  }

  @Test("Molfile reader: mass difference counts from the element")
  func massDifferencesCountFromTheElement() throws {
    #expect(try Samples.molecule(table("C   1")).atoms[0].isotope == 13)
    #expect(try Samples.molecule(table("Cl  2")).atoms[0].isotope == 37)
    #expect(try Samples.molecule(table("C   1", "M  ISO  1   1  14\n")).atoms[0].isotope == 14)
  }

  @Test(
    "Molfile reader: placeholders have labels",
    arguments: [
      ("R#", "M  RGP  1   1   3\n", "R3"), ("R#", "M  RGP  2   1   3   1   4\n", "R3,4"),
      ("L", "M  ALS   1  2 F N   O   \n", "[N,O]"), ("L", "M  ALS   1  1 T C   \n", "NOT[C]"),
      ("A", "", "A"), ("*", "", "*"), ("LP", "", "LP"),
    ])
  func placeholdersHaveLabels(symbol: String, line: String, label: String) throws {
    let atom = try Samples.molecule(table(symbol, line)).atoms[0]
    #expect(atom.symbol == label)
    #expect(atom.hydrogens == 0)
  }

  @Test("Molfile reader: HYD and ZBO lines are read")
  func hydrogensAndOrdersOfOtherProgramsAreRead() throws {
    let text = Samples.alanine.replacing(
      "M  END", with: "M  HYD  1   1   2\nM  ZBO  1   1   0\nM  END")
    let molecule = try Samples.molecule(text)
    #expect(molecule.atoms[0].hydrogens == 2)
    #expect(molecule.bonds[0].order == .zero)
  }

  @Test("Molfile reader: bad bonds are omitted and reported") func badBondsAreLeftOutAndSaid()
    throws
  {
    let text = Samples.alanine.replacing("  1  3  1  0", with: "  1 33  1  0")
      .replacing("  2  6  2  0", with: "  2  2  2  0")
    var reader = MolfileReader(TextLines(Array(text.utf8)))
    #expect(try reader.read().bonds.count == 3)
    #expect(reader.problems.all.map { $0.location } == [.line(12), .line(15)])
    #expect(
      reader.problems.all.first?.message == "The bond is between atoms 1 and 33; there are 6.")
  }

  @Test(
    "Molfile reader refuses a broken table with its line",
    arguments: [
      ("  6  5", " 60  5", 11), ("  6  5", "  6 50", 16),
      ("    0.0000    0.0000    0.0000 C", "no", 5),
      ("V2000", "V3000", 5),
    ] as [(String, String, Int)])
  func whatIsNoTableIsRefusedWithItsLine(old: String, new: String, line: Int) {
    let problem = Samples.problem {
      _ = try Samples.molecule(Samples.alanine.replacing(old, with: new, maxReplacements: 1))
    }
    #expect(problem?.location == .line(line))
    #expect(problem?.recoverySuggestion?.hasSuffix(".") == true)
  }

  @Test(
    "Molfile reader refuses text without a counts line",
    arguments: ["", "\n", "hello", "\n\n\n\n", "a\nb\nc\nd\ne\nf\ng"])
  func whatHasNoCountsIsRefused(text: String) {
    #expect(Samples.problem { _ = try Samples.molecule(text) } != nil)
  }

  @Test("Molfile reader finds the table despite lost header lines")
  func lostLinesOfTheHeadAreFound() throws {
    let lines = Samples.alanine.split(separator: "\n", omittingEmptySubsequences: false)
    for lost in 1...3 {
      let molecule = try Samples.molecule(lines.dropFirst(lost).joined(separator: "\n"))
      #expect(molecule.atoms.count == 6)
    }
  }

  @Test("Molfile reader takes line ends of other systems") func lineEndsOfOtherSystemsAreRead()
    throws
  {
    let unix = try Samples.molecule(Samples.alanine)
    #expect(try Samples.molecule(Samples.alanine.replacing("\n", with: "\r\n")) == unix)
    #expect(try Samples.molecule(Samples.alanine.replacing("\n", with: "\r")) == unix)
    #expect(try Samples.molecule("\u{FEFF}" + Samples.alanine) == unix)
  }

  @Test("Molfile reader reports a missing end line") func aMissingEndIsSaid() throws {
    var reader = MolfileReader(
      TextLines(Array(Samples.alanine.replacing("M  END\n", with: "").utf8)))
    #expect(try reader.read().atoms.count == 6)
    #expect(reader.problems.all.map { $0.message } == ["“M  END” is missing."])
  }

  @Test("Molfile reader: V2000 S-groups equal those of V3000")
  func groupsOfTheTableAreThoseOfV3000() throws {
    let lines = """
      M  STY  2   1 SUP   2 DAT
      M  SLB  1   2   9
      M  SAL   1  3   2   5   6
      M  SBL   1  1   1
      M  SMT   1 COO-
      M  SAP   1  1   2   1 Al
      M  SPL  1   2   1
      M  SDT   2 pH
      M  SCD   2 first
      M  SED   2  and last
      M  SDI   1  4    1.0000    2.0000    3.0000    4.0000
      M  END
      """
    let molecule = try Samples.molecule(Samples.alanine.replacing("M  END", with: lines))
    #expect(molecule.groups.map { $0.kind } == ["SUP", "DAT"])
    #expect(molecule.groups[0].label == "COO-")
    #expect(molecule.groups[0].atoms == [1, 4, 5])
    #expect(molecule.groups[0].numbers(of: "XBONDS") == [1])
    #expect(molecule.groups[0].attributes.value("SAP") == "(3 2 1 Al)")
    #expect(molecule.groups[1].number == 9)
    #expect(molecule.groups[1].fieldName == "pH")
    #expect(molecule.groups[1].fieldData == "first and last")
    #expect(molecule.groups[1].attributes.value("PARENT") == "1")
    for version in [MolfileWriter.Version.v2000, .v3000] {
      var writer = MolfileWriter(version)
      let again = try Samples.molecule(writer.text(of: molecule))
      #expect(again.groups.map { $0.label } == molecule.groups.map { $0.label })
      #expect(again.groups.map { $0.atoms } == molecule.groups.map { $0.atoms })
      #expect(again.groups[1].fieldData == "first and last")
    }
  }

  /// What hardly is meant is kept as the file has it, and said with its line.
  @Test(
    "Molfile reader reports odd bonds and elements with their line",
    arguments: [
      ("  2  6  2  0", "  2  1  1  0", 15, "Atoms 2 and 1 have a bond already."),
      ("  2  6  2  0", "  2  6  3  0", 6, "The bonds of the atom count 5; C has at most 4."),
      (" O   0  5", " CL  0  0", 9, "“CL” is read as the element Cl."),
      (" O   0  5", " AR  0  0", 9, "“AR” isn't an element; “Ar” is."),
    ])
  func whatIsOddIsSaid(text: String, other: String, line: Int, message: String) throws {
    let record = try #require(
      try Samples.document(Samples.alanine.replacing(text, with: other)).records.first)
    #expect(record.problems.contains { $0.message == message && $0.location == .line(line) })
    #expect(record.molecule?.atoms.count == 6)
    #expect(record.molecule?.bonds.count == 5)
  }

  @Test("Molfile reader takes labels for no misspelled elements")
  func mostLabelsAreNoMisspelledElements() throws {
    for label in ["R1", "Ph", "A", "*", "Cl", "COO"] {
      let text = Samples.alanine.replacing(
        " O   0  5", with: " " + Characters.left(label, 3) + " 0  0")
      let record = try #require(try Samples.document(text).records.first)
      #expect(record.problems.allSatisfy { !$0.message.contains("isn't an element") }, "\(label)")
    }
  }

  @Test(
    "Molfile writer omits SketchEl markup in labels",
    arguments: [MolfileWriter.Version.v2000, .v3000])
  func labelsAreWrittenWithoutTheMarkUpOfSketchEl(version: MolfileWriter.Version) throws {
    var writer = MolfileWriter(version)
    let text = writer.text(of: Molecule(atoms: [Atom("P|Ph{3}"), Atom("N{a}")]))
    #expect(!text.contains("P|Ph{3}"))
    // It would be sodium without.
    #expect(!text.contains("Na"))
    let molecule = try Samples.molecule(text)
    if version == .v3000 { #expect(molecule.atoms.map(\.symbol) == ["PPh3", "N{a}"]) }
  }
}
