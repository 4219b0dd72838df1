import Testing

@testable import Chemistry

@Suite struct ExtendedTests {
  @Test("V3000 and V2000 molfiles give the same molecule") func bothVersionsAreTheSameMolecule()
    throws
  {
    let table = try Samples.molecule(Samples.alanine)
    let extended = try Samples.molecule(Samples.alanineExtended)
    #expect(extended.atoms == table.atoms)
    #expect(extended.bonds == table.bonds)
    #expect(extended.isChiral)
  }

  @Test("V3000 attributes refer to atoms by number") func numbersInAttributesFollowTheAtoms() throws
  {
    let molecule = try Samples.molecule(Samples.alanineExtended)
    #expect(molecule.groups.first?.atoms == [3, 4])
    #expect(molecule.groups.first?.fieldName == "a name")
    #expect(molecule.groups.first?.fieldData == "say \"hi\"")
    #expect(molecule.extras.value("COLLECTION") == "MDLV30/STEABS ATOMS=(1 1)")
  }

  @Test("V3000 molfile round-trips") func whatIsWrittenIsReadAgain() throws {
    let molecule = try Samples.molecule(Samples.alanineExtended)
    var writer = MolfileWriter(.v3000)
    #expect(try Samples.molecule(writer.text(of: molecule)) == molecule)
  }

  @Test("V3000 lines have at most 80 characters") func linesStayWithinEightyCharacters() throws {
    var molecule = try Samples.molecule(Samples.alanineExtended)
    molecule.groups[0].attributes.append(
      Extra(.connectionTable, "LABEL", String(repeating: "so lang – ", count: 40) + "-"))
    var writer = MolfileWriter(.v3000)
    let text = writer.text(of: molecule)
    #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= 80 })
    #expect(try Samples.molecule(text) == molecule)
  }

  @Test("Molfile writer takes the lowest sufficient version")
  func theVersionIsTheSmallestThatSaysAll() throws {
    var molecule = try Samples.molecule(Samples.alanine)
    var writer = MolfileWriter()
    #expect(writer.text(of: molecule).contains("V2000"))
    molecule.bonds[0].order = .zero
    #expect(writer.text(of: molecule).contains("V3000"))
    #expect(writer.problems.isEmpty)
    var old = MolfileWriter(.v2000)
    molecule.atoms[0].map = 1000
    _ = old.text(of: molecule)
    #expect(old.problems.count == 1)
  }

  @Test func aThousandAtomsNeedV3000() throws {
    var writer = MolfileWriter()
    var chain = Molecule(
      atoms: (0..<1500).map { Atom("C", at: Position(x: Double($0))) },
      bonds: (1..<1500).map { Bond(from: $0 - 1, to: $0) })
    chain.computeHydrogens(by: MDLValence.hydrogens)
    let again = try Samples.molecule(writer.text(of: chain))
    #expect(again.atoms.count == 1500)
    #expect(again.formula.hill == "C1500H3002")
  }

  @Test(
    "V3000 line that is no atom is refused with its number",
    arguments: [
      ("M  V30 20 C 1.299", "M  V30 20 C one", 9), ("BEGIN CTAB", "BEGIN TABLE", 5),
    ] as [(String, String, Int)])
  func whatIsNoAtomIsRefusedWithItsLine(old: String, new: String, line: Int) {
    let problem = Samples.problem {
      _ = try Samples.molecule(Samples.alanineExtended.replacing(old, with: new))
    }
    #expect(problem?.location == .line(line))
  }

  /// Of less than the file says no formula is certain.
  @Test("V3000 table with fewer bonds than declared is reported")
  func aTableWithFewerBondsThanItSaysSaysSo() throws {
    let lines = Samples.alanineExtended.split(separator: "\n", omittingEmptySubsequences: false)
    let cut = lines.filter { !$0.contains("2 1 10 30") }.joined(separator: "\n")
    var reader = MolfileReader(TextLines(Array(cut.utf8)))
    _ = try reader.read()
    #expect(reader.problems.all.count == 1)
    #expect(reader.problems.all.first?.message.hasSuffix("but has 6 and 4.") == true)
  }

  @Test("V3000 bonds to missing atoms are omitted") func bondsToAtomsThatAreNotThereAreLeftOut()
    throws
  {
    var reader = MolfileReader(
      TextLines(Array(Samples.alanineExtended.replacing("2 1 10 30", with: "2 1 10 31").utf8)))
    #expect(try reader.read().bonds.count == 4)
    #expect(reader.problems.all.map { $0.location } == [.line(18)])
  }

  /// RDKit writes a valence of two for magnesium that has two dative bonds and nothing else.
  @Test("V3000 dative bonds count in a stated valence where they end")
  func dativeBondsCountInAStatedValenceWhereTheyEnd() throws {
    let text = """

        Reprise           2D

        0  0  0     0  0            999 V3000
      M  V30 BEGIN CTAB
      M  V30 COUNTS 3 2 0 0 0
      M  V30 BEGIN ATOM
      M  V30 1 Mg 0 0 0 0 CHG=2 VAL=2
      M  V30 2 Cl 1 0 0 0 CHG=-1
      M  V30 3 Cl -1 0 0 0 CHG=-1
      M  V30 END ATOM
      M  V30 BEGIN BOND
      M  V30 1 9 2 1
      M  V30 2 9 3 1
      M  V30 END BOND
      M  V30 END CTAB
      M  END

      """
    let molecule = try Samples.molecule(text)
    #expect(molecule.atoms.map { $0.hydrogens } == [0, 0, 0])
    #expect(molecule.formula.hill == "Cl2Mg")
    for version in [MolfileWriter.Version.v2000, .v3000] {
      var writer = MolfileWriter(version)
      #expect(try Samples.molecule(writer.text(of: molecule)).formula == molecule.formula)
    }
  }

  @Test("V3000 monomers are no elements") func monomersAreNoElements() throws {
    let text = Samples.alanineExtended
      .replacing("M  V30 20 C 1.299 0.75 0 0", with: "M  V30 20 T 1.299 0.75 0 0 CLASS=BASE")
      .replacing("M  V30 10 C 0 0 0 7", with: "M  V30 10 P 0 0 0 7 CLASS=PHOSPHATE")
    let molecule = try Samples.molecule(text)
    #expect(molecule.atoms[0].symbol == "P" && molecule.atoms[0].element == nil)
    #expect(molecule.atoms[1].symbol == "T" && molecule.atoms[1].isotope == nil)
    #expect(molecule.formula.isPartial)
    #expect(molecule.formula.elements["P"] == nil)
    var writer = MolfileWriter()
    #expect(try Samples.molecule(writer.text(of: molecule)) == molecule)
    // Nor do they become elements in a format that has no monomers.
    let document = ChemicalDocument(.molfile, records: [Record(.molecule(molecule))])
    for format in [ChemicalFormat.sketchEl, .cdx] {
      let again = try ChemicalDocument(document.written(as: format).bytes, as: format)
      #expect(again.records.first?.molecule?.atoms[0].symbol == "P (phosphate)")
      #expect(again.records.first?.molecule?.formula.elements == molecule.formula.elements)
    }
  }
}
