extension Molecule {
  /// Aromatic bonds count as in a Kekulé structure.
  var bondSums: [Int] {
    var sums = plainBondSums
    guard hasAromaticBonds else { return sums }
    var kekule = Kekule(self, sums: sums)
    for atom in kekule.atomsWithDoubleBond() { sums[atom] += 1 }
    return sums
  }

  private var hasAromaticBonds: Bool { bonds.contains { $0.order == .aromatic } }

  /// Aromatic bonds count as single.
  private var plainBondSums: [Int] {
    var sums = [Int](repeating: 0, count: atoms.count)
    for bond in bonds {
      sums[bond.from] += bond.order.valence
      sums[bond.to] += bond.order.valence
    }
    return sums
  }

  /// The bond sums as V3000's stated valences count them: with dative bonds, at their end atom.
  var statedBondSums: [Int] {
    var sums = bondSums
    for bond in bonds where bond.order == .zero { sums[bond.to] += 1 }
    return sums
  }

  mutating func computeHydrogens(by rule: (Atom, Int) -> Int) {
    for (index, sum) in bondSums.enumerated() where !atoms[index].hasFixedHydrogens {
      atoms[index].hydrogens = rule(atoms[index], sum)
    }
  }

  /// Uncharged nitrogen with four bonds would get a fifth, to a hydrogen. If one of the four goes
  /// to a metal, it is taken as dative and no hydrogen is added, as RDKit, Indigo and DrugBank do.
  mutating func computeHydrogensByMDL() {
    computeHydrogens(by: MDLValence.hydrogens)
    for bond in bonds where bond.order == .single {
      for (index, other) in [(bond.from, bond.to), (bond.to, bond.from)]
      where atoms[index].isFourBonded && atoms[other].element?.isMetal == true {
        atoms[index].hydrogens = 0
      }
    }
  }
}

extension Atom {
  mutating func fixHydrogens(_ count: Int) {
    hydrogens = count
    hasFixedHydrogens = true
  }

  /// Whether this is uncharged nitrogen with four bonds, to which MDL's valences add a hydrogen.
  var isFourBonded: Bool {
    symbol == "N" && charge == 0 && hydrogens == 1 && !hasFixedHydrogens
      && unpairedElectrons == 0 && element != nil
  }
}

extension Molecule {
  /// The molecule with its aromatic bonds replaced by alternating single and double bonds. Aromatic
  /// bonds for which no alternation is possible become single bonds.
  public var kekulized: Molecule {
    guard hasAromaticBonds else { return self }
    var kekule = Kekule(self, sums: plainBondSums)
    _ = kekule.atomsWithDoubleBond()
    var result = self
    for (index, bond) in bonds.enumerated() where bond.order == .aromatic {
      result.bonds[index].order = kekule.isDouble(bond) ? .double : .single
    }
    return result
  }
}
