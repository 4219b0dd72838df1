import Chemistry

/// The points, lines and texts of a drawing, before projection. A typical bond is 1 long.
struct Sketch: Hashable, Sendable {
  var atoms: [SketchedAtom] = []
  var bonds: [SketchedBond] = []
  var texts: [SketchedText] = []
  var arrows: [Segment] = []
  var isSpatial = false

  var isEmpty: Bool { atoms.isEmpty && texts.isEmpty }
}

extension Sketch {
  /// Empty if several atoms are all at one position.
  init(_ molecule: Molecule) {
    let molecule = molecule.kekulized
    guard let scale = Scale(molecule) else { return }
    let lists = molecule.bondsOfAtoms
    atoms = molecule.atoms.enumerated().map { index, atom in
      SketchedAtom(
        scale.position(of: atom.position), label: AtomLabel(atom, bondCount: lists[index].count))
    }
    isSpatial = molecule.isSpatial
    let rings = SmallRings(molecule, bondsOfAtoms: lists)
    bonds = molecule.bonds.enumerated().map { index, bond in
      SketchedBond(
        from: bond.from, to: bond.to, kind: SketchedBond.Kind(bond),
        companions: companions(of: index, molecule, lists, rings))
    }
    addGroups(of: molecule) { scale.position(of: $0) }
  }

  private static let companionLimit = 32

  /// The atoms that determine the side of a double bond's second line: the others of its ring, or
  /// else the neighbors; none for a terminal bond such as a ketone's C=O.
  private func companions(
    of index: Int, _ molecule: Molecule, _ lists: [[Int]], _ rings: SmallRings
  ) -> [Int] {
    let bond = molecule.bonds[index]
    guard bond.order == .double || SketchedBond.Kind(bond) == .solidAndDotted else { return [] }
    // With very many bonds no side is better, and storing all neighbors would be quadratic.
    guard lists[bond.from].count + lists[bond.to].count <= Sketch.companionLimit else { return [] }
    let ring = rings.smallest(with: index)
    if !ring.isEmpty { return ring }
    func neighbours(_ atom: Int) -> [Int] {
      lists[atom].filter { $0 != index }.map { molecule.bonds[$0].other(than: atom) }
    }
    let (here, there) = (neighbours(bond.from), neighbours(bond.to))
    // A terminal bond has a better side only if there is exactly one neighbor.
    if here.isEmpty || there.isEmpty { return here.count + there.count == 1 ? here + there : [] }
    return here + there
  }
}

extension AtomLabel {
  /// Fails for carbon that ACS style doesn't label: bonded, neutral, no isotope or radical.
  init?(_ atom: Atom, bondCount: Int) {
    let isCarbon = atom.symbol == "C" && atom.element != nil && atom.alias == nil
    guard
      !isCarbon || bondCount == 0 || atom.charge != 0 || atom.isotope != nil
        || atom.unpairedElectrons > 0
    else { return nil }
    self.init(symbol: atom.text)
    // The author's label replaces the whole text.
    isElement = atom.element != nil && atom.alias == nil
    if isElement, atom.isHydrogen, atom.isotope == 2 || atom.isotope == 3 {
      symbol = atom.isotope == 2 ? "D" : "T"
    } else if atom.alias == nil {
      isotope = atom.isotope
    }
    hydrogens = isElement ? min(max(0, atom.hydrogens), 99) : 0
    let saysCharge = atom.alias?.contains { "+-⁺⁻".contains($0) } ?? false
    charge = saysCharge ? 0 : min(max(atom.charge, -99), 99)
    unpairedElectrons = max(0, atom.unpairedElectrons)
    leads =
      bondCount == 0
      && ["O", "S", "Se", "Te", "F", "Cl", "Br", "I", "At"].contains(symbol)
  }
}

