import Testing

@testable import Chemistry

/// What the specifications don't have, and other programs write or read all the same.
@Suite struct WrittenOtherwiseTests {
  /// Atoms in a row, each bound to the next, in V2000 or V3000.
  private func chain(
    _ symbols: [String], bonds: [(Int, Int, Int)], isExtended: Bool = false, tail: String = ""
  ) -> String {
    if isExtended {
      let atoms = symbols.enumerated().map { "M  V30 \($0 + 1) \($1) \($0) 0 0 0\n" }.joined()
      let lines = bonds.enumerated().map { "M  V30 \($0 + 1) \($1.2) \($1.0) \($1.1)\n" }
      return "\n\n\n  0  0  0     0  0            999 V3000\nM  V30 BEGIN CTAB\n"
        + "M  V30 COUNTS \(symbols.count) \(bonds.count) 0 0 0\nM  V30 BEGIN ATOM\n\(atoms)"
        + "M  V30 END ATOM\nM  V30 BEGIN BOND\n\(lines.joined())M  V30 END BOND\n"
        + "M  V30 END CTAB\n\(tail)M  END\n"
    }
    let atoms = symbols.enumerated().map {
      Characters.right("\($0).0000", 10) + "    0.0000    0.0000 \(Characters.left($1, 3)) 0  0\n"
    }.joined()
    let lines = bonds.map {
      Characters.right($0, 3) + Characters.right($1, 3) + Characters.right($2, 3) + "\n"
    }
    return "\n\n\n\(Characters.right(symbols.count, 3))\(Characters.right(bonds.count, 3))"
      + "  0  0  0            999 V2000\n\(atoms)\(lines.joined())\(tail)M  END\n"
  }

  private func read(_ text: String) throws -> (molecule: Molecule, problems: [FormatError]) {
    var reader = MolfileReader(TextLines(Array(text.utf8)))
    let molecule = try reader.read()
    return (molecule, reader.problems.all)
  }

  // MARK: Symbols

