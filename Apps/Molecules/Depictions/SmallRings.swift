import Chemistry

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