extension SketchedBond.Kind {
  init(_ bond: Bond) {
    switch bond.order {
    case .zero, .hydrogen, .any: self = .dotted
    case .single:
      self =
        switch bond.stereo {
        case .plain: .single
        case .up: .wedge
        case .down: .hash
        case .either: .wavy
        }
    case .double: self = bond.stereo == .either ? .crossed : .double
    case .triple: self = .triple
    case .quadruple: self = .quadruple
    case .aromatic, .singleOrDouble, .singleOrAromatic, .doubleOrAromatic:
      self = .solidAndDotted
    }
  }
}

/// Converts coordinates to bond lengths, relative to the molecule's center.
private struct Scale {
  let unit: Double
  let middle: Coordinates

  /// Fails if there are no atoms, or if several atoms are all at the same position.
  init?(_ molecule: Molecule) {
    let positions = molecule.atoms.map { Scale.finite($0.position) }
    guard !positions.isEmpty else { return nil }
    let (x, y, z) = (positions.map(\.x), positions.map(\.y), positions.map(\.z))
    let low = Coordinates(x: x.min() ?? 0, y: y.min() ?? 0, z: z.min() ?? 0)
    let high = Coordinates(x: x.max() ?? 0, y: y.max() ?? 0, z: z.max() ?? 0)
    func distance(_ one: Coordinates, _ other: Coordinates) -> Double {
      let (x, y, z) = (one.x - other.x, one.y - other.y, one.z - other.z)
      return (x * x + y * y + z * z).squareRoot()
    }
    let spread = distance(low, high)
    guard positions.count == 1 || spread > 0 else { return nil }
    let lengths = molecule.bonds.map { distance(positions[$0.from], positions[$0.to]) }
      .filter { $0 > spread * 1e-6 }.sorted()
    unit = lengths.isEmpty ? (spread > 0 ? spread / 3 : 1) : lengths[lengths.count / 2]
    middle = Coordinates(
      x: (low.x + high.x) / 2, y: (low.y + high.y) / 2, z: (low.z + high.z) / 2)
  }

  func position(of position: Coordinates) -> Coordinates {
    let clamped = Scale.finite(position)
    return Coordinates(
      x: (clamped.x - middle.x) / unit, y: (middle.y - clamped.y) / unit,
      z: (clamped.z - middle.z) / unit)
  }

  /// Clamps coordinates, so that their squares stay finite.
  private static func finite(_ position: Coordinates) -> Coordinates {
    func near(_ value: Double) -> Double { value.isFinite ? min(max(value, -1e9), 1e9) : 0 }
    return Coordinates(x: near(position.x), y: near(position.y), z: near(position.z))
  }
}

/// Finds the smallest ring through a bond, of at most eight atoms, to draw double bonds inside.
struct SmallRings {
  private let bonds: [Bond]
  private let bondsOfAtoms: [[Int]]
  private static let limit = 8
  /// The maximum number of atoms to visit for one bond. In denser structures no side is better.
  private static let budget = 400

  init(_ molecule: Molecule, bondsOfAtoms: [[Int]]) {
    bonds = molecule.bonds
    self.bondsOfAtoms = bondsOfAtoms
  }

  /// The atoms of the ring, without the bond's own; empty if there is no ring.
  func smallest(with index: Int) -> [Int] {
    let bond = bonds[index]
    // Breadth-first search from one end of the bond to the other, without using the bond itself.
    var before: [Int: Int] = [bond.from: bond.from]
    var edge = [bond.from]
    for _ in 1..<SmallRings.limit where !edge.isEmpty {
      var next: [Int] = []
      for atom in edge {
        for other in bondsOfAtoms[atom] where other != index {
          guard before.count < SmallRings.budget else { return [] }
          let neighbour = bonds[other].other(than: atom)
          guard before[neighbour] == nil else { continue }
          before[neighbour] = atom
          if neighbour == bond.to { return way(back: bond, before) }
          next.append(neighbour)
        }
      }
      edge = next
    }
    return []
  }

  private func way(back bond: Bond, _ before: [Int: Int]) -> [Int] {
    var ring: [Int] = []
    var atom = bond.to
    while let previous = before[atom], previous != bond.from {
      ring.append(previous)
      atom = previous
    }
    return ring
  }
}
