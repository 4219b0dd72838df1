import Testing

@testable import Chemistry

@Suite struct MDLValenceTests {
  @Test(
    "MDL valences follow the column of the element",
    arguments: [
      ("C", 0, [4]), ("C", 1, [3]), ("C", -1, [3, 5]), ("N", 0, [3, 5]), ("N", 1, [4]),
      ("N", -1, [2]), ("O", 0, [2]), ("O", 1, [3, 5]), ("O", -1, [1]), ("O", -2, []),
      ("S", 0, [2, 4, 6]), ("S", 1, [3, 5]), ("S", -1, [1, 3, 5, 7]), ("P", 1, [4]),
      ("P", -1, [2, 4, 6]), ("B", -1, [4]), ("B", 0, [3]), ("Cl", 0, [1, 3, 5, 7]),
      ("Cl", 1, [2, 4, 6]), ("Cl", -1, []), ("F", 0, [1]), ("Si", 0, [4]), ("Sn", 0, [2, 4]),
      ("Tl", 0, [1, 3]), ("Na", 0, [1]), ("Na", 1, []), ("Mg", 1, [1]), ("Mg", 2, []),
      ("Al", -1, [4]), ("Ga", 1, []), ("Fe", 0, []), ("Fe", 2, []), ("Xe", 0, []), ("Lu", 0, []),
      ("H", 0, [1]), ("H", 1, []), ("He", 0, []), ("Og", 0, []), ("Ra", 0, [2]),
      ("I", 0, [1, 3, 5, 7]),
    ] as [(String, Int, [Int])])
  func valencesFollowTheColumn(symbol: String, charge: Int, valences: [Int]) throws {
    let element = try #require(Element(symbol: symbol))
    #expect(MDLValence.valences(of: element, charge: charge) == valences)
  }

  @Test(
    "MDL hydrogens fill the smallest valence",
    arguments: [
      ("C", 0, 0, 0, 4), ("C", 3, 0, 0, 1), ("C", 5, 0, 0, 0), ("N", 4, 0, 0, 1), ("N", 4, 1, 0, 0),
      ("S", 3, 0, 0, 1), ("S", 7, 0, 0, 0), ("C", 3, 0, 1, 0), ("O", 1, 0, 1, 0), ("C", 2, 0, 2, 0),
    ] as [(String, Int, Int, Int, Int)])
  func hydrogensFillTheSmallestValence(
    symbol: String, sum: Int, charge: Int, unpaired: Int, hydrogens: Int
  ) {
    var atom = Atom(symbol)
    atom.charge = charge
    atom.unpairedElectrons = unpaired
    #expect(MDLValence.hydrogens(of: atom, bondSum: sum) == hydrogens)
  }

  @Test("MDL valences of any element and charge do not trap") func noElementOrChargeTraps() {
    for element in Element.all {
      for charge in [-999, -9, -8, -1, 0, 1, 8, 999] {
        #expect(MDLValence.valences(of: element, charge: charge).allSatisfy { $0 > 0 && $0 < 8 })
      }
    }
  }

  @Test("MDL placeholders have no hydrogens", arguments: ["R1", "*", "A", "[N,O]", "Boc"])
  func placeholdersHaveNone(symbol: String) {
    #expect(MDLValence.hydrogens(of: Atom(symbol), bondSum: 0) == 0)
  }
}
