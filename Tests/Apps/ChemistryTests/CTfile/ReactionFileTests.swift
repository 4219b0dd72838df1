import Core
import Testing

@testable import Chemistry

@Suite struct ReactionFileTests {
  private func molecule(_ symbol: String, map: Int = 0) -> Molecule {
    var molecule = Molecule(atoms: [Atom(symbol)])
    molecule.atoms[0].map = map
    molecule.computeHydrogens(by: MDLValence.hydrogens)
    return molecule
  }

  private var reaction: Reaction {
    var reaction = Reaction(components: [
      .init(.reactant, molecule("C", map: 1)), .init(.reactant, molecule("Cl")),
      .init(.product, molecule("Br", map: 1)), .init(.agent, molecule("Pd")),
    ])
    reaction.name = "test"
    reaction.comment = "of roles"
    return reaction
  }

  @Test("RXN file round-trips with roles", arguments: [MolfileWriter.Version.v2000, .v3000])
  func rolesComeBack(version: MolfileWriter.Version) throws {
    var writer = RXNWriter(version)
    let text = writer.text(of: reaction)
    let again = try #require(try Samples.document(text).records.first?.reaction)
    #expect(again.name == "test")
    #expect(again.comment == "of roles")
    #expect(again.components.map { $0.role } == [.reactant, .reactant, .product, .agent])
    let formulas = again.components.map { $0.molecule.formula.hill }
    #expect(formulas == ["CH4", "ClH", "BrH", "Pd"])
    #expect(again.mapCount == 1)
  }

  @Test("RXN file reader: a broken component affects itself only")
  func aBrokenComponentCostsItselfAlone() throws {
    var writer = RXNWriter(.v2000)
    let text = writer.text(of: reaction).replacing("Cl  0", with: "Cl0x0").replacing(
      "0.0000 Cl", with: "0.x000 Cl")
    let record = try #require(try Samples.document(text).records.first)
    #expect(record.reaction?.components.map { $0.molecule.atoms.count } == [1, 0, 1, 1])
    #expect(record.problems.count == 1)
  }

