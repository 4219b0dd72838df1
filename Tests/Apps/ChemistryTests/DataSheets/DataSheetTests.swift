import Foundation
import Testing

@testable import Chemistry

@Suite struct DataSheetTests {
  private let text = """
    <?xml version="1.0" encoding="UTF-8"?>
    <DataSheet><Summary><Title>A &amp; B</Title><Description><![CDATA[of ]]]]><![CDATA[> two]]></Description></Summary>
    <Extension><Ext name="mine" type="com.example.x"><![CDATA[kept]]></Ext></Extension>
    <Header nrows="3" ncols="4">
    <Column id="1" name="Molecule" type="molecule">Structure</Column>
    <Column id="2" name="Name" type="string"/>
    <Column id="3" name="mp" type="real"/>
    <Column id="4" name="ok" type="boolean"/>
    </Header><Content>
    <Row id="1"><Cell id="4">true</Cell><Cell id="1"><![CDATA[SketchEl!(1,0)
    C=0.0000,0.0000;0,0,i4
    !End
    ]]></Cell><Cell id="2"><![CDATA[methane]]></Cell><Cell id="3">-182.5</Cell></Row>
    <Row id="2"><Cell id="1"><![CDATA[SketchEl!(1,0)
    broken]]></Cell><Cell id="2"/><Cell id="3">hot</Cell><Cell id="4"/></Row>
    <Row id="3"><Cell id="1"/><Cell id="2"><![CDATA[nothing]]></Cell><Cell id="3"/><Cell id="4"/></Row>
    </Content></DataSheet>
    """

