import Testing

@testable import Chemistry

@Suite struct KekuleTests {
  /// A ring, or several that share atoms, of aromatic bonds; its hydrogens by MDL's rule.
  private func molecule(_ symbols: [String], _ bonds: [(Int, Int)]) -> Molecule {
    var molecule = Molecule(
      atoms: symbols.map { Atom($0) },
      bonds: bonds.map { Bond(from: $0.0, to: $0.1, .aromatic) })
    molecule.computeHydrogens(by: MDLValence.hydrogens)
    return molecule
  }

  private func ring(_ symbols: [String]) -> Molecule {
    molecule(symbols, symbols.indices.map { ($0, ($0 + 1) % symbols.count) })
  }

  @Test(
    "Aromatic rings have their hydrogens",
    arguments: [
      (["C", "C", "C", "C", "C", "C"], "C6H6"), (["C", "C", "C", "C", "C", "N"], "C5H5N"),
      (["C", "C", "C", "C", "N"], "C4H5N"), (["C", "C", "C", "C", "O"], "C4H4O"),
      (["C", "C", "C", "C", "S"], "C4H4S"), (["C", "N", "C", "C", "N"], "C3H4N2"),
      (["N", "N", "N", "C", "C"], "C2H3N3"), (["C", "C", "C", "C", "C"], "C5H5"),
    ] as [([String], String)])
  func ringsHaveTheirHydrogens(symbols: [String], formula: String) {
    #expect(ring(symbols).formula.hill == formula)
  }

  /// Two odd rings, which need more than a search from side to side.
  @Test func azuleneHasFiveDoubleBonds() {
    let azulene = molecule(
      Array(repeating: "C", count: 10),
      [
        (0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (4, 5), (5, 6), (6, 7), (7, 8), (8, 9), (9, 0),
      ])
    #expect(azulene.formula.hill == "C10H8")
    #expect(azulene.kekulized.bonds.count { $0.order == .double } == 5)
    #expect(azulene.kekulized.bonds.count { $0.order == .single } == 6)
  }

  /// One of the nitrogens must go without: the carbons need their partners more.
  @Test func benzimidazoleKeepsItsHydrogen() {
    let molecule = molecule(
      ["N", "C", "N", "C", "C", "C", "C", "C", "C"],
      [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (3, 5), (5, 6), (6, 7), (7, 8), (8, 4)])
    #expect(molecule.formula.hill == "C7H6N2")
    #expect(molecule.kekulized.bonds.count { $0.order == .double } == 4)
  }

  @Test("Kekulé structures have no adjacent double bonds") func doubleBondsNeverMeet() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let count = Int(random.next() % 14) + 3
      var bonds: [(Int, Int)] = []
      for atom in 1..<count { bonds.append((atom, Int(random.next() % UInt64(atom)))) }
      for _ in 0..<4 {
        let (one, other) = (Int(random.next() % UInt64(count)), Int(random.next() % UInt64(count)))
        let isThere = bonds.contains { $0 == (one, other) || $0 == (other, one) }
        if one != other, !isThere { bonds.append((one, other)) }
      }
      let symbols = (0..<count).map { _ in random.next() % 3 == 0 ? "N" : "C" }
      let result = molecule(symbols, bonds).kekulized
      for list in result.bondsOfAtoms {
        #expect(list.count { result.bonds[$0].order == .double } <= 1)
      }
    }
  }

  @Test("Kekulé structure of 300 rings is found at once") func aThousandRingsTakeNoTime() {
    var bonds: [(Int, Int)] = []
    for ring in 0..<300 {
      for place in 0..<6 { bonds.append((6 * ring + place, 6 * ring + (place + 1) % 6)) }
    }
    #expect(molecule(Array(repeating: "C", count: 1800), bonds).formula.hill == "C1800H1800")
  }
}