  @Test("Molfile reader: an element in capitals is read and reported", arguments: [false, true])
  func anElementInCapitalsIsReadAndTold(isExtended: Bool) throws {
    let text = chain(
      ["CL", "C", "BR"], bonds: [(1, 2, 1), (2, 3, 1)], isExtended: isExtended)
    let (molecule, problems) = try read(text)
    #expect(molecule.formula.hill == "CH2BrCl")
    #expect(
      problems.map(\.message) == [
        "“CL” is read as the element Cl.", "“BR” is read as the element Br.",
      ])
  }

  @Test(
    "Molfile reader: a group in capitals stays a label",
    arguments: ["AC", "AR", "HO", "PR", "NH", "CN", "TS"])
  func aGroupInCapitalsStaysALabel(symbol: String) throws {
    let (molecule, problems) = try read(chain(["C", symbol], bonds: [(1, 2, 1)]))
    #expect(molecule.atoms[1].symbol == symbol)
    #expect(problems.count == 1)
  }

  @Test(
    "Molfile reader: an atom list is read in any notation",
    arguments: [
      "NOT[N,O]", "\"NOT [N,O]\"", "NOT [N,O]", "\"NOT[N, O]\"", "not[N,O]", "NOT[N, O]",
    ])
  func aListIsReadHoweverItIsWritten(symbol: String) throws {
    let (molecule, problems) = try read(
      chain(["C", symbol], bonds: [(1, 2, 1)], isExtended: true))
    #expect(molecule.atoms.map(\.symbol) == ["C", "NOT[N,O]"])
    #expect(molecule.formula.hill == "CH3NOT[N,O]")
    #expect(problems.isEmpty)
  }

  // MARK: Labels

  @Test(
    "Molfile writer writes labels as aliases",
    arguments: [MolfileWriter.Version.smallest, .v2000, .v3000])
  func aLabelIsWrittenForProgramsThatRefuseUnknownSymbols(
    version: MolfileWriter.Version
  ) throws {
    var molecule = try Samples.molecule(Samples.alanine)
    for (index, label) in [(2, "OCH3or"), (3, "Boc"), (5, "[Polymer]")] {
      molecule.atoms[index] = Atom(label, at: molecule.atoms[index].position)
    }
    var writer = MolfileWriter(version)
    let text = writer.text(of: molecule)
    #expect(writer.problems.isEmpty)
    // Labels stand in no atom's line.
    let lines = text.split(separator: "\n").filter { $0.contains(".") && !$0.contains("SUP") }
    #expect(!lines.contains { $0.contains("OCH3or") || $0.contains("Boc") })
    #expect(text.contains(version == .v3000 ? "LABEL=OCH3or" : "A    3\nOCH3or\n"))
    #expect(try Samples.molecule(text) == molecule)
  }

  @Test("Molfile writer writes query symbols unchanged") func wordsOfQueriesAreWrittenAsTheyAre()
    throws
  {
    for symbol in ["*", "A", "Q", "R", "R1", "[N,O]", "NOT[C]", "Pol"] {
      let molecule = Molecule(atoms: [Atom(symbol)])
      for version in [MolfileWriter.Version.v2000, .v3000] {
        var writer = MolfileWriter(version)
        let text = writer.text(of: molecule)
        #expect(!text.contains("SUP") && !text.contains("A    1"))
        #expect(try Samples.molecule(text).atoms[0].symbol == symbol)
      }
    }
  }

  // MARK: Bonds and hydrogens

  @Test(arguments: [false, true])
  func aBondOfTypeZeroTakesNoValence(isExtended: Bool) throws {
    let (molecule, problems) = try read(
      chain(["N", "Fe"], bonds: [(1, 2, 0)], isExtended: isExtended))
    #expect(molecule.formula.hill == "FeH3N")
    #expect(problems.count == 1)
    let (other, told) = try read(chain(["C", "C"], bonds: [(1, 2, 12)], isExtended: isExtended))
    #expect(other.formula.hill == "C2H6")
    #expect(told.map(\.message) == ["12 isn't a bond type."])
  }

  /// DrugBank's cisplatin has ammonia with four bonds and no charge.
  @Test func nitrogenAtAMetalHasNoFifthBond() throws {
    let cisplatin = chain(
      ["Pt", "Cl", "Cl", "N", "N", "H", "H", "H", "H", "H", "H"],
      bonds: [(1, 2, 1), (1, 3, 1), (1, 4, 1), (1, 5, 1)]
        + [(4, 6, 1), (4, 7, 1), (4, 8, 1), (5, 9, 1), (5, 10, 1), (5, 11, 1)])
    let (molecule, problems) = try read(cisplatin)
    #expect(molecule.formula.hill == "Cl2H6N2Pt")
    #expect(problems.count == 2)
    #expect(problems.first?.message.contains("read as dative") == true)
    for version in [MolfileWriter.Version.v2000, .v3000] {
      var writer = MolfileWriter(version)
      #expect(try Samples.molecule(writer.text(of: molecule)).formula.hill == "Cl2H6N2Pt")
    }
  }

  @Test("Molfile reader reports uncharged nitrogen with four bonds")
  func nitrogenWithFourBondsElsewhereIsTold() throws {
    let text = chain(
      ["N", "C", "C", "C", "C"], bonds: [(1, 2, 1), (1, 3, 1), (1, 4, 1), (1, 5, 1)])
    let (molecule, problems) = try read(text)
    #expect(molecule.formula.hill == "C4H13N")
    #expect(problems.map { $0.message.contains("no charge") } == [true])
    let charged = text.replacing("M  END", with: "M  CHG  1   1   1\nM  END")
    #expect(try read(charged).problems.isEmpty)
  }

  // MARK: Places

  @Test(
    "Molfile reader keeps an atom with an invalid coordinate",
    arguments: ["nan", "-NaN", "inf", "1.#QNAN", "*********", "1e300"])
  func anAtomWithoutAPlaceIsKept(word: String) throws {
    let plain = chain(["C", "O"], bonds: [(1, 2, 1)])
    let lost = plain.replacing(
      "    1.0000    0.0000", with: Characters.right(word, 10) + "    0.0000")
    let loose = plain.replacing("    1.0000    0.0000", with: "\(word) 0.0")
    let extended = chain(["C", "O"], bonds: [(1, 2, 1)], isExtended: true)
      .replacing("2 O 1 0", with: "2 O \(word) 0")
    for text in [lost, loose, extended] {
      let (molecule, problems) = try read(text)
      #expect(molecule.formula.hill == "CH4O")
      #expect(molecule.atoms.allSatisfy { $0.position == Position() })
      #expect(problems.map(\.message) == ["“\(word)” isn't a coordinate."])
    }
  }

  @Test("Molfile reader keeps x and y if z is invalid") func aDrawingWithoutDepthKeepsItsPlaces()
    throws
  {
    let text = chain(["C", "O"], bonds: [(1, 2, 1)]).replacing(
      "    1.0000    0.0000    0.0000", with: "    1.0000    0.0000       nan")
    let (molecule, problems) = try read(text)
    #expect(molecule.atoms.map(\.position.x) == [0, 1])
    #expect(problems.count == 1)
  }

  // MARK: R groups and reactions

  private static let member =
    "M  V30 BEGIN RGROUP 1\nM  V30 RLOGIC 0 0 \"\"\nM  V30 BEGIN CTAB\nM  V30 COUNTS 1 0 0 0 0\n"
    + "M  V30 BEGIN ATOM\nM  V30 1 Cl 0 0 0 0 ATTCHPT=1\nM  V30 END ATOM\nM  V30 END CTAB\n"
    + "M  V30 END RGROUP\n"

  @Test("Molfile reader names members of an R-group") func membersOfAnRGroupAreNamed() throws {
    let text = chain(
      ["C", "R#"], bonds: [(1, 2, 1)], isExtended: true, tail: Self.member)
    let (molecule, problems) = try read(text)
    #expect(molecule.atoms.count == 2)
    #expect(problems.map(\.message) == ["R1 stands for ClH."])
    var writer = MolfileWriter()
    let again = try Samples.molecule(writer.text(of: molecule))
    #expect(again.atoms == molecule.atoms)
    #expect(again.extras == molecule.extras)
  }

  @Test("RXN file reader: R-group members are no components")
  func membersOfAnRGroupAreNoMoleculesOfAReaction() throws {
    func table(_ symbol: String) -> String {
      "M  V30 BEGIN CTAB\nM  V30 COUNTS 1 0 0 0 0\nM  V30 BEGIN ATOM\n"
        + "M  V30 1 \(symbol) 0 0 0 0\nM  V30 END ATOM\nM  V30 END CTAB\n"
    }
    let body =
      "M  V30 BEGIN REACTANT\n\(table("C"))\(Self.member)M  V30 END REACTANT\n"
      + "M  V30 BEGIN PRODUCT\n\(table("O"))M  V30 END PRODUCT\nM  END\n"
    // Also without its counts, and with a blank in their place, as OpenChemLib wrote it.
    for head in ["M  V30 COUNTS 1 1\n", "", " "] {
      let record = try #require(
        try Samples.document("$RXN V3000\n\n\n\n\(head)\(body)").records.first)
      #expect(record.reaction?.components.map(\.role) == [.reactant, .product])
      #expect(record.problems.count == (head.count > 1 ? 1 : 2))
    }
  }

  // MARK: Values and encodings

  @Test("RDfile reader: a data line may begin with a dollar")
  func aLineOfADatumMayBeginWithADollar() throws {
    let text =
      "$RDFILE 1\n$DATM 01/01/24 00:00\n$MFMT\n\(Samples.alanine)$DTYPE PRICE\n$DATUM from\n"
      + "$12 to $15\n$DTYPE NEXT\n$DATUM 2\n"
    let record = try #require(try Samples.document(text).records.first)
    #expect(record.fields.map(\.text) == ["from\n$12 to $15", "2"])
    #expect(record.problems.isEmpty)
  }

  @Test(
    "SDfile reader reports text that is hardly Latin",
    arguments: [
      // Methanol in GBK, Shift JIS and Windows' Cyrillic.
      ([0xBC, 0xD7, 0xB4, 0xBC], true), ([0x83, 0x81, 0x83, 0x5E, 0x83, 0x6D], true),
      ([0xCC, 0xE5, 0xF2, 0xE0, 0xED, 0xEE, 0xEB], true),
      // Größe, ção, µM, «é», 20°–25°, UTF-8, ASCII.
      ([0x47, 0x72, 0xF6, 0xDF, 0x65], false), ([0xE7, 0xE3, 0x6F], false), ([0xB5, 0x4D], false),
      ([0xAB, 0xE9, 0xBB], false), ([0x32, 0x30, 0xB0, 0x96, 0x32, 0x35, 0xB0], false),
      ([0xC3, 0xA9, 0xC2, 0xB5, 0xE2, 0x82, 0xAC], false), ([0x61], false),
    ] as [([UInt8], Bool)])
  func aTextThatIsHardlyLatinIsTold(text: [UInt8], isTold: Bool) throws {
    let bytes = Array((Samples.alanine + "> <NAME>\n").utf8) + text + Array("\n\n$$$$\n".utf8)
    for document in [
      try ChemicalDocument(bytes),
      try ChemicalDocument(text + bytes.dropFirst(7), fileName: "a.mol"),
    ] {
      let problems = document.records.flatMap(\.problems)
      #expect(problems.count == (isTold ? 1 : 0))
      #expect(problems.allSatisfy { $0.message.contains("GBK, Shift JIS or Cyrillic") })
    }
  }
}
