import Foundation
import Testing

@testable import Chemistry

@Suite struct CDXTests {
  private func bytes(of records: [Record]) -> [UInt8] {
    var writer = CDXWriter()
    return writer.bytes(of: records)
  }

  @Test("CDX molecule round-trips") func aMoleculeComesBack() throws {
    let molecule = try Samples.molecule(Samples.alanine)
    let again = try #require(
      try ChemicalDocument(bytes(of: [Record(.molecule(molecule))])).records.first?.molecule)
    #expect(again.name == "alanine")
    #expect(again.atoms.map { $0.symbol } == molecule.atoms.map { $0.symbol })
    #expect(again.atoms.map { $0.charge } == molecule.atoms.map { $0.charge })
    #expect(again.atoms.map { $0.hydrogens } == molecule.atoms.map { $0.hydrogens })
    #expect(again.atoms.map { $0.isotope } == molecule.atoms.map { $0.isotope })
    #expect(again.bonds == molecule.bonds)
    #expect(again.medianBondLength.map { abs($0 - 1.5) < 1e-3 } == true)
    let found: Position = again.atoms[1].position - again.atoms[0].position
    let expected: Position = molecule.atoms[1].position - molecule.atoms[0].position
    #expect(found.distance(to: expected) < 1e-2)
  }

  @Test("CDX atom with too many bonds is reported with its offset")
  func moreBondsThanAnAtomCanHaveAreSaidWithItsOffset() throws {
    var molecule = try Samples.molecule(Samples.alanine)
    #expect(try ChemicalDocument(bytes(of: [Record(.molecule(molecule))])).problems.isEmpty)
    molecule.bonds[4].order = .triple
    let document = try ChemicalDocument(bytes(of: [Record(.molecule(molecule))]))
    #expect(
      document.problems.map(\.message) == [
        "The bonds of the atom count 5; C has at most 4.",
        "The bonds of the atom count 3; O has at most 2.",
      ])
    #expect(
      document.problems.allSatisfy {
        if case .byte(let offset) = $0.location { offset > 22 } else { false }
      })
  }

  /// A page has room for some hundred below each other.
  @Test("CDX writer positions molecules without overlap") func noMoleculeLiesOnAnother() throws {
    let record = Record(.molecule(try Samples.molecule(Samples.alanine)))
    let count = 2_000
    let again = try ChemicalDocument(bytes(of: Array(repeating: record, count: count))).records
    let corners = again.compactMap { record -> String? in
      guard let atoms = record.molecule?.atoms, let x = atoms.map(\.position.x).min(),
        let y = atoms.map(\.position.y).max()
      else { return nil }
      return "\(Int((x * 10).rounded())) \(Int((y * 10).rounded()))"
    }
    #expect(corners.count == count)
    #expect(Set(corners).count == count)
    let first = try #require(again.first?.molecule)
    let last = try #require(again.last?.molecule)
    let (one, other): (Position, Position) = (
      first.atoms[1].position - first.atoms[0].position,
      last.atoms[1].position - last.atoms[0].position
    )
    #expect(one.distance(to: other) < 1e-2)
  }

  @Test("CDX page that is full returns nil") func aPageThatIsFullSaysSo() {
    var page = CDXPage()
    let corners = (0..<5).map { _ in page.reserve(width: 15_000, height: 20_000)?.x }
    #expect(corners == [36, 15_072, nil, nil, nil])
  }

  @Test("CDX molecule larger than a page keeps its shape")
  func aMoleculeLargerThanThePageKeepsItsShape() throws {
    let atoms = (0..<6_000).map { number in
      var atom = Atom("C")
      atom.position = Position(x: 0, y: Double(number) * 1.5)
      return atom
    }
    let bonds = (1..<6_000).map { Bond(from: $0 - 1, to: $0, .single) }
    let long = Record(.molecule(Molecule(atoms: atoms, bonds: bonds)))
    let again = try ChemicalDocument(bytes(of: [long])).records
    let places = try #require(again.first?.molecule).atoms.map(\.position.y)
    #expect(Set(places.map { Int($0.rounded()) }).count == 6_000)
  }

  @Test("CDX in Base64 is read") func base64IsReadToo() throws {
    let bytes = bytes(of: [Record(.molecule(try Samples.molecule(Samples.alanine)))])
    let text = Data(bytes).base64EncodedString(options: .lineLength76Characters)
    #expect(try Samples.document(text).records == ChemicalDocument(bytes).records)
  }

  /// As Indigo and Ketcher hand it on, and web pages.
  @Test(
    "CDX in Base64 may have a prefix",
    arguments: ["base64::", "  \n", "data:chemical/x-cdx;base64,", "\u{FEFF}"])
  func base64MayHaveAHead(head: String) throws {
    let bytes = bytes(of: [Record(.molecule(try Samples.molecule(Samples.alanine)))])
    let text = Data(bytes).base64EncodedString()
    for text in [text, text.replacing("=", with: "%3D").replacing("+", with: "%2B")]
    where head.hasPrefix("data:") || !text.contains("%") {
      let document = try Samples.document(head + text)
      #expect(document.records == (try ChemicalDocument(bytes).records))
    }
    #expect(ChemicalFormat.sniff(Array((head + "VmpD").utf8)) != .cdx)
  }

  @Test("CDX reactions round-trip with roles and maps") func reactionsComeBackWithRolesAndMaps()
    throws
  {
    var reactant = try Samples.molecule(Samples.alanine)
    reactant.name = "in"
    var product = reactant
    product.name = "out"
    let reaction = Reaction(components: [
      .init(.reactant, reactant), .init(.product, product),
      .init(.agent, Molecule(), name: "water"),
    ])
    let again = try #require(
      try ChemicalDocument(bytes(of: [Record(.reaction(reaction))])).records.first?.reaction)
    #expect(again.components.map { $0.role } == [.reactant, .product, .agent])
    #expect(again.components[2].name == "water")
    #expect(again.components[0].molecule.atoms[0].map == 1)
    #expect(again.components[1].molecule.atoms[0].map == 1)
  }

  @Test("CDX abbreviations round-trip") func abbreviationsComeBack() throws {
    var label = Molecule(
      atoms: [Atom("O"), Atom("*"), Atom("C")], bonds: [Bond(from: 1, to: 2), Bond(from: 2, to: 0)])
    label.computeHydrogens(by: MDLValence.hydrogens)
    var molecule = Molecule(
      atoms: [Atom("C"), Atom("CH2OH", at: Position(x: 1.5))], bonds: [Bond(from: 0, to: 1)])
    molecule.atoms[1].abbreviation = .molecule(label)
    molecule.computeHydrogens(by: MDLValence.hydrogens)
    let again = try #require(
      try ChemicalDocument(bytes(of: [Record(.molecule(molecule))])).records.first?.molecule)
    #expect(again.atoms.map { $0.symbol } == ["C", "CH2OH"])
    #expect(again.formula == molecule.formula)
    #expect(again.formula.hill == "C2H6O")
  }

  @Test("CDX file that is cut keeps its records") func aFileThatIsCutKeepsWhatItHad() throws {
    let all = bytes(of: [Record(.molecule(try Samples.molecule(Samples.alanine)))])
    let document = try ChemicalDocument(Array(all.prefix(all.count - 40)))
    #expect(document.records.count == 1)
    #expect(document.problems.contains { $0.message.hasPrefix("The file ends within") })
  }

  @Test("CDX nesting depth is limited") func depthIsLimited() throws {
    let head = bytes(of: []).prefix(28)
    let deep = (0..<10_000).flatMap { _ -> [UInt8] in [0x02, 0x80, 1, 0, 0, 0] }
    let document = try ChemicalDocument(Array(head + deep))
    #expect(document.problems.first?.message == "Objects are nested more than 64 deep.")
  }

  @Test("CDX integers are read by their length") func integersAreReadByTheirStoredLength() {
    func integer(_ bytes: [UInt8]) -> Int? {
      CDXObject(tag: .node, id: 1, offset: 0, properties: [.charge: bytes[...]]).integer(.charge)
    }
    #expect(integer([0xFF]) == -1)
    #expect(integer([0xFE, 0xFF]) == -2)
    #expect(integer([0xFD, 0xFF, 0xFF, 0xFF]) == -3)
    #expect(integer([]) == nil)
  }

  /// Two atoms and a bond that is drawn in one of CDX's ways.
  private func drawn(_ display: Int, order: Bond.Order = .single) throws -> Bond {
    var molecule = Molecule(
      atoms: [Atom("C"), Atom("Cl", at: Position(x: 1.5))],
      bonds: [Bond(from: 0, to: 1, order, stereo: .up)])
    molecule.computeHydrogens(by: MDLValence.hydrogens)
    var bytes = bytes(of: [Record(.molecule(molecule))])
    // The property's number, its length, and the wedge.
    let place = try #require(bytes.firstRange(of: [0x01, 0x06, 2, 0, 6, 0] as [UInt8]))
    bytes[place.lowerBound + 4] = UInt8(display)
    return try #require(
      try ChemicalDocument(bytes).records.first?.molecule?.bonds.first)
  }

  /// The same bond, written and read again.
  private func again(_ bond: Bond) throws -> Bond {
    var molecule = Molecule(atoms: [Atom("C"), Atom("Cl", at: Position(x: 1.5))], bonds: [bond])
    molecule.computeHydrogens(by: MDLValence.hydrogens)
    return try #require(
      try ChemicalDocument(bytes(of: [Record(.molecule(molecule))])).records.first?.molecule?
        .bonds.first)
  }

  @Test(
    "CDX bond displays round-trip",
    arguments: [
      (0, .plain, 0), (3, .down, 0), (4, .down, 1), (6, .up, 0), (7, .up, 1), (8, .either, 0),
      (9, .up, 0), (10, .up, 1), (1, .plain, 0), (2, .plain, 0), (5, .plain, 0), (12, .plain, 0),
    ] as [(Int, Bond.Stereo, Int)])
  func everyWayToDrawABondComesBack(display: Int, stereo: Bond.Stereo, from: Int) throws {
    let bond = try drawn(display)
    #expect(bond.stereo == stereo)
    #expect(bond.from == from)
    #expect(try again(bond) == bond)
    // A way that isn't a wedge is kept, and so is a hollow wedge.
    #expect(bond.extras.isEmpty == [0, 3, 4, 6, 7, 8].contains(display))
  }

  @Test("CDX double bond of unknown side round-trips") func aDoubleBondOfNoKnownSideComesBack()
    throws
  {
    let bond = try drawn(8, order: .double)
    #expect(bond.stereo == .either && bond.order == .double)
    #expect(try again(bond) == bond)
  }

  @Test("CDX wedge made plain is written plain") func aWedgeThatIsMadePlainIsWrittenPlain() throws {
    var bond = try drawn(9)
    bond.stereo = .plain
    #expect(bond.display == nil)
    bond.stereo = .down
    #expect(try again(bond).stereo == .down)
  }

  /// A label in a chain whose structure has more connections than the label has bonds.
  @Test("CDX label connections keep their order", arguments: [1, 2, 3])
  func aLabelsConnectionsKeepTheirOrder(count: Int) throws {
    // Stars on nitrogen, sulfur and oxygen, of which the first ones have bonds.
    let symbols = ["N", "S", "O"]
    var inner = Molecule(
      atoms: symbols.map { Atom($0) } + symbols.map { _ in Atom("*") },
      bonds: (0..<3).map { Bond(from: $0, to: $0 + 3) }
        + [Bond(from: 0, to: 1), Bond(from: 1, to: 2)])
    inner.computeHydrogens(by: MDLValence.hydrogens)
    let ends = ["F", "Cl", "Br"]
    var molecule = Molecule(
      atoms: [Atom("Abc")] + ends.prefix(count).map { Atom($0, at: Position(x: 1.5)) },
      bonds: (0..<count).map { Bond(from: 0, to: $0 + 1) })
    molecule.atoms[0].abbreviation = .molecule(inner)
    molecule.computeHydrogens(by: MDLValence.hydrogens)
    let again = try #require(
      try ChemicalDocument(bytes(of: [Record(.molecule(molecule))])).records.first?.molecule)
    let expanded = again.expanded
    let pairs = expanded.bonds.map { bond in
      [expanded.atoms[bond.from].symbol, expanded.atoms[bond.to].symbol].sorted().joined()
    }
    for (symbol, end) in zip(symbols, ends).prefix(count) {
      #expect(pairs.contains([symbol, end].sorted().joined()))
    }
    #expect(again.formula == molecule.formula)
  }
}
