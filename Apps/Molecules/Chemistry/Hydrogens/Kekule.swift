/// Assigns double bonds to aromatic bonds: as many pairs of neighbors as possible, carbon first.
/// Uses Jack Edmonds' maximum matching (1965), which contracts odd cycles. It is cubic at worst, so
/// the number of steps is limited; atoms that are left then have no double bond.
struct Kekule {
  /// The remaining steps; protects from hostile files. Real molecules need some hundred per atom.
  private var budget = 50_000_000
  private var neighbours: [[Int]]
  private var order: [Int] = []
  private var partner: [Int?]
  /// Whether an atom is carbon, which needs a double bond where nitrogen may have a hydrogen.
  private let isFirst: [Bool]
  /// Atoms that count as having a double bond even without a partner: carbon, as in a
  /// cyclopentadienyl ligand, and the end of an aromatic bond outside of a ring, as in a phosphate.
  private var isShort: [Bool]

  /// `sums` are the atoms' bond orders, with aromatic bonds counted as single.
  init(_ molecule: Molecule, sums: [Int]) {
    neighbours = Array(repeating: [], count: molecule.atoms.count)
    partner = Array(repeating: nil, count: molecule.atoms.count)
    isFirst = molecule.atoms.map { $0.symbol == "C" }
    isShort = Array(repeating: false, count: molecule.atoms.count)
    let hasFreeValence = molecule.atoms.indices.map { index -> Bool in
      let atom = molecule.atoms[index]
      guard let element = atom.element else { return false }
      let taken =
        sums[index] + atom.unpairedElectrons + (atom.hasFixedHydrogens ? atom.hydrogens : 0)
      return taken < MDLValence.valences(of: element, charge: atom.charge).first ?? 0
    }
    for bond in molecule.bonds
    where bond.order == .aromatic && hasFreeValence[bond.from] && hasFreeValence[bond.to] {
      neighbours[bond.from].append(bond.to)
      neighbours[bond.to].append(bond.from)
    }
    var counts = [Int](repeating: 0, count: molecule.atoms.count)
    for bond in molecule.bonds where bond.order == .aromatic {
      counts[bond.from] += 1
      counts[bond.to] += 1
    }
    for index in counts.indices where hasFreeValence[index] && counts[index] > 0 {
      isShort[index] = isFirst[index] || counts[index] == 1
    }
    let candidates = neighbours.indices.filter { !neighbours[$0].isEmpty }
    order = candidates.filter { isFirst[$0] } + candidates.filter { !isFirst[$0] }
  }

  mutating func atomsWithDoubleBond() -> [Int] {
    for atom in order where partner[atom] == nil {
      // Most atoms have an unmatched neighbor.
      if let free = neighbours[atom].first(where: { partner[$0] == nil }) {
        partner[atom] = free
        partner[free] = atom
      } else {
        augment(from: atom)
      }
    }
    return partner.indices.filter { partner[$0] != nil || isShort[$0] }
  }

  /// Call `atomsWithDoubleBond` first.
  func isDouble(_ bond: Bond) -> Bool { partner[bond.from] == bond.to }

  /// Searches an augmenting path from `root` to an unmatched atom, and flips its bonds.
  private mutating func augment(from root: Int) {
    guard budget > 0 else { return }
    budget -= neighbours.count
    var parent = [Int?](repeating: nil, count: neighbours.count)
    var base = Array(neighbours.indices)
    var isOuter = [Bool](repeating: false, count: neighbours.count)
    isOuter[root] = true
    var queue = [root]
    var index = 0
    while index < queue.count, budget > 0 {
      let atom = queue[index]
      index += 1
      for next in neighbours[atom] where base[atom] != base[next] && partner[atom] != next {
        if next == root || partner[next].map({ parent[$0] != nil }) == true {
          shrink(atom, next, root, &parent, &base, &isOuter, &queue)
        } else if parent[next] == nil {
          parent[next] = atom
          guard let mate = partner[next] else {
            exchange(to: next, parent)
            return
          }
          isOuter[mate] = true
          queue.append(mate)
        }
      }
    }
    // No unmatched atom: takes the partner of an atom that isn't carbon.
    guard isFirst[root],
      let loser = queue.first(where: {
        !isFirst[$0] && partner[$0].map { parent[$0] != nil } == true
      }),
      let mate = partner[loser]
    else { return }
    partner[loser] = nil
    exchange(to: mate, parent)
  }

  private mutating func exchange(to end: Int, _ parent: [Int?]) {
    var atom: Int? = end
    while let inner = atom, let outer = parent[inner] {
      let next = partner[outer]
      partner[inner] = outer
      partner[outer] = inner
      atom = next
    }
  }

  /// Contracts an odd cycle: all of its atoms get the base where the cycle leaves the search tree.
  private mutating func shrink(
    _ one: Int, _ other: Int, _ root: Int, _ parent: inout [Int?], _ base: inout [Int],
    _ isOuter: inout [Bool], _ queue: inout [Int]
  ) {
    budget -= base.count
    let common = commonBase(one, other, root, parent, base)
    var isInRing = [Bool](repeating: false, count: base.count)
    func mark(_ start: Int, child: Int) {
      var (atom, child) = (start, child)
      while base[atom] != common, let mate = partner[atom], let next = parent[mate] {
        isInRing[base[atom]] = true
        isInRing[base[mate]] = true
        parent[atom] = child
        child = mate
        atom = next
      }
    }
    mark(one, child: other)
    mark(other, child: one)
    for atom in base.indices where isInRing[base[atom]] {
      base[atom] = common
      if !isOuter[atom] {
        isOuter[atom] = true
        queue.append(atom)
      }
    }
  }

  private func commonBase(
    _ one: Int, _ other: Int, _ root: Int, _ parent: [Int?], _ base: [Int]
  ) -> Int {
    var passed: Set<Int> = []
    var atom = base[one]
    passed.insert(atom)
    while atom != base[root], let mate = partner[atom], let next = parent[mate] {
      atom = base[next]
      passed.insert(atom)
    }
    atom = base[other]
    while !passed.contains(atom), let mate = partner[atom], let next = parent[mate] {
      atom = base[next]
    }
    return atom
  }
}
