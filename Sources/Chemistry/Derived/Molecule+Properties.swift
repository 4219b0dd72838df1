extension Molecule {
  /// The formula, with abbreviations expanded.
  public var formula: Formula { Formula(self) }

  /// The sum of all charges.
  public var charge: Int { expanded.atoms.reduce(0) { $0 + $1.charge } }

  /// The mass in daltons by IUPAC's standard atomic weights; a labelled atom has its isotope's mass. Placeholders weigh nothing.
  public var averageMass: Double {
    mass(hydrogen: \.weight) { atom, element in
      atom.isotope.map { element.mass(ofIsotope: $0) } ?? element.weight
    }
  }

  /// The mass in daltons with the most abundant isotope of each element, or the one that is stated. Electrons aren't subtracted.
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

  /// Atoms of elements other than hydrogen, with abbreviations expanded.
  public var heavyAtomCount: Int {
    expanded.atoms.count { $0.element != nil && !$0.isHydrogen }
  }

  /// Parts that no bond connects: two for a salt.
  public var fragmentCount: Int { Set(expanded.parts { _ in true }).count }

  /// The number of bonds that could be cut without a part falling apart; bonds without valence don't close a ring.
  public var ringCount: Int {
    let molecule = expanded
    let count = molecule.bonds.count { $0.order.valence > 0 }
    let parts = Set(molecule.parts { $0.order.valence > 0 }).count
    return count - molecule.atoms.count + parts
  }

  /// Per atom the part that it belongs to, as the index of one of the part's atoms.
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
