extension Molecule {
  /// Per atom the orders of its bonds, summed; an aromatic ring's double bonds are set as in a Kekulé structure.
  var bondSums: [Int] {
    var sums = [Int](repeating: 0, count: atoms.count)
    for bond in bonds {
      sums[bond.from] += bond.order.valence
      sums[bond.to] += bond.order.valence
    }
    guard bonds.contains(where: { $0.order == .aromatic }) else { return sums }
    var kekule = Kekule(self, sums: sums)
    for atom in kekule.atomsWithDoubleBond() { sums[atom] += 1 }
    return sums
  }

  /// Per atom the number of its bonds in a valence that V3000 states: dative bonds count for the atom that they end at.
  var statedBondSums: [Int] {
    var sums = bondSums
    for bond in bonds where bond.order == .zero { sums[bond.to] += 1 }
    return sums
  }

  /// Sets the hydrogens of every atom whose number isn't fixed.
  mutating func computeHydrogens(by rule: (Atom, Int) -> Int) {
    for (index, sum) in bondSums.enumerated() where !atoms[index].hasFixedHydrogens {
      atoms[index].hydrogens = rule(atoms[index], sum)
    }
  }

  /// Sets the hydrogens by MDL's valences.
  ///
  /// Nitrogen without a charge and with four bonds would have a fifth, to a hydrogen. Where one of
  /// the four goes to a metal that bond is dative and there is no hydrogen, as RDKit, Indigo and
  /// DrugBank have it.
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
  /// Nitrogen to which MDL's valences give a fifth bond.
  var isFourBonded: Bool {
    symbol == "N" && charge == 0 && hydrogens == 1 && !hasFixedHydrogens
      && unpairedElectrons == 0 && element != nil
  }
}

extension Molecule {
  /// The molecule with single and double bonds in place of aromatic ones, as far as they can be set.
  public var kekulized: Molecule {
    guard bonds.contains(where: { $0.order == .aromatic }) else { return self }
    var sums = [Int](repeating: 0, count: atoms.count)
    for bond in bonds {
      sums[bond.from] += bond.order.valence
      sums[bond.to] += bond.order.valence
    }
    var kekule = Kekule(self, sums: sums)
    _ = kekule.atomsWithDoubleBond()
    var result = self
    for index in bonds.indices where bonds[index].order == .aromatic {
      result.bonds[index].order =
        kekule.isDouble(bonds[index]) ? .double : .single
    }
    return result
  }
}
