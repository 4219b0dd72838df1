import Testing

@testable import Chemistry

@Suite struct ExpansionTests {
  private func read(_ text: String) throws -> Molecule {
    var reader = SketchElReader(TextLines(Array(text.utf8)))
    return try reader.read()
  }

  /// Nitropropane, whose nitro group is a label.
  private let nitro = #"""
    SketchEl!(4,3)
    C=-5.7000,3.7500;0,0,i3
    C=-4.4010,4.5000;0,0,i1
    C=-3.1019,3.7500;0,0,i3
    N|O{2}=-4.4010,6.0000;0,0,i0,aSketchEl!(4\002C3)\000A*\003D-8.1000\002C4.4000\003B0\002C0\002Ci0\000AO\003D-5.8500\002C5.6990\003B0\002C0\002Ci0\000AO\003D-5.8500\002C3.1010\003B-1\002C0\002Ci0\000AN\003D-6.6000\002C4.4000\003B1\002C0\002Ci0\000A4-2\003D2\002C0\000A4-3\003D1\002C0\000A4-1\003D1\002C0\000A!End\000A
    1-2=1,0
    2-3=1,0
    2-4=1,0
    !End
    """#

  @Test("Abbreviation is expanded to its structure") func aLabelIsReplacedByItsStructure() throws {
    let molecule = try read(nitro)
    #expect(molecule.atoms.count == 4)
    #expect(molecule.formula.hill == "C3H7NO2")
    #expect(molecule.charge == 0)
    #expect(molecule.heavyAtomCount == 6)
    let expanded = molecule.expanded
    #expect(expanded.atoms.map { $0.symbol } == ["C", "C", "C", "O", "O", "N"])
    #expect(expanded.bonds.contains { Set([$0.from, $0.to]) == [1, 5] && $0.order == .single })
    #expect(expanded.atoms.prefix(3) == molecule.atoms.prefix(3))
  }

  /// The structure continues the bond to the label, and the atom that is bound stands where the
  /// label stood.
  @Test("Abbreviation structure is rotated to continue the bond")
  func theStructureIsTurnedIntoItsPlace() throws {
    let expanded = try read(nitro).expanded
    let nitrogen = expanded.atoms[5].position
    #expect(abs(nitrogen.x + 4.4010) < 1e-6 && abs(nitrogen.y - 6) < 1e-6)
    for oxygen in expanded.atoms[3...4] {
      #expect(oxygen.position.y > 6)
      #expect(abs(oxygen.position.distance(to: nitrogen) - 1.5) < 1e-3)
    }
  }

  @Test("Abbreviation without bonds is expanded") func aLabelWithoutBondsIsReplacedToo() throws {
    var molecule = try read(nitro)
    molecule.bonds.removeLast()
    #expect(molecule.formula.elements["O"] == 2)
    #expect(molecule.fragmentCount == 2)
  }

  @Test("Abbreviations with very many bonds omit the bond between them")
  func aBondBetweenTwoLabelsOfVeryManyBondsIsLeftOut() {
    // Each label's end is bound to all of its 2,000 atoms.
    var label = Molecule(atoms: [Atom("*")] + (0..<2_000).map { _ in Atom("C") })
    label.bonds = (1...2_000).map { Bond(from: 0, to: $0) }
    var molecule = Molecule(atoms: [Atom("A"), Atom("B")], bonds: [Bond(from: 0, to: 1)])
    for index in 0..<2 { molecule.atoms[index].abbreviation = .molecule(label) }
    #expect(molecule.expanded.atoms.count == 4_000)
    #expect(molecule.expanded.bonds.isEmpty)
  }

  @Test("Abbreviation of an attachment point only vanishes") func aLabelThatIsOnlyAStarVanishes() {
    var molecule = Molecule(atoms: [Atom("C"), Atom("X")], bonds: [Bond(from: 0, to: 1)])
    molecule.atoms[1].abbreviation = .molecule(Molecule(atoms: [Atom("*")]))
    #expect(molecule.expanded.atoms.count == 1)
    #expect(molecule.expanded.bonds.isEmpty)
  }

  @Test("Abbreviation as superatom names its atoms") func superatomsNameTheLabelsAtoms() throws {
    let molecule = try read(nitro).withSuperatoms
    let group = try #require(molecule.groups.first)
    #expect(group.kind == "SUP")
    #expect(group.label == "NO2")
    #expect(group.atoms == [3, 4, 5])
    #expect(group.numbers(of: "XBONDS").count == 1)
    #expect(molecule.atoms.allSatisfy { $0.extras.isEmpty })
  }
}
