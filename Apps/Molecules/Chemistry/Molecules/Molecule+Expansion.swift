extension Molecule {
  /// The molecule with every abbreviation replaced by its structure. Other atoms come first.
  ///
  /// If a structure has only `*` atoms, or fewer `*` than its label has bonds, the excess bonds are
  /// dropped.
  public var expanded: Molecule { expanded(depth: 0) }

  /// Whether the molecule has abbreviations.
  public var hasAbbreviations: Bool { atoms.contains { $0.abbreviation != nil } }

  private func expanded(depth: Int) -> Molecule {
    guard hasAbbreviations, depth < Abbreviation.depthLimit else { return self }
    var result = self
    result.atoms = []
    result.bonds = []
    let lists = bondsOfAtoms
    // New indices of the atoms that aren't abbreviations.
    var places = [Int?](repeating: nil, count: atoms.count)
    for (index, atom) in atoms.enumerated() where atom.abbreviation == nil {
      places[index] = result.atoms.count
      result.atoms.append(atom)
    }
    var joints: [Joint: [End]] = [:]
    for (index, atom) in atoms.enumerated() {
      guard let abbreviation = atom.abbreviation else { continue }
      let inner = abbreviation.molecule.expanded(depth: depth + 1)
      result.insert(inner, for: index, of: self, bonds: lists[index], joints: &joints)
    }
    for (index, bond) in bonds.enumerated() {
      func ends(_ atom: Int) -> [End] {
        places[atom].map { [End(atom: $0)] } ?? joints[Joint(bond: index, atom: atom)] ?? []
      }
      let (starts, stops) = (ends(bond.from), ends(bond.to))
      // Bonds between two labels with very many attachments aren't a real structure.
      let count = starts.count * stops.count
      guard
        count <= Abbreviation.jointLimit,
        count == 1 || result.bonds.count <= bonds.count + 10 * Abbreviation.jointLimit
      else { continue }
      for from in starts {
        for to in stops where from.atom != to.atom {
          var moved = bond
          moved.from = from.atom
          moved.to = to.atom
          moved.order = from.order ?? to.order ?? bond.order
          // A wedge from a label would begin at an atom that isn't drawn.
          if from.order != nil { moved.stereo = .plain }
          result.bonds.append(moved)
        }
      }
    }
    result.groups = []
    result.extras = []
    return result
  }

  /// The end of an outer bond at a label.
  private struct Joint: Hashable {
    let bond: Int
    let atom: Int
  }

  /// An atom that an outer bond attaches to, and the bond order in the label's structure.
  private struct End {
    let atom: Int
    var order: Bond.Order?
  }

  /// Inserts a label's structure, rotated to continue the label's first bond.
  private mutating func insert(
    _ inner: Molecule, for label: Int, of outer: Molecule, bonds outerBonds: [Int],
    joints: inout [Joint: [End]]
  ) {
    let lists = inner.bondsOfAtoms
    let stars = inner.atoms.indices.filter { inner.atoms[$0].symbol == "*" }
    var offset = Position()
    var turn = 0.0
    let center = outer.atoms[label].position
    if let star = stars.first, let joint = lists[star].first {
      let anchor = inner.bonds[joint].other(than: star)
      offset = inner.atoms[anchor].position
      if let first = outerBonds.first {
        let neighbour = outer.atoms[outer.bonds[first].other(than: label)].position
        turn = (center - neighbour).angle - (offset - inner.atoms[star].position).angle
      }
    }
    var places = [Int?](repeating: nil, count: inner.atoms.count)
    for (index, atom) in inner.atoms.enumerated() where !stars.contains(index) {
      places[index] = atoms.count
      var moved = atom
      moved.position = (atom.position - offset).turned(by: turn) + center
      atoms.append(moved)
    }
    for bond in inner.bonds {
      guard let from = places[bond.from], let to = places[bond.to] else { continue }
      var moved = bond
      moved.from = from
      moved.to = to
      bonds.append(moved)
    }
    for (outerBond, star) in zip(outerBonds, stars) {
      joints[Joint(bond: outerBond, atom: label)] = lists[star].compactMap { joint in
        places[inner.bonds[joint].other(than: star)].map {
          End(atom: $0, order: inner.bonds[joint].order)
        }
      }
    }
  }
}
