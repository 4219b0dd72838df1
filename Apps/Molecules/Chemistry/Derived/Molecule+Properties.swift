extension Molecule {
  /// The formula, with abbreviations expanded.
  public var formula: Formula { Formula(self) }

  /// The sum of all charges, with abbreviations expanded.
  public var charge: Int { expanded.atoms.reduce(0) { $0 + $1.charge } }

  /// The mass in daltons by standard atomic weights, or of the stated isotopes, without
  /// placeholders.
  public var averageMass: Double {
    mass(hydrogen: \.weight) { atom, element in
      atom.isotope.map { element.mass(ofIsotope: $0) } ?? element.weight
    }
  }

  /// The mass in daltons of the most abundant or the stated isotopes. Ions aren't corrected for
  /// electron masses.
  public var monoisotopicMass: Double {
    mass(hydrogen: \.monoisotopicMass) { atom, element in
      element.mass(ofIsotope: atom.isotope ?? element.commonIsotope)
    }
  }

  private func mass(hydrogen: (Element) -> Double, of: (Atom, Element) -> Double) -> Double {
    let one = Element(number: 1).map(hydrogen) ?? 0
    return expanded.atoms.reduce(0) { sum, atom in
      sum + Double(atom.hydrogens) * one + (atom.element.map { of(atom, $0) } ?? 0)
    }
  }

  /// The number of atoms except hydrogen and placeholders, with abbreviations expanded.
  public var heavyAtomCount: Int {
    expanded.atoms.count { $0.element != nil && !$0.isHydrogen }
  }

  /// The number of parts that aren't connected by bonds: two for a simple salt.
  public var fragmentCount: Int { Set(expanded.parts { _ in true }).count }

  /// The number of independent rings. Bonds without valence, such as dative, don't close rings.
  public var ringCount: Int {
    let molecule = expanded
    let count = molecule.bonds.count { $0.order.valence > 0 }
    let parts = Set(molecule.parts { $0.order.valence > 0 }).count
    return count - molecule.atoms.count + parts
  }

  /// The connected component of each atom, as the lowest index of an atom in it.
  func parts(connecting connects: (Bond) -> Bool) -> [Int] {
    var parents = Array(atoms.indices)
    func root(_ atom: Int) -> Int {
      var atom = atom
      while parents[atom] != atom {
        parents[atom] = parents[parents[atom]]
        atom = parents[atom]
      }
      return atom
    }
    for bond in bonds where connects(bond) {
      let (one, other) = (root(bond.from), root(bond.to))
      if one != other { parents[max(one, other)] = min(one, other) }
    }
    return atoms.indices.map { root($0) }
  }
}