  @Test("DataSheet reader reads a sheet") func aSheetIsRead() throws {
    let document = try Samples.document(text)
    #expect(document.format == .dataSheet)
    #expect(document.title == "A & B")
    #expect(document.summary == "of ]]> two")
    #expect(document.extensions.map { $0.text } == ["kept"])
    #expect(document.records.map { $0.name } == ["methane", "", "nothing"])
    #expect(document.records[0].molecule?.formula.hill == "CH4")
    #expect(
      document.records[0].fields.map { $0.value } == [
        .text("methane", .string), .text("-182.5", .real), .text("true", .boolean),
      ])
    #expect(document.problems.isEmpty)
  }

  @Test("DataSheet reader: a broken cell affects itself only") func aBrokenCellCostsItselfAlone()
    throws
  {
    let record = try Samples.document(text).records[1]
    #expect(record.structure == .none)
    #expect(record["mp"]?.text == "hot")
    #expect(record.problems.map { $0.location } == [.line(15), .line(15)])
    #expect(record.problems.last?.message == "“hot” in column “mp” isn't a valid real.")
  }

  @Test("DataSheet round-trips") func aSheetComesBack() throws {
    let document = try Samples.document(text)
    let again = try ChemicalDocument(document.written(as: .dataSheet).bytes)
    #expect(again.columns == document.columns)
    #expect(again.extensions == document.extensions)
    #expect(again.title == document.title)
    #expect(again.summary == document.summary)
    #expect(again.records.map { $0.fields } == document.records.map { $0.fields })
    #expect(again.records.map { $0.structure } == document.records.map { $0.structure })
  }

  @Test("DataSheet: an empty text is a value, an empty element is none")
  func anEmptyTextIsAValueAndAnEmptyElementIsNone() throws {
    let text = text.replacing("<![CDATA[nothing]]>", with: "<![CDATA[]]>")
    let document = try Samples.document(text)
    #expect(document.records[1]["Name"] == nil)
    #expect(document.records[2]["Name"]?.text == "")
    let again = try ChemicalDocument(document.written(as: .dataSheet).bytes)
    #expect(again.records[1]["Name"] == nil)
    #expect(again.records[2]["Name"]?.text == "")
  }

  @Test("DataSheet that is cut keeps its rows") func aSheetThatIsCutKeepsItsRows() throws {
    let cut = String(text.prefix(text.count - 130))
    let document = try Samples.document(cut)
    #expect(document.records.count >= 2)
    #expect(!document.problems.isEmpty)
  }

  @Test("DataSheet has columns for the parts of reactions") func reactionsHaveColumnsForTheirParts()
    throws
  {
    func molecule(_ symbol: String) -> Molecule {
      var molecule = Molecule(atoms: [Atom(symbol)])
      molecule.computeHydrogens(by: SketchElValence.hydrogens)
      return molecule
    }
    var reaction = Reaction(components: [
      .init(.reactant, molecule("C"), name: "methane", stoichiometry: "1/3"),
      .init(.reactant, molecule("O"), stoichiometry: "0"), .init(.product, molecule("N")),
      .init(.agent, Molecule(), name: "pyridine"),
    ])
    reaction.name = "test"
    var document = ChemicalDocument(.dataSheet)
    document.records = [Record(.reaction(reaction), fields: [Field("T", .text("20", .integer))])]
    let again = try ChemicalDocument(document.written(as: .dataSheet).bytes)
    let found = try #require(again.records.first?.reaction)
    #expect(found.name == "test")
    #expect(found.components.map { $0.role } == [.reactant, .reactant, .product, .agent])
    #expect(found.components.map { $0.stoichiometry } == ["1/3", "0", nil, nil])
    #expect(found.components.map { $0.name } == ["methane", "", "", "pyridine"])
    #expect(again.records[0]["T"]?.value == .text("20", .integer))
    #expect(again.extensions.map { $0.text } == ["nreactants=2\nnproducts=1\nnreagents=1\n"])
  }

  /// Neither a value nor a problem: a component that some rows have isn't there in others.
  @Test("DataSheet: empty cells of reaction columns are no components")
  func emptyCellsOfReactionColumnsAreNoComponents() throws {
    var reaction = Reaction(components: [
      .init(.product, Molecule(atoms: [Atom("C")]), stoichiometry: "EMPTY"),
      .init(.agent, Molecule(atoms: [Atom("O")]), name: "EMPTY", stoichiometry: "EMPTY"),
    ])
    reaction.name = "test"
    let written = ChemicalDocument(.dataSheet, records: [Record(.reaction(reaction))])
      .written(as: .dataSheet)
    let text = String(decoding: written.bytes, as: UTF8.self)
    let agent = try #require(text.range(of: "SketchEl!(1,0)\nO=0.0000"))
    let end = try #require(text[agent.lowerBound...].range(of: "!End"))
    for blank in ["", "  "] {
      let sheet = text.replacingCharacters(in: agent.lowerBound..<end.upperBound, with: blank)
        .replacing("EMPTY", with: blank)
      let record = try #require(try Samples.document(sheet).records.first)
      #expect(record.problems == [])
      #expect(record.reaction?.components.map(\.role) == [.product])
      #expect(record.reaction?.components.first?.stoichiometry == nil)
      #expect(record.reaction?.formulaText == "— → C")
    }
  }

  @Test("DataSheet of an SDfile has typed columns") func fieldsOfAnSDfileGetTypedColumns() throws {
    let items = "> <n>\n1\n\n> <x>\n0.5\n\n> <s>\ntwo\nlines\n\n$$$$\n"
    let document = try Samples.document(Samples.alanine + items)
    let sheet = DataSheet(document)
    #expect(sheet.columns.map { $0.name } == ["Molecule", "Name", "n", "x", "s"])
    #expect(
      sheet.columns.map { $0.kind } == [
        .molecule, .text(.string), .text(.integer), .text(.real), .text(.string),
      ])
    let again = try ChemicalDocument(document.written(as: .dataSheet).bytes)
    #expect(again.records[0]["s"]?.text == "two\nlines")
    #expect(again.records[0].molecule?.formula.hill == "C3H7NO2")
  }

  /// As Windows writes it: its line ends are those of any text, and no line of a cell becomes one
  /// of an SDfile.
  @Test("DataSheet with Windows line ends reads the same") func aSheetOfWindowsIsTheSame() throws {
    let cell = "one\n\n$$$$\n> <forged>\nlast"
    let sheet = text.replacing("nothing", with: cell)
    let document = try Samples.document(sheet.replacing("\n", with: "\r\n"))
    #expect(document.records == (try Samples.document(sheet)).records)
    let again = try ChemicalDocument(document.written(as: .sdfile).bytes)
    #expect(again.records.count == 3)
    #expect(again.records[2].fields.map(\.name) == ["Name"])
    #expect(again.records[2].fields[0].text == "one\n\n $$$$\n > <forged>\nlast")
  }

  @Test("DataSheet keeps molecules beside reactions") func moleculesBesideReactionsStayMolecules()
    throws
  {
    let molecule = try Samples.molecule(Samples.alanine)
    let reaction = Reaction(components: [.init(.reactant, molecule), .init(.product, molecule)])
    let document = ChemicalDocument(
      .rdfile, records: [Record(.molecule(molecule)), Record(.reaction(reaction))])
    let again = try ChemicalDocument(document.written(as: .dataSheet).bytes)
    #expect(again.records[0].molecule?.atoms.count == 6)
    #expect(again.records[1].reaction?.components.count == 2)
    #expect(again.records[1].molecule == nil)
  }

  @Test("DataSheet keeps a field named like a built-in column")
  func aFieldThatIsCalledAsAColumnOfOursStays() throws {
    let items =
      "> <Molecule>\na word\n\n> <Name>\nan amino acid\n\n> <n>\n1\n\n$$$$\n"
    let document = try Samples.document(Samples.alanine + items)
    let again = try ChemicalDocument(document.written(as: .dataSheet).bytes)
    #expect(again.columns.map(\.name) == ["Molecule (2)", "Title", "Molecule", "Name", "n"])
    #expect(again.records[0].name == "alanine")
    #expect(again.records[0]["Molecule"]?.text == "a word")
    #expect(again.records[0]["Name"]?.text == "an amino acid")
    let back = try ChemicalDocument(again.written(as: .sdfile).bytes)
    #expect(back.records[0].molecule?.name == "alanine")
  }

  @Test("DataSheet writer reports query bonds made definite")
  func aQueryOfWhichADefiniteStructureIsMadeIsSaid() throws {
    var document = try Samples.document(Samples.alanine + "\n$$$$\n")
    let count = document.written(as: .dataSheet).problems.count
    var molecule = try #require(document.records[0].molecule)
    molecule.bonds[0].order = .any
    document.records[0].structure = .molecule(molecule)
    let problems = document.written(as: .dataSheet).problems.map(\.message)
    #expect(problems.count == count + 1)
    #expect(
      problems.contains("The query bonds of “alanine” are written as single and double ones."))
    #expect(document.written(as: .sdfile).problems.isEmpty)
  }

  @Test("DataSheet, SketchEl and CDX writers report omitted query features")
  func whatAQueryAsksOfAtomsAndBondsIsSaidToBeLeftOut() throws {
    var document = try Samples.document(
      Samples.alanine.replacing("M  END", with: "M  SUB  1   1   3\nM  UNS  1   2   1\nM  END")
        + "\n$$$$\n")
    var molecule = try #require(document.records[0].molecule)
    molecule.bonds[0].extras.append(Extra(.connectionTable, "TOPO", "1"))
    document.records[0].structure = .molecule(molecule)
    let words = "substitution counts, unsaturated atoms, bond topologies"
    for format in [ChemicalFormat.sketchEl, .dataSheet, .cdx] {
      let lost = document.written(as: format).problems.map(\.message).filter {
        $0.hasPrefix("Left out of “alanine”: ") && $0.hasSuffix(words + ".")
      }
      #expect(lost.count == 1, "\(format)")
    }
    #expect(document.written(as: .sdfile).problems.isEmpty)
  }

  @Test("DataSheet writer reports an omitted singlet state")
  func thatElectronsArePairedIsSaidToBeLeftOut() throws {
    var carbene = Atom("C")
    (carbene.unpairedElectrons, carbene.isSinglet) = (2, true)
    var molecule = Molecule(atoms: [carbene])
    molecule.name = "methylene"
    let document = ChemicalDocument(.sdfile, records: [Record(.molecule(molecule))])
    let lost = "That electrons of “methylene” are paired, as in a singlet, is left out."
    #expect(document.written(as: .dataSheet).problems.map(\.message) == [lost])
    #expect(document.written(as: .cdx).problems.isEmpty)
  }

  @Test("Molfile writer reports omitted SketchEl fields")
  func whatOnlySketchElHasIsSaidToBeLeftOut() throws {
    let document = try Samples.document("SketchEl!(1,0)\nC=0.0000,0.0000;0,0,i4,xmark\n!End\n")
    #expect(document.written(as: .sketchEl).problems.isEmpty)
    #expect(document.written(as: .dataSheet).problems.isEmpty)
    #expect(
      document.written(as: .molfile).problems.map(\.message) == [
        "Fields of record 1 that only SketchEl has are left out."
      ])
  }

  @Test("DataSheet, SketchEl and CDX writers report omitted table parts")
  func whatOnlyConnectionTablesHaveIsSaidToBeLeftOut() throws {
    let document = try Samples.document(Samples.alanineExtended)
    let lost =
      "Left out of “alanine”: the comment line, the chiral flag, S-groups, collections."
    for format in [ChemicalFormat.dataSheet, .cdx] {
      #expect(document.written(as: format).problems.map(\.message) == [lost])
    }
    #expect(
      document.written(as: .sketchEl).problems.map(\.message) == [
        lost, "SketchEl has no names; “alanine” is left out.",
      ])
    #expect(document.written(as: .sdfile).problems.isEmpty)
  }

  @Test("DataSheet keeps values of columns with equal names apart")
  func valuesStayInTheirColumnsWhereTwoHaveOneName() throws {
    let sheet = """
      <DataSheet><Header nrows="2" ncols="3"><Column id="1" name="Activity" type="real"/>
      <Column id="2" name="Activity" type="real"/><Column id="3" name="Activity" type="real"/>
      </Header><Content>
      <Row id="1"><Cell id="1">1</Cell><Cell id="2">2</Cell><Cell id="3">3</Cell></Row>
      <Row id="2"><Cell id="2">5</Cell></Row>
      </Content></DataSheet>
      """
    let document = try Samples.document(sheet)
    let names = ["Activity", "Activity (2)", "Activity (3)"]
    #expect(document.columns.map(\.name) == names)
    let again = DataSheet(document)
    #expect(again.columns.map(\.name) == names)
    #expect(again.rows.map(\.cells) == [["1", "2", "3"], [nil, "5", nil]])
  }

  @Test("DataSheet reader refuses another root element") func otherRootsAreRefused() {
    let problem = Samples.problem { _ = try ChemicalDocument(Array("<svg/>".utf8), as: .dataSheet) }
    #expect(problem?.message == "The root element is “svg”, not “DataSheet”.")
  }
}
