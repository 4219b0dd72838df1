/// A molecule: its atoms and bonds, with the coordinates of its drawing.
///
/// A bond refers to its two atoms by their indices in `atoms`, which must be valid and differ.
public struct Molecule: Hashable, Sendable {
  /// The name of the molecule, which is the first line of a molfile; empty if there is none.
  public var name = ""
  /// The second line of a molfile: the author's initials, the program, the date, and "2D" or "3D".
  public var origin = ""
  /// The third line of a molfile, which is a comment.
  public var comment = ""
  /// The atoms of the molecule, in file order.
  public var atoms: [Atom] = []
  /// The bonds of the molecule, in file order.
  public var bonds: [Bond] = []
  /// Whether the file states that the drawing shows a single enantiomer.
  public var isChiral = false
  /// The S-groups (substance groups) of a connection table, in file order.
  public var groups: [SubstanceGroup] = []
  /// Data of one file format, stored for writing that format.
  public var extras: [Extra] = []

  /// Creates a molecule from its atoms and bonds, by default without any:
  /// `Molecule(atoms: [Atom("C"), Atom("O")], bonds: [Bond(from: 0, to: 1)])`.
  public init(atoms: [Atom] = [], bonds: [Bond] = []) {
    self.atoms = atoms
    self.bonds = bonds
  }

  /// Whether the structure is three-dimensional: at least one atom has a nonzero z coordinate.
  public var isSpatial: Bool { atoms.contains { $0.position.z != 0 } }

  /// For each of `atoms`, in their order, the ascending indices in `bonds` of its bonds.
  public var bondsOfAtoms: [[Int]] {
    var lists = [[Int]](repeating: [], count: atoms.count)
    for (index, bond) in bonds.enumerated() {
      lists[bond.from].append(index)
      lists[bond.to].append(index)
    }
    return lists
  }

  /// In the x-y plane; `nil` if all bonds have the length 0 there.
  var medianBondLength: Double? {
    let lengths = bonds.map { atoms[$0.from].position.distance(to: atoms[$0.to].position) }
      .filter { $0 > 0 && $0.isFinite }.sorted()
    return lengths.isEmpty ? nil : lengths[lengths.count / 2]
  }
}

extension Molecule {
  /// The molecular formula, including the structures of abbreviations.
  public var formula: Formula { Formula(self) }

  /// The sum of the charges of all atoms, including the structures of abbreviations.
  public var charge: Int { expanded.atoms.reduce(0) { $0 + $1.charge } }

  /// The mass in daltons, computed from the standard atomic weights. For an atom with a stated
  /// isotope, the mass of that isotope is used. Placeholders count as 0.
  public var averageMass: Double {
    mass(hydrogen: \.weight) { atom, element in
      atom.isotope.map { element.mass(ofIsotope: $0) } ?? element.weight
    }
  }

  /// The mass in daltons, computed from the most abundant isotope of each element. For an atom with
  /// a stated isotope, the mass of that isotope is used. The mass of an ion isn't corrected for the
  /// mass of its electrons.
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

  /// The number of atoms but hydrogen and placeholders, including those of abbreviations.
  public var heavyAtomCount: Int {
    expanded.atoms.count { $0.element != nil && !$0.isHydrogen }
  }

  /// The number of fragments that no bond connects: two for a simple salt, one for most molecules.
  public var fragmentCount: Int { Set(expanded.parts { _ in true }).count }

  /// The number of independent rings. Bonds that don't count towards the valence, such as dative
  /// bonds, don't close rings.
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

extension Molecule {
  /// The molecule in which the structure of each abbreviation replaces its label. The atoms of
  /// these structures follow the other atoms.
  ///
  /// The bonds of a label are joined to the neighbors of its structure's `*` atoms. If there are
  /// too few `*` atoms, the remaining bonds are left out. If the molecule has abbreviations, the
  /// result has no S-groups and no `extras` of the molecule as a whole.
  public var expanded: Molecule { expanded(depth: 0) }

  var hasAbbreviations: Bool { atoms.contains { $0.abbreviation != nil } }

  private func expanded(depth: Int) -> Molecule {
    guard hasAbbreviations, depth < Abbreviation.depthLimit else { return self }
    var result = self
    result.atoms = []
    result.bonds = []
    let lists = bondsOfAtoms
    var newIndices = [Int?](repeating: nil, count: atoms.count)
    for (index, atom) in atoms.enumerated() where atom.abbreviation == nil {
      newIndices[index] = result.atoms.count
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
        newIndices[atom].map { [End(atom: $0)] } ?? joints[Joint(bond: index, atom: atom)] ?? []
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
    var newIndices = [Int?](repeating: nil, count: inner.atoms.count)
    for (index, atom) in inner.atoms.enumerated() where !stars.contains(index) {
      newIndices[index] = atoms.count
      var moved = atom
      moved.position = (atom.position - offset).turned(by: turn) + center
      atoms.append(moved)
    }
    for bond in inner.bonds {
      guard let from = newIndices[bond.from], let to = newIndices[bond.to] else { continue }
      var moved = bond
      moved.from = from
      moved.to = to
      bonds.append(moved)
    }
    for (outerBond, star) in zip(outerBonds, stars) {
      joints[Joint(bond: outerBond, atom: label)] = lists[star].compactMap { joint in
        newIndices[inner.bonds[joint].other(than: star)].map {
          End(atom: $0, order: inner.bonds[joint].order)
        }
      }
    }
  }
}

/// Data of one file format, as text, which are stored for writing the same format.
public struct Extra: Hashable, Sendable {
  /// The file format that the data are from.
  public enum Origin: Hashable, Sendable {
    /// The format of SketchEl, first or second version.
    case sketchEl
    /// A connection table, V2000 or V3000. Data that both versions can store have the keyword of
    /// V3000.
    case connectionTable
    /// The CDX format of ChemDraw.
    case cdx
  }

  /// The format that the data are from. They are written only to this format.
  public var origin: Origin
  /// The keyword of the data, in a connection table usually one of V3000; empty for SketchEl.
  public var key: String
  /// The data as text. Atoms and bonds are numbered from 1, in the order of `Molecule.atoms` and
  /// `Molecule.bonds`.
  public var value: String

  /// Creates data of a format from a keyword and a text: `Extra(.connectionTable, "LABEL", "Boc")`.
  public init(_ origin: Origin, _ key: String, _ value: String) {
    self.origin = origin
    self.key = key
    self.value = value
  }
}

extension [Extra] {
  func value(_ key: String, of origin: Extra.Origin = .connectionTable) -> String? {
    first { $0.origin == origin && $0.key == key }?.value
  }

  func values(_ key: String) -> [String] {
    filter { $0.origin == .connectionTable && $0.key == key }.map(\.value)
  }

  mutating func remove(_ key: String, of origin: Extra.Origin = .connectionTable) {
    removeAll { $0.origin == origin && $0.key == key }
  }
}