  @Test("RXN file reader: a broken V3000 table keeps the roles")
  func aBrokenTableOfV3000EndsNoRole() throws {
    var writer = RXNWriter(.v3000)
    let text = writer.text(of: reaction).replacing(" C 0 0 0 1", with: " C 0 0.x 0 1")
    let record = try #require(try Samples.document(text).records.first)
    #expect(
      record.reaction?.components.map { $0.role } == [.reactant, .reactant, .product, .agent])
    #expect(record.reaction?.components.map { $0.molecule.atoms.count } == [0, 1, 1, 1])
    #expect(!record.problems.isEmpty)
  }

  @Test("RXN file of one side round-trips", arguments: [Reaction.Role.reactant, .product, .agent])
  func aReactionOfOneSideComesBack(role: Reaction.Role) throws {
    for version in [MolfileWriter.Version.v2000, .v3000] {
      var writer = RXNWriter(version)
      let text = writer.text(of: Reaction(components: [.init(role, molecule("C"))]))
      let record = try #require(try Samples.document(text).records.first)
      #expect(record.reaction?.components.map { $0.role } == [role])
      #expect(record.problems.isEmpty)
    }
  }

  @Test("RXN file reader reports missing molecules") func missingMoleculesAreSaid() throws {
    var writer = RXNWriter(.v2000)
    let text = writer.text(of: reaction).replacing("  2  1  1\n", with: "  2  3  1\n")
    let record = try #require(try Samples.document(text).records.first)
    #expect(record.problems.last?.message == "The file has 4 molecules of 6.")
  }

  private let rdfile = """
    $RDFILE 1
    $DATM    11/22/26 21:30
    $MFMT $MIREG 12
    \(Samples.alanine)$DTYPE ROOT:NAME
    $DATUM alanine
    $DTYPE ROOT:NOTES
    $DATUM one
    two

    $DTYPE ROOT:LONG
    $DATUM \(String(repeating: "x", count: 73))+
    yz
    $DTYPE ROOT:STRUCTURE
    $DATUM $MFMT
    \(Samples.alanine)$RFMT $RIREG 3
    $RXN



      1  0
    $MOL
    \(Samples.alanine)$DTYPE YIELD
    $DATUM 93
    $MEREG 7
    $DTYPE A
    $DATUM b

    """

  @Test("RDfile reader reads records with fields") func recordsOfAnRDfileHaveTheirFields() throws {
    let document = try Samples.document(rdfile)
    #expect(document.format == .rdfile)
    #expect(document.date == "11/22/26 21:30")
    #expect(document.records.count == 3)
    let first = document.records[0]
    #expect(first.registry == "$MIREG 12")
    #expect(first.molecule?.formula.hill == "C3H7NO2")
    #expect(
      first.fields.map { $0.name } == ["ROOT:NAME", "ROOT:NOTES", "ROOT:LONG", "ROOT:STRUCTURE"])
    #expect(first.fields[1].text == "one\ntwo")
    #expect(first.fields[2].text == String(repeating: "x", count: 73) + "yz")
    #expect(first.fields[3].text == "C3H7NO2")
    #expect(document.records[1].reaction?.reactants.count == 1)
    #expect(document.records[1]["YIELD"]?.text == "93")
    #expect(document.records[2].structure == .none)
    #expect(document.records[2].registry == "$MEREG 7")
    #expect(document.records.allSatisfy { $0.problems.isEmpty })
  }

  @Test("RDfile round-trips") func anRDfileComesBack() throws {
    let document = try Samples.document(rdfile)
    let again = try ChemicalDocument(document.written(as: .rdfile).bytes)
    #expect(again.date == document.date)
    #expect(again.records.map { $0.fields } == document.records.map { $0.fields })
    #expect(again.records.map { $0.registry } == document.records.map { $0.registry })
    #expect(again.records[0] == document.records[0])
    #expect(try ChemicalDocument(again.written(as: .rdfile).bytes) == again)
  }

  @Test("RDfile reader: a broken record affects itself only") func aBrokenRecordCostsItselfAlone()
    throws
  {
    let text = rdfile.replacing("  1  0\n$MOL", with: "  x  y\n$MOL")
    let document = try Samples.document(text)
    #expect(document.records.count == 3)
    #expect(document.records[1].reaction == nil)
    #expect(document.records[1]["YIELD"]?.text == "93")
    #expect(document.records[1].problems.count == 1)
  }

  @Test(
    "RDfile title that looks like a keyword round-trips",
    arguments: ["$DTYPE x", "$RFMT", "$MFMT", "$MIREG 1", "$DATUM"])
  func aTitleThatLooksLikeAKeywordIsNone(title: String) throws {
    var molecule = molecule("C")
    molecule.name = title
    var reaction = reaction
    (reaction.name, reaction.comment) = (title, title)
    let document = ChemicalDocument(
      .rdfile, records: [Record(.molecule(molecule)), Record(.reaction(reaction))])
    let written = document.written(as: .rdfile)
    #expect(written.problems.map(\.count) == [2])
    let again = try ChemicalDocument(written.bytes)
    #expect(again.records.map(\.name) == [title, title])
    #expect(again.records[0].molecule?.atoms.count == 1)
    #expect(again.records[1].reaction?.components.count == 4)
  }

  @Test(
    "RDfile text that begins like a structure round-trips",
    arguments: ["$MFMT", "$RFMT is a keyword", "$MFMT\nand more\nlines"])
  func aTextThatBeginsLikeAStructureIsOne(text: String) throws {
    let document = ChemicalDocument(
      .rdfile,
      records: [
        Record(
          .none, fields: [Field("a", .text(text, .string)), Field("b", .text("2", .string))])
      ])
    let again = try ChemicalDocument(document.written(as: .rdfile).bytes)
    #expect(again.records.first?.fields.map(\.text) == [text, "2"])
  }

  /// A line that looks like a keyword gets a blank, which counts.
  @Test(
    "RDfile long line with a plus at its end round-trips",
    arguments: [73, 74, 80, 81, 90].map { String(repeating: "x", count: $0 - 1) + "+\ny" }
      + [79, 80, 81].map { "x\n$" + String(repeating: "y", count: $0 - 2) + "+\nz" })
  func aPlusAtTheEndOfALongLineIsOne(text: String) throws {
    let document = ChemicalDocument(
      .rdfile, records: [Record(.none, fields: [Field("a", .text(text, .string))])])
    let again = try ChemicalDocument(document.written(as: .rdfile).bytes)
    let found = again.records[0].fields[0].text.split(separator: "\n")
    #expect(found.map { String($0).trimmed } == text.split(separator: "\n").map(String.init))
  }

  /// A monomer's structure stands among the reactants, and is none.
  @Test func templatesOfMonomersAreNoReactants() throws {
    let table = { (symbol: String) in
      """
      M  V30 BEGIN CTAB
      M  V30 COUNTS 1 0 0 0 0
      M  V30 BEGIN ATOM
      M  V30 1 \(symbol) 0 0 0 0
      M  V30 END ATOM
      M  V30 END CTAB

      """
    }
    let text =
      "$RXN V3000\n\n      Reprise\n\nM  V30 COUNTS 2 1\nM  V30 BEGIN REACTANT\n" + table("C")
      + "M  V30 BEGIN TEMPLATE\nM  V30 TEMPLATE 1 BASE/Cyt/C\n" + table("Br")
      + "M  V30 END TEMPLATE\n" + table("N") + "M  V30 END REACTANT\nM  V30 BEGIN PRODUCT\n"
      + table("O") + "M  V30 END PRODUCT\nM  END\n"
    let document = try Samples.document(text, "a.rxn")
    #expect(document.records.first?.problems == [])
    let reaction = try #require(document.records.first?.reaction)
    #expect(
      reaction.components.map { $0.molecule.atoms.map { $0.symbol } } == [["C"], ["N"], ["O"]])
    #expect(reaction.components.map { $0.role } == [.reactant, .reactant, .product])
    var writer = RXNWriter(.v3000)
    let again = writer.text(of: reaction)
    #expect(again.contains("TEMPLATE 1 BASE/Cyt/C"))
    #expect(try Samples.document(again, "a.rxn").records.first?.reaction == reaction)
  }
}
