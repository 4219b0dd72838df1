import Testing

@testable import Chemistry

@Suite struct MoleculePropertiesTests {
  private func near(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-4 }

  private var water: Molecule {
    var molecule = Molecule(atoms: [Atom("O")])
    molecule.atoms[0].hydrogens = 2
    return molecule
  }

  @Test("Molecular masses of water are those of IUPAC") func massesAreIUPACs() {
    #expect(near(water.averageMass, 18.015))
    #expect(near(water.monoisotopicMass, 18.01056))
  }

  @Test("Molecular mass uses the isotope of a labelled atom") func aLabelledAtomHasItsIsotopesMass()
  {
    var heavy = water
    heavy.atoms[0].isotope = 18
    #expect(near(heavy.averageMass, 2 * 1.008 + 17.99916))
    #expect(near(heavy.monoisotopicMass, 2 * 1.007825 + 17.99916))
  }

  @Test("Molecular mass of a placeholder is zero") func placeholdersWeighNothing() {
    var molecule = water
    molecule.atoms.append(Atom("R1"))
    #expect(molecule.averageMass == water.averageMass)
    #expect(molecule.heavyAtomCount == 1)
  }

  @Test("Molecule counts rings and fragments") func ringsAndFragmentsAreCounted() {
    // A square with a diagonal, and an atom by itself that a bond without valence joins to it.
    var molecule = Molecule(
      atoms: (0..<5).map { _ in Atom("C") },
      bonds: [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)].map { Bond(from: $0.0, to: $0.1) })
    #expect(molecule.ringCount == 2)
    #expect(molecule.fragmentCount == 2)
    molecule.bonds.append(Bond(from: 4, to: 0, .zero))
    molecule.bonds.append(Bond(from: 4, to: 1, .zero))
    #expect(molecule.ringCount == 2)
    #expect(molecule.fragmentCount == 1)
  }

  @Test("Molecule charge is the sum of its atoms") func chargesAddUp() {
    var molecule = water
    molecule.atoms[0].charge = 2
    molecule.atoms.append(Atom("Cl"))
    molecule.atoms[1].charge = -3
    #expect(molecule.charge == -1)
  }

  @Test("Molecule without atoms has no mass, rings or bonds") func nothingHasNothing() {
    let molecule = Molecule()
    #expect(molecule.averageMass == 0)
    #expect(molecule.ringCount == 0)
    #expect(molecule.fragmentCount == 0)
    #expect(molecule.medianBondLength == nil)
  }
}
