@testable import Chemistry

/// The part of a molecule that every format keeps: the graph with its numbers, and coordinates to
/// four digits.
struct Likeness: Equatable {
  struct Vertex: Equatable {
    var symbol: String
    var numbers: [Int]
    var place: [Int]
  }

  struct Edge: Equatable {
    var ends: [Int]
    var order: Bond.Order
    var stereo: Bond.Stereo
  }

  var atoms: [Vertex]
  var bonds: [Edge]

  /// - Parameter hasTemplates: False for a format in which a monomer is a label.
  init(_ molecule: Molecule, hasTemplates: Bool = true) {
    let molecule = molecule.expanded
    atoms = molecule.atoms.map { atom in
      let numbers = [
        atom.charge, atom.unpairedElectrons, atom.hydrogens, atom.isotope ?? 0, atom.map,
      ]
      let place = [atom.position.x, atom.position.y, atom.position.z].map {
        Int(($0 * 1e4).rounded())
      }
      // V3000 has an alias that stands for something else as the symbol.
      let symbol = hasTemplates ? atom.labelOfAuthor ?? atom.symbol : atom.label
      return Vertex(symbol: symbol, numbers: numbers, place: place)
    }
    bonds = molecule.bonds.map { Edge(ends: [$0.from, $0.to], order: $0.order, stereo: $0.stereo) }
  }

  /// For a format without queries and hydrogen bonds.
  mutating func forgetQueries() {
    for index in bonds.indices {
      switch bonds[index].order {
      case .singleOrDouble, .singleOrAromatic, .any, .aromatic: bonds[index].order = .single
      case .doubleOrAromatic: bonds[index].order = .double
      case .hydrogen: bonds[index].order = .zero
      default: break
      }
    }
  }

  /// For a format that has its own scale, and maps by pairs alone.
  mutating func forgetPlaces() {
    for index in atoms.indices {
      atoms[index].place = []
      atoms[index].numbers[4] = 0
    }
  }

  func difference(from other: Likeness) -> String? {
    if atoms.count != other.atoms.count { return "\(atoms.count) atoms, then \(other.atoms.count)" }
    if bonds.count != other.bonds.count { return "\(bonds.count) bonds, then \(other.bonds.count)" }
    for (index, (one, another)) in zip(atoms, other.atoms).enumerated() where one != another {
      let isRounded =
        one.symbol == another.symbol && one.numbers == another.numbers
        && zip(one.place, another.place).allSatisfy { abs($0 - $1) <= 1 }
      if !isRounded { return "atom \(index + 1): \(one), then \(another)" }
    }
    for (index, (one, another)) in zip(bonds, other.bonds).enumerated() where one != another {
      return "bond \(index + 1): \(one), then \(another)"
    }
    return nil
  }
}
